import { parseDate } from '@internationalized/date';

/** When a share ends: as it is (`unchanged`), never, after a while, or at the end of a day that is chosen. */
export type EndChoice = 'unchanged' | 'never' | 'day' | 'week' | 'date';

const dayMs = 86_400_000;

/**
 * The instant of a choice, ms since the epoch; null: never. Undefined while the day of `date` (`YYYY-MM-DD` in `timeZone`) is missing
 * or over.
 */
export function endOf(choice: Exclude<EndChoice, 'unchanged'>, date: string, at: { now: number; timeZone: string }) {
  switch (choice) {
    case 'never':
      return null;
    case 'day':
      return at.now + dayMs;
    case 'week':
      return at.now + 7 * dayMs;
    case 'date': {
      if (date === '') return undefined;
      const end = parseDate(date).add({ days: 1 }).toDate(at.timeZone).getTime();
      return end > at.now ? end : undefined;
    }
  }
}
