import { t } from '@lingui/core/macro';
import { ApiError } from './api-client.ts';

/** A failed call as a sentence: its reason, or when to try again after too many attempts. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t`Something went wrong on this page. Reload it and try again.`;
  if (error.code === 'rate_limited' && error.retryAfterS !== undefined && !error.isWorded) {
    const wait =
      error.retryAfterS < 90
        ? t`${{ seconds: error.retryAfterS }} s`
        : t`${{ minutes: Math.ceil(error.retryAfterS / 60) }} min`;
    return t`Too many attempts. Try again in ${wait}.`;
  }
  // Thai has no full stop.
  return /[.?]$|[ก-๛]/.test(error.message) ? error.message : `${error.message}.`;
}
