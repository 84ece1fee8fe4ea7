import { displaySettings } from '../../../../../lib/format/display-settings.ts';
import { zoneOffsetMs } from '../../../../../ui/charts/plot/chart-ticks.ts';

/** Where an instant stands in a week; `day` is `YYYY-MM-DD`, weekday 0 a Sunday. */
export type WeekTime = { day: string; weekday: number; hour: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const name = timeZone ?? '';
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
  formats.set(name, format);
  return format;
}

/** The day and hour of an instant in a time zone: the profile's unless given. */
export function weekTime(at: number, timeZone: string | undefined = displaySettings().timeZone): WeekTime {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${part.year}-${part.month}-${part.day}`;
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), hour: Number(part.hour) };
}

const hourMs = 3_600_000;

/** When the hour of an instant began by the clock of a time zone, the profile's unless given; some are half an hour off those of UTC. */
export function hourStart(at: number, timeZone: string | undefined = displaySettings().timeZone): number {
  const aheadMs = zoneOffsetMs(at, timeZone);
  return Math.floor((at + aheadMs) / hourMs) * hourMs - aheadMs;
}
