import { z } from 'zod';
import { errorBody } from '../errors.ts';
import { espid } from './devices.ts';

/** A board that requests to join; `verified` when it came with a connection key or an access token of the account. */
export const pendingBoard = errorBody.pick({ reason: true, values: true }).extend({
  espid,
  seenAt: z.number(),
  ip: z.string().nullable(),
  verified: z.boolean(),
  online: z.boolean(),
  /** Another account has a device with this id: who holds the board can claim it (`POST /api/claims`). */
  taken: z.boolean(),
  /** Why it cannot join now although somebody may want it to, such as a plan that has no room; null: it can. `reason` is of it. */
  problem: z.string().nullable(),
});
export type PendingBoard = z.infer<typeof pendingBoard>;

export const pairingState = z.object({
  /** What to write behind the e-mail in the sketch: `you@example.com/KEY`; empty for an access token, which may not know it. */
  connectionKey: z.string(),
  /** Until when boards of this account join by themselves, ms since the epoch; null when the window is shut. */
  windowOpenUntil: z.number().nullable(),
  /** How many more boards join in the window; 0 when so many came that it is shut before its time, null when it is not open. */
  windowRoom: z.number().nullable(),
  pending: z.array(pendingBoard),
  blocked: z.array(z.object({ espid, at: z.number() })),
  /** Boards that still sign in with an earlier connection key. */
  oldKeyBoards: z.array(z.object({ espid, name: z.string() })),
});
export type PairingState = z.infer<typeof pairingState>;

/** How many boards join in an *Add device* window unless more is chosen, and at most. */
export const windowBoards = { usual: 10, max: 200 };

/** Opens the *Add device* window for some minutes (at most 10) and boards; 0 minutes shut it. */
export const pairingWindowRequest = z.object({
  minutes: z.number().int().min(0).max(10),
  boards: z.number().int().min(1).max(windowBoards.max).default(windowBoards.usual),
});

/** `endOld`: true refuses boards that still use an earlier key from now on. */
export const keyRotateRequest = z.object({ endOld: z.boolean().default(false) });
