import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRequest, ImportState } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';

/** A file that waits to be imported, or is. */
export interface HeldFile extends Omit<ImportState, 'reasons'> {
  readonly deviceId: number;
  readonly accountId: number;
  readonly path: string;
  received: number;
  usedAt: number;
  readonly reasons: { line: number; reason: string }[];
  readonly cancelling: AbortController;
  state: ImportState['state'];
  readBytes: number;
  added: number;
  changed: number;
  present: number;
  empty: number;
  refused: number;
  problem: string | null;
}

const filesOfAccount = 3;
const filesOfAll = 30;
const keptMs = 3_600_000;

const counts = { readBytes: 0, received: 0, added: 0, changed: 0, present: 0, empty: 0, refused: 0, problem: null };

/** Files on their way into the history: on disk, for an hour after they were last used, three an account and 30 in all. */
export class HeldFiles {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #files = new Map<string, HeldFile>();

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  /** What a former run left is of no use: who it belonged to is not known any more. */
  async open(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  /** Throws a 429 when there is no room. */
  async add(owner: { deviceId: number; accountId: number }, { name, bytes }: ImportRequest): Promise<HeldFile> {
    await this.sweep();
    const own = [...this.#files.values()].filter(({ accountId }) => accountId === owner.accountId);
    const spare = own.filter(({ state }) => state !== 'running').sort((a, b) => a.usedAt - b.usedAt);
    // A page that was closed says nothing: its file makes room for the next one.
    if (own.length >= filesOfAccount && spare[0]) await this.remove(spare[0]);
    else if (own.length >= filesOfAccount || this.#files.size >= filesOfAll) {
      throw new AppError(429, 'rate_limited', 'Other files are being imported. Wait until they are done.', {
        retryAfterSeconds: 60,
      });
    }
    const id = randomUUID();
    const file: HeldFile = {
      ...{ id, name, bytes, ...owner, ...counts, state: 'waiting', reasons: [] },
      path: join(this.#directory, id),
      usedAt: this.#clock.now(),
      cancelling: new AbortController(),
    };
    this.#files.set(id, file);
    return file;
  }

  /** Throws a 404 when the device has no such file. */
  get(deviceId: number, id: string): HeldFile {
    const file = this.#files.get(id);
    if (file?.deviceId !== deviceId) throw notFound('import', id);
    file.usedAt = this.#clock.now();
    return file;
  }

  /** Writes a piece; answers how many bytes there are. A piece that comes again changes nothing. Throws a 400 for one out of turn. */
  async write(file: HeldFile, offset: number, piece: Buffer): Promise<number> {
    if (file.state !== 'waiting') throw badRequest('The import has begun already.');
    if (offset > file.received || offset + piece.length > file.bytes) {
      throw badRequest('This piece does not belong to the file. Choose the file again.');
    }
    const handle = await open(file.path, offset === 0 ? 'w' : 'r+', 0o600);
    try {
      await handle.write(piece, 0, piece.length, offset);
    } finally {
      await handle.close();
    }
    file.received = Math.max(file.received, offset + piece.length);
    return file.received;
  }

  running(): HeldFile[] {
    return [...this.#files.values()].filter(({ state }) => state === 'running');
  }

  async remove(file: HeldFile): Promise<void> {
    file.cancelling.abort();
    this.#files.delete(file.id);
    await rm(file.path, { force: true });
  }

  /** Removes what nobody has used for an hour. */
  async sweep(): Promise<void> {
    for (const file of this.#files.values()) {
      if (file.state !== 'running' && this.#clock.now() - file.usedAt > keptMs) await this.remove(file);
    }
  }
}
