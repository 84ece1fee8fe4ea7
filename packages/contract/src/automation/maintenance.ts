import { z } from 'zod';
import { deviceTag, espid } from '../boards/devices.ts';
import { maxBulk } from '../boards/many-devices.ts';
import { rowId } from '../text.ts';

/** The devices of a maintenance: some, all with a tag, or all in a group; those with a tag or in a group come and go by themselves. */
export const maintenanceScope = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('devices'),
    espids: z.array(espid).min(1, 'Choose a device.').max(maxBulk, `At most ${maxBulk} devices at once.`),
  }),
  z.object({ kind: z.literal('tag'), tag: deviceTag }),
  z.object({ kind: z.literal('group'), groupId: rowId }),
]);
export type MaintenanceScope = z.infer<typeof maintenanceScope>;

const instant = z.number('Choose a date and time.').int().min(0).max(8.64e15);

/** `POST /api/maintenance`: `from` null: now. `weekly`: each week again at the same hours, on the clock of the devices' owner. */
export const maintenanceRequest = z.object({
  scope: maintenanceScope,
  from: instant.nullable(),
  until: instant,
  weekly: z.boolean().default(false),
});
export type MaintenanceRequest = z.input<typeof maintenanceRequest>;

/**
 * A maintenance that runs or is planned; of one that is weekly, the one that runs or comes next. Its scope names only devices that the
 * account may see. Instants in ms since the epoch.
 */
export const maintenanceWindow = z.object({
  id: rowId,
  scope: maintenanceScope,
  from: z.number(),
  until: z.number(),
  weekly: z.boolean(),
  /** Whether it has begun. */
  running: z.boolean(),
  /** For how many devices it is now. */
  devices: z.number().int(),
  /** Whether the account may end it: it may operate all of its devices, or owns them. */
  mayEnd: z.boolean(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

/** `GET /api/maintenance`: what runs or is planned, by when it begins, and every device that the account may see and that is in maintenance now. */
export const maintenanceList = z.object({
  windows: z.array(maintenanceWindow),
  devices: z.array(z.object({ espid, until: z.number(), window: rowId })),
});
export type MaintenanceList = z.infer<typeof maintenanceList>;
