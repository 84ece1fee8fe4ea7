/** A place in the write-ahead log, from its text such as `0/3000028`. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();

/** The name of the file that holds a place: https://www.postgresql.org/docs/18/wal-internals.html */
export function segmentName(timeline: number, lsn: bigint, segmentBytes: number): string {
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  const number = lsn / BigInt(segmentBytes);
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
