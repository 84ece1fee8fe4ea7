import { z } from 'zod';
import { line } from '../text.ts';
import { espid } from './devices.ts';

/**
 * How a claim stands: `proving` until the board has sent something to the account that claims it, `open` while the present holder can object,
 * `disputed` when an administrator is to decide; the rest is what became of it.
 */
export const claimState = z.enum(['proving', 'open', 'disputed', 'granted', 'refused', 'withdrawn']);
export type ClaimState = z.infer<typeof claimState>;

/** A board that this account claims, although another account has its id. Instants in ms since the epoch. */
export const madeClaim = z.object({
  /** Null while it is being proved. */
  id: z.number().int().nullable(),
  espid,
  state: claimState,
  openedAt: z.number(),
  /** Until when the board must speak, or the holder can object; null when nobody is waited for any more. */
  until: z.number().nullable(),
});
export type MadeClaim = z.infer<typeof madeClaim>;

/** A board of this account that another one claims; which one is not included. */
export const receivedClaim = z.object({
  id: z.number().int(),
  espid,
  state: z.enum(['open', 'disputed']),
  openedAt: z.number(),
  /** Without a word of the holder until then the claim is decided. */
  decidesAt: z.number(),
});
export type ReceivedClaim = z.infer<typeof receivedClaim>;

/** `GET /api/claims`, and the response to every action of a claimant or holder; `made` has what was decided within the last month too. */
export const claimList = z.object({ made: z.array(madeClaim), received: z.array(receivedClaim) });
export type ClaimList = z.infer<typeof claimList>;

/** `POST /api/claims`: this account holds the board, which waits here with the connection key, and proves it within ten minutes. */
export const claimRequest = z.object({ espid });

/** A claim as an administrator sees it. */
export const adminClaim = receivedClaim.extend({
  holder: z.string(),
  claimant: z.string(),
  /** When the holder's board was last connected or sent something; null: never. */
  holderSeenAt: z.number().nullable(),
  holderOnline: z.boolean(),
  claimantOnline: z.boolean(),
});
export type AdminClaim = z.infer<typeof adminClaim>;
/** `GET /api/admin/claims`: those that are not decided, oldest first. */
export const adminClaimList = z.array(adminClaim);

/** `POST /api/admin/claims/:id/decide` (needs a proof); the reason is stored in the audit log. */
export const claimDecision = z.object({ to: z.enum(['claimant', 'holder']), reason: line(200).optional() });
export type ClaimDecision = z.infer<typeof claimDecision>;
