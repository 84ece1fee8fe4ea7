/** What the index knows of a stretch of at least 64 KB of whole lines. */
export interface LogBlock {
  /** Where it begins in the file. */
  readonly offset: number;
  /** The number of its first line. */
  readonly firstLine: number;
  /** Bit n: it has a line of level n × 10; bit 0: it has a line that is no entry of ours. */
  levels: number;
  /** Bit n: it has a line of the source with this number. */
  sources: number;
  /** Of the entries in it, ms since the epoch: a clock that was set back must not hide lines. */
  since: number;
  until: number;
}

/** Lines begin within the first 64 KB of a block, and 64 KB are shown of one. */
export const blockBytes = 64 * 1024;
export const displayedLineBytes = 64 * 1024;

export const newBlock = (offset: number, firstLine: number): LogBlock => ({
  offset,
  firstLine,
  levels: 0,
  sources: 0,
  since: Number.POSITIVE_INFINITY,
  until: Number.NEGATIVE_INFINITY,
});

const newline = 0x0a;

/** A line as it was read. */
export interface ReadLine {
  readonly text: string;
  readonly cut: boolean;
}

/** The lines of a block, of which at least the first 128 KB were read; a longer line is cut. */
export function linesOf(bytes: Buffer): ReadLine[] {
  const lines: ReadLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const cut = end - start > displayedLineBytes;
    lines.push({ text: bytes.toString('utf8', start, cut ? start + displayedLineBytes : end), cut });
    start = end + 1;
  }
  return lines;
}
