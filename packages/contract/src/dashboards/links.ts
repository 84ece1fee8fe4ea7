import { z } from 'zod';
import { type Alert, alert, alertLimit } from '../automation/alerts.ts';
import { boardEvent, command, eventRequest, ioRequest, output } from '../boards/control.ts';
import { device, deviceVariable, espid } from '../boards/devices.ts';
import { line } from '../text.ts';
import { maxChosenDevices, widget } from './dashboards.ts';
import { widgetContent } from './widgets.ts';

/** Of one dashboard. */
export const maxLinks = 20;
const password = z.string().min(8, 'At least 8 characters.').max(128, 'At most 128 characters.');
/** The origin of a page, such as `https://example.com`; nothing behind it, and no wildcard. */
const origin = z
  .string()
  .max(200)
  .regex(
    /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/,
    'An origin looks like https://example.com.',
  );

/** What a public link allows. `exposed`: ids of the widgets that may be operated. `origins`: pages that may show it in a frame. */
const linkSettings = {
  name: line(40).min(1, 'Say what the link is for.'),
  /** Ms since the epoch; null: until it is revoked. */
  expiresAt: z.number().int().nullable(),
  exposed: z.array(z.string().max(40)).max(60),
  origins: z.array(origin).max(10, 'At most 10 pages.'),
};

/** The devices that its maker saw on a dashboard which follows a tag or a group; 409 with those that it has when they are others by now. */
const seenEspids = z.array(espid).max(maxChosenDevices);

/** `POST /api/dashboards/:id/links` */
export const newLink = z.object({ ...linkSettings, password: password.nullable(), espids: seenEspids.default([]) });
export type NewLink = z.input<typeof newLink>;
/**
 * `PUT /api/dashboards/:id/links/:linkId`: without `password` it stays, null takes it away. With `espids` it shows all devices of a
 * dashboard which follows a tag or a group, those that came later too.
 */
export const linkChange = z.object({
  ...linkSettings,
  password: password.nullable().optional(),
  espids: seenEspids.optional(),
});
export type LinkChange = z.infer<typeof linkChange>;

/** A public link as its owner sees it. Instants in ms since the epoch. */
export const publicLink = z.object({
  ...linkSettings,
  id: z.number().int(),
  hasPassword: z.boolean(),
  createdAt: z.number(),
  /** When somebody last opened it. */
  openedAt: z.number().nullable(),
  /**
   * Of a dashboard that follows a tag or a group: how many devices it has now, and how many of them the link shows, which are those
   * that were there when it was made. Null: the link shows all that were chosen by hand.
   */
  devices: z.object({ shown: z.number().int(), all: z.number().int() }).nullable(),
  /** How many look at it now. */
  viewers: z.number().int(),
});
export type PublicLink = z.infer<typeof publicLink>;
/** `GET /api/dashboards/:id/links`, the newest first. */
export const linkList = z.object({ links: z.array(publicLink) });
/** The token is shown this once; the page is `/view/<token>`. */
export const linkCreated = z.object({ link: publicLink, token: z.string() });
export type LinkCreated = z.infer<typeof linkCreated>;

/** Headers of the calls of a public page: the link's token, and what its password was changed for. */
export const linkHeader = 'x-cyno-link';
export const unlockHeader = 'x-cyno-unlock';

/** A device of a public dashboard: a number that it has in this link alone stands where its id would be, and nothing else of it is included. */
export const publicDevice = device.pick({ name: true, online: true, onlineChangedAt: true, lastSeenAt: true }).extend({
  device: z.string(),
  timeZone: z.string().nullable(),
  /** Null unless a map of the dashboard shows it. */
  location: device.shape.location,
  /** Exactly those that the dashboard shows. */
  variables: z.array(deviceVariable),
});
export type PublicDevice = z.infer<typeof publicDevice>;

/** What a dashboard shows to others, by a public link or a share. */
export const openDashboard = z.object({
  state: z.literal('open'),
  now: z.number(),
  name: z.string(),
  version: z.number().int(),
  expiresAt: z.number().nullable(),
  /** The numbers of the devices to choose from above the dashboard; the first one is shown first. */
  choices: z.array(z.string()),
  devices: z.array(publicDevice),
  widgets: z.array(widget.omit({ device: true }).extend({ device: z.string().optional(), content: widgetContent })),
  /** The ids of the widgets that may be operated here. */
  exposed: z.array(z.string()),
  /** Whether what it showed before can be looked at. */
  playback: z.boolean(),
});
export type OpenDashboard = z.infer<typeof openDashboard>;

/** An alert that lasts, without what is about people or other things than the dashboard shows. */
const publicAlert = alert
  .pick({ severity: true, kind: true, key: true, text: true, report: true, value: true, limit: true })
  .extend({ device: z.string(), state: alert.shape.state.extract(['active', 'acknowledged']), activeAt: z.number() });
/** An alert that is over, of a variable that a chart draws. */
const publicClearedAlert = alert
  .pick({ severity: true, text: true, report: true })
  .extend({ device: z.string(), key: z.string(), activeAt: z.number(), clearedAt: z.number() });
const publicAlertLimit = alertLimit.extend({ device: z.string() });
/**
 * `GET /api/public/dashboard/alerts`: what lasts of the alerts of what a dashboard shows, the newest first; at most 200 that were cleared
 * within the time that its charts of their variables draw; and where the variables of those of its charts alert that show it.
 */
export const publicAlerts = z.object({
  alerts: z.array(publicAlert),
  cleared: z.array(publicClearedAlert),
  limits: z.array(publicAlertLimit),
});
export type PublicAlerts = z.infer<typeof publicAlerts>;

/**
 * Whether a dashboard that shows these variables of a device shows others an alert of it: of one of them, or that the device sends
 * nothing, because they see that it is offline.
 */
export const showsAlert = (keys: ReadonlySet<string>, { key, kind }: Pick<Alert, 'key' | 'kind'>): boolean =>
  key === null ? kind === 'silent' : keys.has(key);

/** `GET /api/public/dashboard`. `locked`: the password is to be typed first, and nothing is sent before. */
export const publicDashboard = z.discriminatedUnion('state', [z.object({ state: z.literal('locked') }), openDashboard]);
export type PublicDashboard = z.infer<typeof publicDashboard>;

/** `POST /api/public/dashboard/unlock`: returns what stands for the password until an instant. */
export const unlockRequest = z.object({ password: z.string().min(1).max(128) });
export const unlocked = z.object({ unlock: z.string(), until: z.number() });
export type Unlocked = z.infer<typeof unlocked>;

const number = z.string().regex(/^\d{1,15}$/);
/** `GET /api/public/dashboard/history`: returns a `historyResponse` of what the dashboard draws over so many minutes. */
export const publicHistoryQuery = z.object({ device: number, minutes: z.coerce.number().int().min(1).max(600_000) });
/** `GET /api/public/dashboard/control`: of the controls that the dashboard shows. */
export const publicControlQuery = z.object({ device: number });
export const publicControl = z.object({
  outputs: z.array(output),
  events: z.array(boardEvent),
  /** Of those that may be operated here, without who requested them. */
  commands: z.array(command),
});
export type PublicControl = z.infer<typeof publicControl>;
/** `POST /api/public/dashboard/commands`: only what a control that may be operated here can send. */
export const publicCommandRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('io'), device: number, pins: ioRequest.shape.pins.max(1) }),
  eventRequest.extend({ kind: z.literal('event'), device: number }),
]);
export type PublicCommandRequest = z.infer<typeof publicCommandRequest>;
