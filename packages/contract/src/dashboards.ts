import { z } from 'zod';
import { eventName, eventValue, outputMode, pinName } from './control.ts';
import { line, notOneLine, oneLine } from './text.ts';

const key = z.string().min(1).max(32).regex(oneLine, notOneLine);
const title = line(40);
const tone = z.enum(['good', 'warning', 'danger', 'neutral']);

/** From `from` upwards a value is shown in this tone, with this word; zones stand in the order of `from`. */
export const widgetZone = z.object({
  from: z.number(),
  tone,
  word: line(20),
});
export type WidgetZone = z.infer<typeof widgetZone>;

const minutes = z.number().int().min(5).max(10_080);
const scale = { min: z.number(), max: z.number(), zones: z.array(widgetZone).max(6) };

/** What a control operates: a pin of the board, or an event of its sketch. */
export const widgetTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('output'), pin: pinName, mode: outputMode }),
  z.object({ kind: z.literal('event'), name: eventName }),
]);
export type WidgetTarget = z.infer<typeof widgetTarget>;

/** What a widget shows or operates on the dashboard's device. */
export const widgetContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('value'), title, key }),
  z.object({ type: z.literal('gauge'), title, key, ...scale }),
  z.object({ type: z.literal('tank'), title, key, ...scale }),
  z.object({ type: z.literal('chart'), title, keys: z.array(key).min(1).max(8), minutes }),
  /** A lamp that is lit from `onFrom` upwards. */
  z.object({ type: z.literal('led'), title, key, onFrom: z.number(), tone, onWord: line(20), offWord: line(20) }),
  /** When a value was at `onFrom` or above. */
  z.object({ type: z.literal('timeline'), title, key, onFrom: z.number(), minutes }),
  /** The newest values, one below the other. */
  z.object({ type: z.literal('table'), title, keys: z.array(key).min(1).max(20) }),
  z.object({ type: z.literal('clock'), title }),
  z.object({ type: z.literal('switch'), title, target: widgetTarget }),
  z.object({ type: z.literal('button'), title, target: widgetTarget, value: eventValue }),
  z.object({
    type: z.literal('slider'),
    title,
    target: widgetTarget,
    unit: line(16),
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
  }),
  z.object({
    type: z.literal('choice'),
    title,
    target: widgetTarget,
    options: z
      .array(z.object({ value: eventValue, label: line(24) }))
      .min(2)
      .max(12),
  }),
]);
export type WidgetContent = z.infer<typeof widgetContent>;

/** Columns and rows of a grid that is 12 columns wide; phones show the widgets one below the other in their order. */
export const widget = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(1000),
  width: z.number().int().min(1).max(12),
  height: z.number().int().min(1).max(20),
  content: widgetContent,
});
export type Widget = z.infer<typeof widget>;

/** So many widgets a dashboard may have. */
const maxWidgets = 60;
const widgets = z.array(widget).max(maxWidgets, `A dashboard has at most ${maxWidgets} widgets.`);

/** Which ready-made dashboard the device's board announced, and at which version it was made from it. */
export const dashboardOrigin = z.object({ template: z.string(), version: z.number().int() });

export const dashboard = z.object({
  id: z.number().int(),
  /** Counts each change; the next one says which it is based on. */
  version: z.number().int(),
  name: z.string(),
  widgets,
  origin: dashboardOrigin.nullable(),
  /** Null: as the template made it. */
  editedAt: z.number().nullable(),
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
 * `GET /api/device/:espid/dashboard`: the device's dashboard, null as long as it has none; `announced` is what its board said,
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

const dashboardName = line(60).min(1, 'Give the dashboard a name.');
/**
 * `PUT /api/device/:espid/dashboard/widgets`: saves an edited dashboard. `basedOn` is the version that was edited, null for the
 * device's first dashboard; 409 when there is a newer one.
 */
export const saveDashboard = z.object({ name: dashboardName, widgets, basedOn: z.number().int().nullable() });
export type SaveDashboard = z.infer<typeof saveDashboard>;

/** A dashboard as a file, for a backup or another device. */
export const dashboardFile = z.object({
  format: z.literal('cyno-dashboard'),
  version: z.literal(1),
  name: dashboardName,
  widgets,
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
