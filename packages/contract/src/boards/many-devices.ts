import { z } from 'zod';
import { timeZone } from '../people/accounts.ts';
import { rowId as id, line } from '../text.ts';
import { deviceFailure, deviceTag, espid, maxTags } from './devices.ts';

const groupName = line(40).min(1, 'Type a name.');
const hue = z.number().int().min(1).max(8);

/** A drawer of the device list. `hue` is a chart colour 1…8 of the design tokens. */
export const deviceGroup = z.object({ id, name: groupName, hue });
export type DeviceGroup = z.infer<typeof deviceGroup>;
/** `GET /api/device-groups`: in their owner's order. */
export const deviceGroupList = z.object({ groups: z.array(deviceGroup) });
/** `POST /api/device-groups` and `PUT /api/device-groups/:id`; a name is used once, whatever its case. */
export const deviceGroupRequest = z.object({ name: groupName, hue });
export type DeviceGroupRequest = z.infer<typeof deviceGroupRequest>;
/** `POST /api/device-groups/order`: all groups, each once. */
export const groupOrderRequest = z.object({ ids: z.array(id).max(1_000) });
/** An account has at most so many groups. */
export const maxGroups = 200;

/** What the list of devices shows, under a name: the query of its address (`q`, `f`, `sort`, `view`, `cols`, `by`). */
export const savedView = z.object({
  id,
  name: line(60).min(1, 'Type a name.'),
  query: line(4_000),
});
export type SavedView = z.infer<typeof savedView>;
/** `GET /api/device-views`: by name. */
export const savedViewList = z.object({ views: z.array(savedView) });
/** `POST /api/device-views` and `PUT /api/device-views/:id`. */
export const savedViewRequest = savedView.omit({ id: true });
export type SavedViewRequest = z.infer<typeof savedViewRequest>;
/** An account has at most so many saved views. */
export const maxViews = 100;

const tags = z.array(deviceTag).max(maxTags, `At most ${maxTags} tags.`).optional();

/** What is to become of several devices: what is left out stays as it is. Deleted ones can be brought back for seven days. */
export const bulkAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    addTags: tags,
    removeTags: tags,
    /** Null: in no group. */
    groupId: id.nullable().optional(),
    favourite: z.boolean().optional(),
    /** Null: the account's. */
    timeZone: timeZone.nullable().optional(),
  }),
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('restore') }),
]);
export type BulkAction = z.infer<typeof bulkAction>;
/** One request takes at most so many devices. */
export const maxBulk = 1_000;
/** `POST /api/device/bulk`: each device by itself, so that one that cannot does not hold up the others. */
export const bulkRequest = z.object({
  devices: z.array(espid).min(1, 'Choose a device.').max(maxBulk, `At most ${maxBulk} devices at once.`),
  act: bulkAction,
});
export type BulkRequest = z.infer<typeof bulkRequest>;
export const bulkResponse = z.object({
  done: z.array(espid),
  failed: z.array(deviceFailure),
});
export type BulkResponse = z.infer<typeof bulkResponse>;
