import type { FileHandle } from 'node:fs/promises';
import type { LogLine } from '@cyno/contract';
import type { LineFilter } from './line-filter.ts';
import { isOver, type LineIndex, type Patience } from './line-index.ts';
import { displayedLineBytes, linesOf } from './log-block.ts';

/** Returned at once, whatever was requested. */
const maxResponseBytes = 1024 * 1024;
const tailBytes = 256 * 1024;

/** Lines from number `from` on, oldest first; stops before 1 MB is exceeded, but not before the first line. */
export async function readLines(handle: FileHandle, index: LineIndex, from: number, count: number): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  let bytes = 0;
  for (let number = index.blockOf(from); number < index.blocks.length && lines.length < count; number += 1) {
    const first = index.blocks[number]?.firstLine ?? 0;
    const read = linesOf(await index.readBlock(handle, number));
    for (let at = Math.max(0, from - first); at < read.length && lines.length < count; at += 1) {
      const line = read[at];
      bytes += line?.text.length ?? 0;
      if (!line || (bytes > maxResponseBytes && lines.length > 0)) return lines;
      lines.push({ line: first + at, ...line });
    }
  }
  return lines;
}

/** The newest lines of a file that is not counted yet, numbered from 0. */
export async function readTail(handle: FileHandle, size: number, count: number): Promise<LogLine[]> {
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  const end = buffer.lastIndexOf(0x0a, bytesRead - 1);
  const lines = end === -1 ? [] : linesOf(buffer.subarray(0, end));
  // The first one may have lost its head.
  if (start > 0) lines.shift();
  return lines.slice(-count).map((line, number) => ({ line: number, ...line }));
}

export interface Search {
  readonly filter: LineFilter;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly before: number;
  readonly limit: number;
}

export interface Found {
  /** Newest first. */
  readonly matches: LogLine[];
  /** Where to continue (exclusive), null when all was looked at. */
  readonly next: number | null;
}

/** Looks from the newest line to the oldest, until enough is found or the time is over; continues by at least a block. */
export async function search(handle: FileHandle, index: LineIndex, wanted: Search, patience: Patience): Promise<Found> {
  const { filter, from, before, limit } = wanted;
  const matches: LogLine[] = [];
  let bytes = 0;
  if (before <= from) return { matches, next: null };
  for (let number = index.blockOf(before - 1); number >= 0; number -= 1) {
    const block = index.blocks[number];
    if (!block) break;
    if (filter.mayHold(block)) {
      const read = await index.readBlock(handle, number);
      const lines = filter.mayMatch(read.toString()) ? linesOf(read) : [];
      const lowest = Math.max(0, from - block.firstLine);
      for (let at = Math.min(lines.length, before - block.firstLine) - 1; at >= lowest; at -= 1) {
        const line = lines[at];
        if (!line || !filter.matches(line.text)) continue;
        matches.push({ line: block.firstLine + at, ...line });
        bytes += Math.min(line.text.length, displayedLineBytes);
        const next = block.firstLine + at;
        if (matches.length >= limit || bytes > maxResponseBytes) return { matches, next: next > from ? next : null };
      }
    }
    if (block.firstLine <= from) break;
    if (isOver(patience)) return { matches, next: block.firstLine };
  }
  return { matches, next: null };
}
