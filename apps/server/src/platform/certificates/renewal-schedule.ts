import type { CertificateFacts } from './key-pair.ts';

const minute = 60_000;
/** Growing, and far below what authorities allow: Let's Encrypt refuses above 5 failed checks of a name an hour. */
const pausesMs = [5, 15, 60, 180, 720, 1_440].map((minutes) => minutes * minute);
/** Of a pause, so that installations that failed together do not come back together. */
const pauseJitter = 0.25;
/** Of the lifetime. */
const renewalJitter = 0.03;
const hourMs = 60 * minute;
const maxAttemptsPerHour = 3;

/** When a certificate is due: at two thirds of its lifetime, a little earlier for some, always the same for one certificate. */
export function renewalOf({ notBefore, notAfter, fingerprint }: CertificateFacts): number {
  const lifetime = notAfter - notBefore;
  const share = Number.parseInt(fingerprint.slice(0, 2), 16) / 255;
  return Math.round(notBefore + (lifetime * 2) / 3 - lifetime * renewalJitter * share);
}

/** How long to wait after so many failures in a row, ms; `random` is from 0 to 1. */
export function pauseAfter(failures: number, random: number): number {
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 + pauseJitter * random));
}

/** The earliest instant at which one more attempt is within the limit of an hour; it holds for every reason to try. */
export function nextAllowed(attempts: readonly number[], now: number): number {
  const recent = attempts.filter((at) => Math.abs(now - at) < hourMs);
  const oldest = recent.at(-maxAttemptsPerHour);
  return oldest === undefined ? now : oldest + hourMs;
}
