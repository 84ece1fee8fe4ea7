import { z } from 'zod';
import { device, espid } from '../boards/devices.ts';
import { email } from '../people/accounts.ts';
import { line } from '../text.ts';

/** What somebody with whom a device is shared may do with it; each role may do what those before it may. */
export const shareRole = z.enum(['viewer', 'operator', 'manager']);
export type ShareRole = z.infer<typeof shareRole>;

/** What an account is to a device. */
export const deviceRole = z.enum(['viewer', 'operator', 'manager', 'owner']);
export type DeviceRole = z.infer<typeof deviceRole>;

/**
 * What an action needs: `view` reads values and history, `operate` switches outputs and sends events, `manage` changes
 * settings, dashboards and automations and reads the console, `own` shares, transfers, deletes, wipes and updates.
 */
export const deviceRight = z.enum(['view', 'operate', 'manage', 'own']);
export type DeviceRight = z.infer<typeof deviceRight>;

export { hasRight } from '../boards/device-rights.ts';

/** Someone with whom a device is shared, or who is invited. Instants in ms since the epoch. */
export const share = z.object({
  id: z.number().int(),
  email: z.string(),
  role: shareRole,
  /** `invited`: not accepted or declined yet. */
  state: z.enum(['invited', 'accepted']),
  createdAt: z.number(),
  /** When it ends by itself; null: never. */
  expiresAt: z.number().nullable(),
  /** Whether they may look at what it was, as far back as its history goes; of a device each role may. */
  playback: z.boolean(),
  /** When they last looked at the device; null: not yet. */
  lastSeenAt: z.number().nullable(),
});
export type Share = z.infer<typeof share>;

/** Somebody else's account that is to become the owner, and has not accepted or declined. */
export const deviceTransfer = z.object({ email: z.string(), createdAt: z.number(), expiresAt: z.number() });

/** `GET /api/device/:espid/shares`: for the owner. `limit`: how many people the plan allows; null: no limit. */
export const deviceShares = z.object({
  shares: z.array(share),
  transfer: deviceTransfer.nullable(),
  limit: z.number().int().nullable(),
});
export type DeviceShares = z.infer<typeof deviceShares>;

const expiresAt = z.number().int().nullable();

/** Of a dashboard: whether they may look at what it was, and not only at what it shows now. */
const playback = z.boolean();

/** `POST /api/device/:espid/shares`: invites somebody; the response never reveals whether the address has an account. */
export const shareRequest = z.object({ email, role: shareRole, expiresAt, playback: playback.default(true) });
export type ShareRequest = z.infer<typeof shareRequest>;

/** `PATCH /api/device/:espid/shares/:id`. */
export const sharePatch = z.object({
  role: shareRole.optional(),
  expiresAt: expiresAt.optional(),
  playback: playback.optional(),
});
export type SharePatch = z.infer<typeof sharePatch>;

/** `POST /api/device/:espid/transfer`: offers another account to take the device over; `DELETE` revokes that. */
export const transferRequest = z.object({ email, espid });
export type TransferRequest = z.infer<typeof transferRequest>;

/** `GET /api/device/:espid/visits`: who looked at the device, newest first, for the owner. */
export const deviceVisits = z.object({
  visits: z.array(z.object({ email: z.string(), role: deviceRole, from: z.number(), to: z.number() })),
});
export type DeviceVisits = z.infer<typeof deviceVisits>;

/** Something that somebody offers to this account. */
export const deviceOffer = z.object({
  id: z.number().int(),
  /** `transfer`: to own the device from then on. */
  kind: z.enum(['share', 'transfer']),
  /** The owner's e-mail. */
  owner: z.string(),
  /** What the device is called. */
  name: line(64),
  espid,
  /** Null for a transfer. */
  role: shareRole.nullable(),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
});
export type DeviceOffer = z.infer<typeof deviceOffer>;

/** A dashboard that somebody offers to share with this account. */
export const dashboardOffer = z.object({
  id: z.number().int(),
  /** The owner's e-mail. */
  owner: z.string(),
  name: z.string(),
  dashboardId: z.number().int(),
  role: shareRole,
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
});
export type DashboardOffer = z.infer<typeof dashboardOffer>;

/** `GET /api/offers`; `POST /api/offers/:id/accept` and `…/decline` return what is left. */
export const deviceOffers = z.object({ offers: z.array(deviceOffer), dashboards: z.array(dashboardOffer) });
export type DeviceOffers = z.infer<typeof deviceOffers>;

/**
 * `GET /api/device/shared`: devices of other accounts that are shared with this one. `POST /api/device/:espid/leave` gives one up.
 * What belongs to the owner's list alone is empty; notes, tags and the board's network too, but for managers.
 */
export const sharedDevice = device.extend({ owner: z.string(), role: shareRole, expiresAt });
export type SharedDevice = z.infer<typeof sharedDevice>;
export const sharedDeviceList = z.array(sharedDevice);
