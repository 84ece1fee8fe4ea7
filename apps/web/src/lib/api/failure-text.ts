import { ApiError } from './api-client.ts';

/** A failed call as a sentence, with when to try again if the server sent it. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.code === 'rate_limited' && error.retryAfterS !== undefined) {
    const wait = error.retryAfterS < 90 ? `${error.retryAfterS} s` : `${Math.ceil(error.retryAfterS / 60)} min`;
    return `Too many tries. Try again in ${wait}.`;
  }
  return /[.?]$/.test(error.message) ? error.message : `${error.message}.`;
}
