import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../platform/make-folder.ts';
import { encodeRecord, readSegment, segmentHeader } from './spool-segment.ts';
import { type UnreadableSegment, UnreadableSegments } from './unreadable-segments.ts';

const segmentBytes = 8 * 1024 * 1024;
const segmentName = /^(\d{12})\.spool$/;
const segmentNumber = /^(\d{12})\.spool/;
/** What passes by itself, so that the file is read again; anything else is a fault of the file. */
const passing = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'EINTR', 'ENOMEM', 'EBUSY']);

/** The spool is at its limit, or the disk is full; then `cause` is the error of the system. */
export class SpoolFullError extends Error {}

/** The oldest part of the spool; `remove` is called when everything in it is safe elsewhere. */
export interface SpoolSegment {
  readonly payloads: Buffer[];
  /** Bytes that were damaged and could not be read. */
  readonly lostBytes: number;
  /** Reports that a payload means nothing, so that the file is put aside instead of deleted. */
  markUnreadable(reason: string): void;
  remove(): Promise<void>;
}

interface SpoolOptions {
  /** Notified of each file that is put aside. */
  readonly onUnreadable?: (segment: UnreadableSegment) => void;
  readonly read?: (path: string) => Promise<Buffer>;
  readonly now?: () => number;
}

/**
 * A queue of records on disk for as long as the database is away: append-only files of about 8 MB. A record is on the disk
 * (fsync) before `append` resolves. After a restart new records go to a new file, so a torn end is never written behind. A file that
 * cannot be read is put aside, so that those behind it are not held up.
 */
export class Spool {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #options: SpoolOptions;
  readonly unreadable: UnreadableSegments;
  /** Sizes of all segments by number, oldest first. */
  readonly #segments = new Map<number, number>();
  #lastId = 0;
  #active: { id: number; file: FileHandle } | undefined;
  /** The content of the oldest segment once it was read, so that nobody can take it away any more. */
  #head: { id: number; content: Buffer } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(directory: string, maxBytes: number, options: SpoolOptions = {}) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#options = options;
    this.unreadable = new UnreadableSegments(directory);
  }

  /** Makes the directory when it is missing, and finds what a former run left there. Throws a StartError when it cannot be made. */
  async open(): Promise<void> {
    await makeFolder(this.#directory, 'holds messages that wait for the database');
    for (const name of await this.unreadable.open()) {
      // A number that was used again would be put aside over this file one day.
      this.#lastId = Math.max(this.#lastId, Number(segmentNumber.exec(name)?.[1] ?? 0));
    }
    for (const name of (await readdir(this.#directory)).sort()) {
      const id = Number(segmentName.exec(name)?.[1] ?? 0);
      if (id === 0) continue;
      this.#lastId = Math.max(this.#lastId, id);
      this.#segments.set(id, 0);
      await stat(join(this.#directory, name)).then(
        ({ size }) => this.#segments.set(id, size),
        (error: unknown) => this.#putAside(id, faultOf(error)),
      );
    }
  }

  get bytes(): number {
    let bytes = 0;
    for (const size of this.#segments.values()) bytes += size;
    return bytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  get isEmpty(): boolean {
    return this.#segments.size === 0;
  }

  /** Rejects with a `SpoolFullError` when there is no space, or with the error of the file system. */
  append(payload: Uint8Array): Promise<void> {
    return this.#exclusive(() => this.#append(encodeRecord(payload)));
  }

  /**
   * Writes one record in the place of all that are there: these go when it is on the disk. `payload` is called when every earlier `append`
   * has been settled. Rejects as `append` does, and all stay then.
   */
  replaceAll(payload: () => Uint8Array): Promise<void> {
    return this.#exclusive(async () => {
      const before = [...this.#segments.keys()];
      await this.#closeActive();
      await this.#append(encodeRecord(payload()));
      for (const id of before) await this.#remove(id);
    });
  }

  /**
   * The oldest segment that can be read, or undefined when there is none. Later records go to another one. Rejects when reading it
   * failed for a reason that passes.
   */
  async oldest(): Promise<SpoolSegment | undefined> {
    for (;;) {
      const [id] = this.#segments.keys();
      if (id === undefined) return undefined;
      const content = await this.#exclusive(() => this.#content(id)).catch((error: NodeJS.ErrnoException) => {
        if (passing.has(error.code ?? '')) throw error;
        return this.#exclusive(() => this.#putAside(id, faultOf(error)));
      });
      if (content) return this.#segment(id, content);
    }
  }

  close(): Promise<void> {
    return this.#exclusive(() => this.#closeActive());
  }

  #segment(id: number, content: Buffer): SpoolSegment {
    const { endsTorn, ...read } = readSegment(content);
    const lost = `${read.lostBytes} bytes of it are damaged`;
    const torn = `its last ${read.lostBytes} bytes are incomplete, as a power cut or a crash leaves them`;
    let reason = read.lostBytes === 0 ? undefined : endsTorn ? torn : lost;
    return {
      ...read,
      markUnreadable(why) {
        reason ??= why;
      },
      remove: () => (reason === undefined ? this.#remove(id) : this.#putAside(id, reason)),
    };
  }

  async #content(id: number): Promise<Buffer> {
    if (this.#head?.id === id) return this.#head.content;
    const active = this.#active?.id === id ? this.#active : undefined;
    // Through the handle also a file is read whose name is gone.
    const content = await (active
      ? readAll(active.file, this.#segments.get(id) ?? 0)
      : (this.#options.read ?? readFile)(this.#path(id)));
    if (active) await this.#closeActive();
    this.#head = { id, content };
    return content;
  }

  async #remove(id: number): Promise<void> {
    await unlink(this.#path(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return;
      // Storing it again and again would keep everything behind it waiting.
      const reason = `it is stored, but could not be removed: ${faultOf(error)}`;
      this.#report({ name: nameOf(id), bytes: this.#segments.get(id) ?? 0, reason, at: this.#now() });
    });
    this.#forget(id);
  }

  async #putAside(id: number, reason: string): Promise<undefined> {
    const bytes = this.#segments.get(id) ?? 0;
    if (this.#active?.id === id) await this.#closeActive();
    this.#forget(id);
    const taken = await this.unreadable.take(nameOf(id), { bytes, reason, at: this.#now() });
    this.#options.onUnreadable?.(taken);
  }

  #report(segment: UnreadableSegment): void {
    this.unreadable.note(segment);
    this.#options.onUnreadable?.(segment);
  }

  #forget(id: number): void {
    this.#segments.delete(id);
    if (this.#head?.id === id) this.#head = undefined;
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
      if (isDiskFull(error)) throw diskFull(error);
      // The next record is tried in another place.
      await this.#closeActive();
      throw error;
    }
    this.#segments.set(id, before + record.length);
    if ((await file.stat()).nlink === 0) await this.#rescue(id, file);
    if (before + record.length >= segmentBytes) await this.#closeActive();
  }

  /** Writes the active file again whose name somebody removed: it would be gone as soon as it is closed. */
  async #rescue(id: number, file: FileHandle): Promise<void> {
    const content = await readAll(file, this.#segments.get(id) ?? 0);
    const copyId = await this.#copy(content).catch((error: unknown) => {
      // The next record tries again; until then the handle holds what is in there.
      this.#active = { id, file };
      throw error;
    });
    this.#segments.set(copyId, content.length);
    this.#forget(id);
    await file.close();
    const reason = 'it was removed while it was in use; its messages were written again';
    this.#report({ name: nameOf(id), bytes: content.length, reason, at: this.#now() });
  }

  /** Writes a whole file, which is the active one then; returns its id. Where that fails nothing of it is left. */
  async #copy(content: Buffer): Promise<number> {
    const { id, file } = await this.#create();
    try {
      await writeAll(file, content, 0);
      await file.datasync();
      return id;
    } catch (error) {
      await file.close();
      await unlink(this.#path(id)).catch(() => undefined);
      this.#forget(id);
      throw isDiskFull(error) ? diskFull(error) : error;
    }
  }

  async #create(): Promise<{ id: number; file: FileHandle }> {
    const id = this.#lastId + 1;
    const path = this.#path(id);
    let file: FileHandle | undefined;
    try {
      file = await open(path, 'wx+', 0o600).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await mkdir(this.#directory, { recursive: true, mode: 0o700 });
        return open(path, 'wx+', 0o600);
      });
      await writeAll(file, segmentHeader, 0);
      await syncDirectory(this.#directory);
    } catch (error) {
      await file?.close();
      if (file) await unlink(path).catch(() => undefined);
      throw isDiskFull(error) ? diskFull(error) : error;
    }
    this.#lastId = id;
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
    return join(this.#directory, nameOf(id));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}

const nameOf = (id: number): string => `${String(id).padStart(12, '0')}.spool`;

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function readAll(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, done);
    if (bytesRead === 0) return bytes.subarray(0, done);
    done += bytesRead;
  }
  return bytes;
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

const diskFull = (cause: unknown): SpoolFullError => new SpoolFullError('The disk is full', { cause });

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Why a file cannot be used, as a part of a sentence. */
function faultOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'it was removed';
  if (code === 'EIO') return 'the disk has an error (EIO)';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it';
  return message;
}
