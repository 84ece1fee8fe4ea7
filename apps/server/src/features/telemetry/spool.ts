import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeRecord, readSegment, segmentHeader } from './spool-segment.ts';

const segmentBytes = 8 * 1024 * 1024;
const segmentName = /^(\d{12})\.spool$/;

/** The spool is at its limit, or the disk is full. */
export class SpoolFullError extends Error {}

/** The oldest part of the spool; `remove` is called when everything in it is safe elsewhere. */
export interface SpoolSegment {
  readonly payloads: Buffer[];
  /** Bytes that were damaged and could not be read. */
  readonly lostBytes: number;
  remove(): Promise<void>;
}

/**
 * A queue of records on disk for as long as the database is away: append-only files of about 8 MB. A record is on the disk
 * (fsync) before `append` resolves. After a restart new records go to a new file, so a torn end is never written behind.
 */
export class Spool {
  readonly #directory: string;
  readonly #maxBytes: number;
  /** Sizes of all segments by number, oldest first. */
  readonly #segments = new Map<number, number>();
  #active: { id: number; file: FileHandle } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /** Makes the directory when it is missing, and finds what a former run left there. */
  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    for (const name of (await readdir(this.#directory)).sort()) {
      const id = segmentName.exec(name)?.[1];
      if (id !== undefined) this.#segments.set(Number(id), (await stat(join(this.#directory, name))).size);
    }
  }

  get bytes(): number {
    let bytes = 0;
    for (const size of this.#segments.values()) bytes += size;
    return bytes;
  }

  get isEmpty(): boolean {
    return this.#segments.size === 0;
  }

  /** Rejects with a `SpoolFullError` when there is no room, or with what the file system said. */
  append(payload: Uint8Array): Promise<void> {
    return this.#exclusive(() => this.#append(encodeRecord(payload)));
  }

  /** The oldest segment, or undefined when there is none. Later records go to another one. */
  async oldest(): Promise<SpoolSegment | undefined> {
    const id = await this.#exclusive(async () => {
      const [first] = this.#segments.keys();
      if (first !== undefined && first === this.#active?.id) await this.#closeActive();
      return first;
    });
    if (id === undefined) return undefined;
    const path = this.#path(id);
    return {
      ...readSegment(await readFile(path)),
      remove: async () => {
        await unlink(path);
        this.#segments.delete(id);
      },
    };
  }

  close(): Promise<void> {
    return this.#exclusive(() => this.#closeActive());
  }

  async #append(record: Buffer): Promise<void> {
    if (this.bytes + record.length > this.#maxBytes) throw new SpoolFullError('The spool is at its limit');
    const { id, file } = this.#active ?? (await this.#create());
    const before = this.#segments.get(id) ?? 0;
    try {
      await writeAll(file, record, before);
      await file.datasync();
    } catch (error) {
      // What was written in part must not stand before the next record. Where even that fails, reading skips it.
      await file.truncate(before).catch(() => this.#closeActive());
      throw isDiskFull(error) ? new SpoolFullError('The disk is full', { cause: error }) : error;
    }
    this.#segments.set(id, before + record.length);
    if (before + record.length >= segmentBytes) await this.#closeActive();
  }

  async #create(): Promise<{ id: number; file: FileHandle }> {
    const id = Math.max(0, ...this.#segments.keys()) + 1;
    const path = this.#path(id);
    const file = await open(path, 'wx', 0o600);
    try {
      await writeAll(file, segmentHeader, 0);
      await syncDirectory(this.#directory);
    } catch (error) {
      await file.close();
      await unlink(path).catch(() => undefined);
      throw isDiskFull(error) ? new SpoolFullError('The disk is full', { cause: error }) : error;
    }
    this.#segments.set(id, segmentHeader.length);
    this.#active = { id, file };
    return this.#active;
  }

  async #closeActive(): Promise<void> {
    const active = this.#active;
    this.#active = undefined;
    await active?.file.close();
  }

  #path(id: number): string {
    return join(this.#directory, `${String(id).padStart(12, '0')}.spool`);
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A new file survives a power cut only when its directory entry does. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
