import type { StoredNow, StoredWithin } from './device-sizes.repository.ts';

const dayMs = 24 * 3_600_000;
const yearDays = 365;
/** Less than this is too little to know a day by, ms. */
const leastMs = 6 * 3_600_000;
/** Rollups of a minute, which remain of messages that are removed, take at most so much of those of five minutes (measured with 33 kits). */
const minutesPerFine = 3.5;

/** What a device stores in a day, bytes. */
export interface DailyBytes {
  readonly messages: number;
  readonly fineRollups: number;
  readonly longRollups: number;
}

/** For how long an account's plan stores, days; null: for ever. */
export interface StorageLimits {
  readonly rawDays: number | null;
  readonly rollupDays: number | null;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** What a device stores in a day by what it stored within two windows; null: it is too new for that. */
export function dailyBytes(
  { messages, firstMessages, fineRollups, longRollups, firstRollups }: StoredWithin,
  windows: { readonly messages: Window; readonly rollups: Window },
): DailyBytes | null {
  const [messageDays, rollupDays] = [daysOf(windows.messages, firstMessages), daysOf(windows.rollups, firstRollups)];
  if (messageDays === null || rollupDays === null) return null;
  return {
    messages: messages / messageDays,
    fineRollups: fineRollups / rollupDays,
    longRollups: longRollups / rollupDays,
  };
}

function daysOf({ from, to }: Window, first: number | null): number | null {
  const ms = first === null ? 0 : to - Math.max(from, first);
  return ms < leastMs ? null : ms / dayMs;
}

/** What all together is stored in a day, by which devices are put in order. */
export const sumOf = ({ messages, fineRollups, longRollups }: DailyBytes): number =>
  messages + fineRollups + longRollups;

/** How much of what a device stores within the next year is there at its end, bytes. */
export function addedInYear(daily: DailyBytes, { rawDays, rollupDays }: StorageLimits): number {
  const rollupsFor = Math.min(yearDays, rollupDays ?? yearDays);
  const messagesFor = Math.min(yearDays, rawDays ?? yearDays);
  return (
    daily.messages * messagesFor +
    (daily.fineRollups + daily.longRollups) * rollupsFor +
    minutesOf(daily) * Math.max(0, rollupsFor - messagesFor)
  );
}

/** How much a device will have stored in a year, bytes. */
export function storedInYear(daily: DailyBytes, now: StoredNow, limits: StorageLimits): number {
  const share = daily.messages === 0 ? 1 : minutesOf(daily) / daily.messages;
  const becomesMinutes = Math.max(0, now.messagesWithRollups - now.retainedMessages) * share;
  return addedInYear(daily, limits) + now.retainedMessages + now.retainedRollups + becomesMinutes;
}

/** From which instant on what is stored now is still stored in a year, ms since the epoch. */
export const retainedFrom = (now: number, days: number | null): number =>
  days === null ? 0 : now - Math.max(0, days - yearDays) * dayMs;

/** What remains of the messages of a day when the plan removes them: their rollups of a minute, which are fewer where they are many. */
const minutesOf = ({ messages, fineRollups }: DailyBytes): number => Math.min(messages, minutesPerFine * fineRollups);
