import type { FileHandle } from 'node:fs/promises';
import type { LogCounts } from '@cyno/contract';
import { levelOfLine, SourceFinder, timeOfLine } from './line-reader.ts';
import { blockBytes, displayedLineBytes, type LogBlock, newBlock } from './log-block.ts';

const readBytes = 256 * 1024;
/** A block's sources are bits of one number; the last bit stands for all further ones. */
const maxSources = 31;
const newline = 0x0a;
const warn = 4;

/** When to stop for now. */
export interface Patience {
  readonly deadline: number;
  readonly signal: AbortSignal;
}

export const isOver = ({ deadline, signal }: Patience): boolean => signal.aborted || performance.now() >= deadline;

/**
 * Where the lines of a file begin, by blocks of 64 KB: 100 bytes of memory for 64 KB of log. It is built by reading the file
 * once, continues where it stopped when the file has grown, and knows which blocks need not be read for a filter.
 */
export class LineIndex {
  readonly blocks: LogBlock[] = [];
  readonly #sources = new Map<string, number>();
  #lines = 0;
  #warnings = 0;
  #errors = 0;
  #bytes = 0;

  /** The end of the last whole line. */
  get bytes(): number {
    return this.#bytes;
  }

  get lines(): number {
    return this.#lines;
  }

  get counts(): LogCounts {
    return { lines: this.#lines, warnings: this.#warnings, errors: this.#errors };
  }

  get sources(): string[] {
    return [...this.#sources.keys()].sort();
  }

  /** The bit of a source in its blocks; 0 when no line is of it. */
  sourceBit(source: string): number {
    const number = this.#sources.get(source) ?? (this.#sources.size >= maxSources ? maxSources : undefined);
    return number === undefined ? 0 : 1 << number;
  }

  /** The number of the block that holds a line. */
  blockOf(line: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.blocks[middle]?.firstLine ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Reads on to `size`; false when it was stopped before. `isClosed`: a last line without an end is one all the same. */
  async advance(handle: FileHandle, size: number, isClosed: boolean, patience: Patience): Promise<boolean> {
    const buffer = Buffer.allocUnsafe(readBytes);
    for (let next = this.#bytes; next < size; ) {
      if (isOver(patience)) return false;
      const { bytesRead } = await handle.read(buffer, 0, Math.min(readBytes, size - next), next);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      const whole = this.#takeLines(chunk);
      next += bytesRead;
      if (next < size) {
        if (whole === 0) next = await this.#takeLongLine(handle, chunk, next, size, isClosed);
        else next = this.#bytes;
      } else if (isClosed && whole < bytesRead) {
        this.#take(chunk, whole, bytesRead, undefined);
        this.#bytes = size;
      }
    }
    return true;
  }

  /** Takes the whole lines of a chunk that begins where the index ends; returns how many bytes they are. */
  #takeLines(chunk: Buffer): number {
    const finder = new SourceFinder(chunk);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#take(chunk, start, end, finder.of(start, end));
      this.#bytes += end + 1 - start;
      start = end + 1;
    }
    return start;
  }

  /** A line longer than a chunk: its end is searched for, and its head identifies it. Returns where to continue. */
  async #takeLongLine(handle: FileHandle, head: Buffer, from: number, size: number, isClosed: boolean) {
    const buffer = Buffer.allocUnsafe(readBytes);
    let next = from;
    while (next < size) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(readBytes, size - next), next);
      if (bytesRead === 0) break;
      const end = buffer.subarray(0, bytesRead).indexOf(newline);
      if (end !== -1) return this.#endLongLine(head, next + end + 1);
      next += bytesRead;
    }
    return isClosed ? this.#endLongLine(head, size) : size;
  }

  #endLongLine(head: Buffer, end: number): number {
    this.#take(head, 0, head.length, new SourceFinder(head.subarray(0, displayedLineBytes)).of(0, displayedLineBytes));
    this.#bytes = end;
    return end;
  }

  #take(chunk: Buffer, start: number, end: number, source: string | undefined): void {
    const block = this.#blockForNext();
    const level = end - start < 9 ? 0 : levelOfLine(chunk, start);
    block.levels |= 1 << level;
    if (level === warn) this.#warnings += 1;
    if (level > warn) this.#errors += 1;
    const time = level === 0 ? Number.NaN : timeOfLine(chunk, start);
    if (time < block.since) block.since = time;
    if (time > block.until) block.until = time;
    if (source !== undefined) block.sources |= 1 << this.#numberOf(source);
    this.#lines += 1;
  }

  #blockForNext(): LogBlock {
    const last = this.blocks.at(-1);
    if (last && this.#bytes - last.offset < blockBytes) return last;
    const block = newBlock(this.#bytes, this.#lines);
    this.blocks.push(block);
    return block;
  }

  #numberOf(source: string): number {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    if (this.#sources.size >= maxSources) return maxSources;
    this.#sources.set(source, this.#sources.size);
    return this.#sources.size - 1;
  }

  /** Reads the lines' part of a block: at most 128 KB, since a line is cut at 64 KB. */
  async readBlock(handle: FileHandle, number: number): Promise<Buffer> {
    const block = this.blocks[number];
    if (!block) return Buffer.alloc(0);
    const end = this.blocks[number + 1]?.offset ?? this.#bytes;
    // One byte more than is displayed reveals that a line continues.
    const length = Math.min(end - block.offset, blockBytes + displayedLineBytes + 1);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, block.offset);
    return buffer.subarray(0, bytesRead);
  }
}
