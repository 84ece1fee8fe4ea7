import type { OperationErrors } from './operation.ts';

/** Errors that many routes have, by what a route needs. */
export const commonErrors = {
  every: {
    '429 rate_limited': 'Too many requests of one address or account. `Retry-After` has the seconds to wait.',
    '500 internal': 'Something unexpected failed. Quote `requestId` to the operator of the server.',
    '503 unavailable': 'The server is busy, or its database is away. Try again after `Retry-After` seconds.',
  },
  input: { '400 validation_failed': 'The request does not fit the schema; `fields` names each wrong field.' },
  body: {
    '400 bad_request': 'The body cannot be read.',
    '413 too_large': 'The body is larger than the route accepts.',
    '415 bad_request': 'The body is not of the type that the route accepts.',
  },
  account: { '401 not_authenticated': 'The bearer token is missing, unknown or expired.' },
  change: { '403 forbidden': 'A page of another origin sent the request.' },
  controlScope: { '403 forbidden': 'The access token may only read.' },
  session: { '403 forbidden': 'Access tokens may not do this: it needs the session of a login.' },
  proof: {
    '403 proof_needed': 'The last login or proof is older than ten minutes: send `POST /api/auth/proof` first.',
  },
  admin: { '403 forbidden': 'Only administrators may do this.' },
  device: {
    '403 forbidden': 'Your role with this device does not include this.',
    '404 not_found': 'You have no device with this id, and none is shared with you.',
  },
} as const satisfies Record<string, OperationErrors>;
