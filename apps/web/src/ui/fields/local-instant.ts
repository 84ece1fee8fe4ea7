import { zoneOffsetMs } from '../charts/plot/chart-ticks.ts';

/** A day `YYYY-MM-DD`, empty while it is not chosen, and a second of it. */
export type LocalParts = { day: string; second: number | null };

/** What calendar and clock of a zone (the browser's unless given) show at an instant. */
export function localPartsOf(at: number, timeZone?: string): LocalParts {
  const local = new Date(at + zoneOffsetMs(at, timeZone));
  const second = local.getUTCHours() * 3600 + local.getUTCMinutes() * 60;
  return { day: local.toISOString().slice(0, 10), second };
}

/** The instant of a day and a second in a zone, ms since the epoch; null while a part is missing. */
export function instantOf({ day, second }: LocalParts, timeZone?: string): number | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (second === null || Number.isNaN(midnight)) return null;
  return instantAt(midnight + second * 1000, timeZone);
}

/** The instant at which the clock of a zone (the browser's unless given) shows what UTC shows at `local`, ms since the epoch. */
export function instantAt(local: number, timeZone?: string): number {
  // The offset is that of the instant itself, which is known only roughly before.
  const rough = local - zoneOffsetMs(local, timeZone);
  return local - zoneOffsetMs(rough, timeZone);
}
