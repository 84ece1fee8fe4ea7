import type { ServerCertificate } from './system.ts';

const dayMs = 24 * 3_600_000;
/** A renewal by hand needs this long; what renews itself has tried for weeks by then. */
const warnDays = { byHand: 21, byItself: 7 };

/**
 * How long before its end a certificate is warned of, in ms. One that renews itself and is valid for hours or days: for its last sixth, because
 * it was due for renewal at the last third.
 */
export function certificateWarningMs({
  startsAt,
  expiresAt,
  renewsItself,
}: Pick<ServerCertificate, 'startsAt' | 'expiresAt' | 'renewsItself'>): number {
  return renewsItself ? Math.min(warnDays.byItself * dayMs, (expiresAt - startsAt) / 6) : warnDays.byHand * dayMs;
}
