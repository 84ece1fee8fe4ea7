import { z } from 'zod';
import { twoFactorChallenge } from './people/two-factor.ts';

/** The closed list of machine-readable error codes that any `/api` route may respond with. */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'weak_password',
  'wrong_credentials',
  'email_not_confirmed',
  'second_step_required',
  'wrong_code',
  'ticket_expired',
  'proof_needed',
  'account_closing',
  'wrong_invitation',
  'not_authenticated',
  'session_ended',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'rate_limited',
  'limit_reached',
  'signup_closed',
  'wrong_setup_code',
  'link_expired',
  'cancelled',
  'wrong_browser',
  'email_not_verified',
  'not_linked',
  'provider_refused',
  'not_configured',
  'unavailable',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** An account that its owner deleted: `keepToken` takes that back (`POST /api/auth/keep`) until `deleteAfter`, ms since the epoch. */
export const accountDeletion = z.object({ keepToken: z.string(), deleteAfter: z.number() });
export type AccountDeletion = z.infer<typeof accountDeletion>;

const reasonValues = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * The body of every response with a status of 400 or above. `error` is a sentence for a person, `fields` names the
 * wrong fields of the request, `requestId` is what to quote to the operator (only with code `internal`).
 */
export const errorBody = z.object({
  error: z.string(),
  code: errorCode,
  /** Of `ErrorValues`, where a client can word the error itself; unknown ones may be added. */
  reason: z.string().optional(),
  /** What the sentence of `reason` needs. */
  values: reasonValues.optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Of `FieldValues`, where a client can word what is wrong with a field itself. */
  fieldReasons: z.record(z.string(), z.object({ reason: z.string(), values: reasonValues })).optional(),
  /** With `second_step_required`. */
  secondStep: twoFactorChallenge.optional(),
  /** With `account_closing`, after every proof that a login requests, until the time to cancel it is over. */
  closing: accountDeletion.optional(),
  /** With `conflict`, when somebody approved other devices than a dashboard has: those that it has now. */
  devices: z.array(z.string()).optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
