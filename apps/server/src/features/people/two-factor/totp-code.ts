import { Secret, TOTP } from 'otpauth';

/** RFC 6238, section 4: what every authenticator app takes by default. */
const periodSeconds = 30;
const stepMs = periodSeconds * 1000;
/** RFC 6238, section 5.2: clocks differ, and typing takes time. */
const stepsBeforeAndAfter = 1;
const issuer = 'Cyno';

const totp = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** A secret for an authenticator app: 160 random bits (RFC 4226, section 4, R6) in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The secret as address that apps scan: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const totpUri = (secret: string, email: string): string => totp(secret, email).toString();

/** The time step that six digits are the code of, of those around `now` (ms since the epoch); undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: stepsBeforeAndAfter });
  return delta === null ? undefined : Math.floor(now / stepMs) + delta;
}
