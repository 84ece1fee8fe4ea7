import { ClientError, ResponseBodyError } from 'openid-client';

/** The service could not be reached. */
export class ProviderUnreachable extends Error {}

/** What came back from the service cannot be believed, or it refused the code. */
export class ProviderRefused extends Error {}

/** True when the provider did not take the client secret in the way in which it was sent: RFC 6749, section 5.2. */
export function isUnknownClient(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}

/** Codes of openid-client for a response that never came, or came from something that is in the provider's place, such as a proxy. */
const unreachable = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** True when it makes sense to try again later. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (!(error instanceof ClientError)) return false;
  if (error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return statusOf(error.cause) >= 500;
  return error.code === undefined ? isUnreachable(error.cause) : unreachable.has(error.code);
}

function statusOf(cause: unknown): number {
  return cause instanceof Response ? cause.status : 0;
}

/**
 * What may be written to a log about a refused response: our own texts and codes. What else an error holds was chosen by the
 * provider, or by anyone who made the response up.
 */
export function describeRefusal({ cause }: ProviderRefused): { reason?: string; code?: string; response?: string } {
  if (!(cause instanceof Error)) return {};
  const { code } = cause as { code?: unknown };
  return {
    reason: cause.message,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof ResponseBodyError && errorCodePattern.test(cause.error) && { response: cause.error }),
  };
}

/** An error code of RFC 6749, section 5.2. */
const errorCodePattern = /^[a-z_]{1,40}$/;
