import { formatClock, formatDate, formatDateTime, formatDay } from '../../../../../lib/format/format.ts';

/**
 * How the two ends of a time are written: with their days unless both are of one day, because 10:00 to 10:00 is ambiguous, and with their
 * years where these differ.
 */
export function endFormat(from: number, to: number): (at: number) => string {
  const [first, last] = [from, to].map(partsOf);
  if (first?.join() === last?.join()) return formatClock;
  if (first?.[2] !== last?.[2]) return formatDateTime;
  return (at) => {
    const [month = '', date = ''] = partsOf(at);
    return `${formatDay(month, date)} ${formatClock(at)}`;
  };
}

const partsOf = (at: number) => formatDate(at, undefined, 'mm/dd/yy').split('/');
