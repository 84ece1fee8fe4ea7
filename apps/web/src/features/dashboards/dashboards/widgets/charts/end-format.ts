import { formatClock, formatDate, formatDateTime } from '../../../../../lib/format/format.ts';

/** How the two ends of a time are written: with their dates unless both are of one day, because 10:00 to 10:00 is ambiguous. */
export const endFormat = (from: number, to: number): ((at: number) => string) =>
  formatDate(from) === formatDate(to) ? formatClock : formatDateTime;
