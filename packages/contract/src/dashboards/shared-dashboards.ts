import { z } from 'zod';
import { eventRequest, ioRequest } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { switchedQuery, valuesAtQuery } from '../telemetry/replay.ts';
import { historyQuery } from '../telemetry/telemetry.ts';
import { rowId } from '../text.ts';
import { accountDashboard } from './dashboards.ts';
import { openDashboard, publicControlQuery, publicHistoryQuery } from './links.ts';

/**
 * `GET /api/dashboards/:id/shown`: what a dashboard shows to those with whom it is shared, with the values of its devices, whether or
 * not these are shared too. Ids of devices stand where a public link has numbers.
 */
export const sharedDashboard = openDashboard;

/** `GET /api/dashboards/:id/shown/history`: returns a `historyResponse` of what the dashboard draws over so many minutes. */
export const sharedHistoryQuery = publicHistoryQuery.extend({ device: espid });
/** `GET /api/dashboards/:id/shown/control`: returns a `publicControl`. */
export const sharedControlQuery = publicControlQuery.extend({ device: espid });
const ofDevice = { device: espid };
/**
 * What a dashboard showed before, to those whose share allows it: `GET /api/dashboards/:id/shown/past` returns a `historyResponse` of
 * its variables, `…/shown/values` a `valuesAt`, and `…/shown/switched` a `switchedResponse` of what its controls operate.
 */
export const sharedPastQuery = z
  .object({ ...historyQuery.shape, ...ofDevice })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export const sharedValuesQuery = valuesAtQuery.extend(ofDevice);
export const sharedSwitchedQuery = z
  .object({ ...switchedQuery.shape, ...ofDevice })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });

/** `POST /api/dashboards/:id/shown/commands`: only what a control of the dashboard can send. */
export const sharedCommandRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('io'), device: espid, pins: ioRequest.shape.pins.max(1) }),
  eventRequest.extend({ kind: z.literal('event'), device: espid }),
]);
export type SharedCommandRequest = z.infer<typeof sharedCommandRequest>;

/** `POST /api/device/:espid/dashboard/confirm`: its owner has looked at this version; 409 when there is a newer one. */
export const confirmDashboard = z.object({ version: rowId });

/**
 * `POST /api/dashboards/:id/confirm`: its owner has looked at this version with these devices; 409 when there is a newer one, or when
 * other devices have what it follows by now, which `devices` of the response names.
 */
export const confirmAccountDashboard = confirmDashboard.extend({ espids: accountDashboard.shape.espids });
export type ConfirmAccountDashboard = z.infer<typeof confirmAccountDashboard>;
