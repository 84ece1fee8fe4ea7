import { z } from 'zod';
import { deviceTag, espid } from '../boards/devices.ts';
import { deviceGroupRequest } from '../boards/many-devices.ts';
import { line, rowId } from '../text.ts';
import { deviceRole } from './sharing.ts';
import { widgetContent } from './widgets.ts';

/** How phones show a widget, on two columns: one or both of them, and so many rows high. */
export const phonePlace = z.object({
  width: z.enum(['half', 'full']),
  height: z.number().int().min(1).max(20),
  /** Left out on phones. */
  hidden: z.boolean(),
});
export type PhonePlace = z.infer<typeof phonePlace>;

/** Columns and rows of a grid that is 12 columns wide; phones show the widgets in the order of the list. */
export const widget = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(1000),
  width: z.number().int().min(1).max(12),
  height: z.number().int().min(1).max(20),
  /** The device that it is of; without it the one that is chosen above the dashboard. */
  device: espid.optional(),
  /** Without it phones show it as its kind and its neighbours suggest. */
  phone: phonePlace.optional(),
  content: widgetContent,
});
export type Widget = z.infer<typeof widget>;

/** So many widgets a dashboard may have. */
const maxWidgets = 60;
const widgets = z.array(widget).max(maxWidgets, `A dashboard has at most ${maxWidgets} widgets.`);

/** Which ready-made dashboard the device's board announced, and at which version it was made from it. */
export const dashboardOrigin = z.object({ template: z.string(), version: z.number().int() });

/**
 * Widgets by their id, and devices, that others get nothing of until the owner of the dashboard has looked at them. To others a
 * dashboard that follows a tag or a group names no such device, here or elsewhere.
 */
export const dashboardWaiting = z.object({ widgets: z.array(z.string()), devices: z.array(espid) });
export type DashboardWaiting = z.infer<typeof dashboardWaiting>;

export const dashboard = z.object({
  id: z.number().int(),
  /** Counts each change; the next one names the one it is based on. */
  version: z.number().int(),
  name: z.string(),
  widgets,
  origin: dashboardOrigin.nullable(),
  /** Null: as the template made it. */
  editedAt: z.number().nullable(),
  /** Left out when nothing waits. */
  waiting: dashboardWaiting.optional(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** A ready-made dashboard of a kit. */
export const dashboardTemplate = z.object({
  name: z.string(),
  version: z.number().int(),
  title: z.string(),
  widgets: z.array(widget),
});
export type DashboardTemplate = z.infer<typeof dashboardTemplate>;

/**
 * `GET /api/device/:espid/dashboard`: the device's dashboard, null as long as it has none; `announced` is what its board
 * reported,
 * `offer` the template that could be taken now: a newer version, or the first.
 */
export const deviceDashboard = z.object({
  dashboard: dashboard.nullable(),
  announced: dashboardOrigin.nullable(),
  offer: dashboardOrigin.extend({ title: z.string() }).nullable(),
  /** Every ready-made dashboard, to choose by hand. */
  templates: z.array(dashboardOrigin.extend({ title: z.string() })),
});
export type DeviceDashboard = z.infer<typeof deviceDashboard>;
/** `PUT /api/device/:espid/dashboard`: takes a template in place of what is there. */
export const takeTemplate = z.object({ template: z.string().min(1).max(40) });

/** So many devices can be chosen from above a dashboard. */
export const maxChosenDevices = 100;
const chosenDevices = z
  .array(espid)
  .max(maxChosenDevices, `At most ${maxChosenDevices} devices to choose from.`)
  .refine((espids) => new Set(espids).size === espids.length, 'Name each device once.');

/**
 * Whose devices can be chosen from above a dashboard: those of its owner with a tag, however it is written, or in a group. Devices
 * come and go by themselves; null where a list by hand names them.
 */
export const dashboardFollows = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tag: deviceTag }),
  z.object({ kind: z.literal('group'), groupId: rowId }),
]);
export type DashboardFollows = z.infer<typeof dashboardFollows>;
/** How many devices the tag or group has now, of which the first can be chosen; a group without a name was deleted. */
const followed = { devices: z.number().int() };
export const followedDevices = z.discriminatedUnion('kind', [
  dashboardFollows.options[0].extend(followed),
  dashboardFollows.options[1].extend({ ...followed, name: z.string().nullable() }),
]);
export type FollowedDevices = z.infer<typeof followedDevices>;

const dashboardName = line(60).min(1, 'Give the dashboard a name.');
/**
 * `PUT /api/device/:espid/dashboard/widgets`: saves an edited dashboard. `basedOn` is the version that was edited, null for the
 * device's first dashboard; 409 when there is a newer one.
 */
export const saveDashboard = z.object({ name: dashboardName, widgets, basedOn: z.number().int().nullable() });
export type SaveDashboard = z.infer<typeof saveDashboard>;

/**
 * A dashboard as a file, for a backup or another device; `espids` of one that has devices to choose from. A group that it follows is
 * named, because its number means nothing elsewhere.
 */
export const dashboardFile = z.object({
  format: z.literal('cyno-dashboard'),
  version: z.literal(1),
  name: dashboardName,
  // What could not be saved again is found when it is read.
  widgets: widgets.superRefine((all, { addIssue }) => {
    for (const [index, { id, x, width }] of all.entries()) {
      const isSecond = all.findIndex((one) => one.id === id) !== index;
      if (isSecond) addIssue({ code: 'custom', path: [index, 'id'], message: 'Two widgets have this id.' });
      if (x + width > 12)
        addIssue({ code: 'custom', path: [index, 'width'], message: 'It must end within 12 columns.' });
    }
  }),
  espids: chosenDevices.optional(),
  follows: z
    .discriminatedUnion('kind', [
      dashboardFollows.options[0],
      z.object({ kind: z.literal('group'), name: deviceGroupRequest.shape.name }),
    ])
    .optional(),
});
export type DashboardFile = z.infer<typeof dashboardFile>;

/** What a dashboard was like after one change. Instants in ms since the epoch. */
export const dashboardVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  /** How many. */
  widgets: z.number().int(),
  origin: dashboardOrigin.nullable(),
  /** Null: as the template made it. */
  editedAt: z.number().nullable(),
  savedAt: z.number(),
});
export type DashboardVersion = z.infer<typeof dashboardVersion>;

/**
 * `GET /api/device/:espid/dashboard/versions`: the present one and up to 30 before it, newest first.
 * `POST /api/device/:espid/dashboard/versions/:version/restore` makes a new version of an earlier one.
 */
export const dashboardVersions = z.object({ versions: z.array(dashboardVersion) });

/** An account has at most so many dashboards that belong to no device. */
export const maxDashboards = 100;
/** A dashboard that belongs to the account and not to one device. Instants in ms since the epoch. */
export const accountDashboard = dashboard.extend({
  id: rowId,
  /** The devices that can be chosen above it, the one that is shown first in front; empty when each widget names its own. */
  espids: chosenDevices,
  /** Which tag or group defines what `espids` are now; null: they were chosen by hand. */
  follows: followedDevices.nullable(),
  /** What this account is to it. */
  role: deviceRole,
  savedAt: z.number(),
});
export type AccountDashboard = z.infer<typeof accountDashboard>;

/** A dashboard in the list of them: where its widgets stand, for a small picture, and every device that it names. */
export const dashboardSummary = accountDashboard
  .pick({ id: true, version: true, name: true, espids: true, role: true, savedAt: true })
  .extend({
    devices: z.array(espid),
    places: z.array(widget.pick({ x: true, y: true, width: true, height: true }).extend({ type: z.string() })),
  });
export type DashboardSummary = z.infer<typeof dashboardSummary>;
/** `GET /api/dashboards`: the newest change first; `deleted` are own ones that can still be brought back, the last one first. */
export const dashboardList = z.object({
  dashboards: z.array(dashboardSummary),
  deleted: z.array(z.object({ id: rowId, name: z.string(), restorableUntil: z.number() })),
});
export type DashboardList = z.infer<typeof dashboardList>;

/** `POST /api/dashboards`: a new one; each widget may name only what the account may see, and operate. */
export const newDashboard = z.object({
  name: dashboardName,
  widgets,
  espids: chosenDevices,
  /** Then `espids` are those that its owner saw: others get no further ones before the owner confirms. Only the owner changes it. */
  follows: dashboardFollows.nullable().default(null),
});
export type NewDashboard = z.infer<typeof newDashboard>;
/** `PUT /api/dashboards/:id`: `basedOn` is the version that was edited; 409 when there is a newer one. */
export const saveAccountDashboard = newDashboard.extend({ basedOn: z.number().int() });
export type SaveAccountDashboard = z.infer<typeof saveAccountDashboard>;

/** `DELETE /api/dashboards/:id`: until then `POST /api/dashboards/:id/restore` brings it back. */
export const dashboardDeleted = z.object({ restorableUntil: z.number() });

/** `GET /api/dashboard-templates`: the ready-made dashboards, to begin with. */
export const dashboardTemplates = z.object({ templates: z.array(dashboardTemplate) });
