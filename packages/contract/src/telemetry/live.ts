import { z } from 'zod';
import { controlState } from '../boards/control.ts';
import type { DeviceLogLine } from '../boards/device-log.ts';
import { espid, telemetryValue } from '../boards/devices.ts';
import { pairingState } from '../boards/pairing.ts';
import { rowId } from '../text.ts';

/**
 * A board's message: `at` (ms since the epoch) is unique within the device and the same in history. One that is `computed` is what
 * formulas made of other devices' values; its board sent nothing.
 */
export const livePoint = z.object({
  at: z.number(),
  values: z.record(z.string(), telemetryValue),
  computed: z.literal(true).optional(),
});
export type LivePoint = z.infer<typeof livePoint>;

/** So many devices can be watched by name; an account with more watches all of them. */
export const maxWatchedByName = 200;

const token = z.string().min(1).max(256);

/**
 * What the browser sends first on `/api/live`, within 5 s: a public link with what stands for its password; or the token of a session or
 * program, for the account's devices or for one dashboard that somebody else shares with it.
 */
export const liveHello = z.union([
  z.object({ type: z.literal('hello'), link: token, unlock: z.string().max(256).nullish() }),
  z.object({ type: z.literal('hello'), token, dashboard: rowId.optional() }),
]);
export type LiveHello = z.infer<typeof liveHello>;

/**
 * What the browser sends on `/api/live`. `watch` replaces the set of watched devices (`*`: all of the account), `replay` requests the
 * recent points of devices that were not watched before. Pages of a link or a shared dashboard send nothing after `hello`.
 */
export const liveClientMessage = z.union([
  liveHello,
  z.object({
    type: z.literal('watch'),
    espids: z.union([z.literal('*'), z.array(espid).max(maxWatchedByName)]),
    replay: z.boolean().default(true),
  }),
  /** Requests the new lines of one device's event log; null: for none. */
  z.object({ type: z.literal('console'), espid: espid.nullable() }),
]);
export type LiveClientMessage = z.infer<typeof liveClientMessage>;

/**
 * What the server sends on `/api/live`. `points` carries new points, or with `replay` those of the last minute, which
 * may overlap with history: join them by `at`. `tick` comes every 10 s, so that silence means a lost connection. Pages of a link or a
 * shared dashboard get only `ready`, `tick`, `points`, `presence`, `control`, `variables`, `dashboards` (fetch the dashboard again) and
 * `ended`; of a link the device's number stands for its id.
 */
export const liveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), now: z.number() }),
  z.object({ type: z.literal('tick'), now: z.number() }),
  z.object({ type: z.literal('points'), espid, points: z.array(livePoint), replay: z.boolean().optional() }),
  z.object({ type: z.literal('presence'), espid, online: z.boolean(), at: z.number() }),
  z.object({
    type: z.literal('info'),
    espid,
    rssi: z.number().nullable(),
    ip: z.string().nullable(),
    ssid: z.string().nullable(),
    firmware: z.string().nullable(),
  }),
  /** The list of devices or a device's settings changed: fetch it again. */
  z.object({ type: z.literal('devices') }),
  /** Variables of a device came, or their numbers mean something else or are stored for another time: fetch them again. */
  z.object({ type: z.literal('variables'), espid }),
  /** New lines of the event log that the page requested, oldest first. What they report is not verified here: every page would have its schema. */
  z.object({ type: z.literal('log'), espid, lines: z.array(z.custom<DeviceLogLine>()) }),
  /** Commands of a watched device came to another state, or (without any) its outputs or events changed: all of these as they are now. */
  controlState.omit({ pins: true }).extend({ type: z.literal('control'), espid }),
  /** Automations of a watched device changed or ran: fetch them again. */
  z.object({ type: z.literal('automation'), espid }),
  /** Alerts of watched devices, or rules of the account, changed: fetch them again. */
  z.object({ type: z.literal('alerts') }),
  /** Scenes of the account changed, or one of them ran: fetch them again. */
  z.object({ type: z.literal('scenes') }),
  /** A firmware update of a watched device continued: fetch it again. */
  z.object({ type: z.literal('firmware'), espid }),
  /** Dashboards of a watched device changed: fetch them again. */
  z.object({ type: z.literal('dashboards'), espid }),
  /** Dashboards of the account that belong to no device changed, or what is shared of them: fetch them again. */
  z.object({ type: z.literal('account-dashboards') }),
  /** Notes on the time line of a watched device changed: fetch them again. */
  z.object({ type: z.literal('annotations'), espid }),
  z.object({ type: z.literal('pairing'), state: pairingState }),
  /** The session ended (log-out elsewhere, revoked, password changed); the server closes right after it. */
  z.object({ type: z.literal('ended'), reason: z.string() }),
]);
export type LiveServerMessage = z.infer<typeof liveServerMessage>;
