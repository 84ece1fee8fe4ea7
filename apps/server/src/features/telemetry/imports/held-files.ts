import { randomUUID } from 'node:crypto';
import type { ImportRequest, ImportState } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { FileContent } from './csv-records.ts';
import type { BegunImport, ImportRow, ImportsRepository } from './imports.repository.ts';

/** A file that waits to be imported, or is. */
export interface HeldFile extends Omit<ImportState, 'reasons'> {
  readonly deviceId: number;
  readonly accountId: number;
  /** Where it was announced. */
  readonly network: string;
  readonly content: FileContent;
  readonly announcedAt: number;
  received: number;
  usedAt: number;
  reasons: { line: number; reason: string }[];
  /** Ends what reads it: somebody cancelled the import, or the server stops. */
  cancelling: AbortController;
  isCancelled: boolean;
  /** Null before it begins. */
  begun: BegunImport | null;
  state: ImportState['state'];
  readBytes: number;
  added: number;
  changed: number;
  present: number;
  empty: number;
  refused: number;
  leftOut: number;
  problem: string | null;
  canGoOn: boolean;
}

const filesOfAccount = 3;
const filesOfNetwork = 9;
const filesOfAll = 30;
/** Of them only accounts take that hold none. */
const forNewcomers = 10;
const retentionMs = 3_600_000;
/** The place of a file that was announced and does not come is free again after so long. */
const unusedMs = 60_000;
/** A file that comes more slowly, from its announcement on, is given up. */
const leastBytesPerSecond = 8 * 1024;
/** When all places are taken, whole files that nobody began to import for so long give way. */
const ponderMs = 10 * 60_000;

/** So much of a file is read at once. */
const chunkBytes = 64 * 1024;

const counts = { readBytes: 0, added: 0, changed: 0, present: 0, empty: 0, refused: 0, leftOut: 0 };

/**
 * Files on their way into the history: in the database, so that they outlive a server, for an hour after they were last used; three of an
 * account, nine of a network and 30 in all, of which the last ten are for accounts that have none.
 */
export class HeldFiles {
  readonly #repository: ImportsRepository;
  readonly #clock: Clock;
  readonly #files = new Map<string, HeldFile>();
  /** What is written of a file, so that the newest state is written last. */
  readonly #writes = new KeyedQueue<string>();

  constructor(repository: ImportsRepository, clock: Clock) {
    this.#repository = repository;
    this.#clock = clock;
  }

  /** Takes up the files that the server before had. */
  async open(): Promise<void> {
    for (const row of await this.#repository.list()) this.#files.set(row.id, this.#fileOf(row));
    const over = [...this.#files.values()].filter((file) => !hasContent(file));
    await this.#repository.removePieces(over.map(({ id }) => id));
  }

  #fileOf({ progress, ...row }: ImportRow): HeldFile {
    return {
      ...row,
      ...progress,
      reasons: [...progress.reasons],
      content: this.#contentOf(row),
      // While no server was there nothing could come.
      announcedAt: this.#clock.now(),
      cancelling: new AbortController(),
      isCancelled: false,
    };
  }

  #contentOf({ id, bytes }: Pick<HeldFile, 'id' | 'bytes'>): FileContent {
    return { bytes, read: (from) => this.#repository.read(id, from, chunkBytes) };
  }

  /** Stores how far an import is. */
  save(file: HeldFile): Promise<void> {
    return this.#writes.run(file.id, () => this.#repository.save(file.id, storedOf(file)));
  }

  /** Makes a file ready to be imported from its beginning; that it runs is stored when this resolves. */
  async begin(file: HeldFile, begun: BegunImport): Promise<void> {
    const before = { ...file };
    Object.assign(file, counts, { begun, state: 'running', problem: null, canGoOn: false, reasons: [] });
    Object.assign(file, { cancelling: new AbortController(), isCancelled: false, usedAt: this.#clock.now() });
    try {
      await this.save(file);
    } catch (error) {
      Object.assign(file, before);
      throw error;
    }
  }

  /** Ends an import that runs; also for a server that starts after this one, when this resolves. */
  async cancel(file: HeldFile): Promise<void> {
    file.isCancelled = true;
    file.cancelling.abort();
    await this.save(file);
  }

  /** Stores what became of an import; its content stays only when it can be continued with. */
  async settle(file: HeldFile): Promise<void> {
    await this.save(file);
    if (!hasContent(file)) await this.#repository.removePieces([file.id]);
  }

  /** What runs in a device for an account, or stopped and can continue. */
  ofAccount(deviceId: number, accountId: number): HeldFile[] {
    return [...this.#files.values()].filter(
      (file) =>
        file.deviceId === deviceId && file.accountId === accountId && (file.state === 'running' || file.canGoOn),
    );
  }

  /** Throws a 429 when there is no room. */
  async add(owner: FileOwner, { name, bytes }: ImportRequest): Promise<HeldFile> {
    await this.sweep();
    // From here on at once, so that of several none slips past a limit.
    const givesWay = this.#freeSpace(owner);
    const removed = givesWay && this.remove(givesWay);
    const id = randomUUID();
    const now = this.#clock.now();
    const file: HeldFile = {
      id,
      name,
      bytes,
      ...owner,
      ...counts,
      received: 0,
      state: 'waiting',
      reasons: [],
      begun: null,
      problem: null,
      canGoOn: false,
      content: this.#contentOf({ id, bytes }),
      announcedAt: now,
      usedAt: now,
      cancelling: new AbortController(),
      isCancelled: false,
    };
    this.#files.set(id, file);
    try {
      await this.#writes.run(id, async () => {
        await removed;
        await this.#repository.add({ id, name, bytes, ...owner, ...storedOf(file) });
      });
    } catch (error) {
      this.#files.delete(id);
      throw error;
    }
    return file;
  }

  /** The file whose place the next one takes; undefined: there is room. Throws a 429. */
  #freeSpace({ accountId, network }: FileOwner): HeldFile | undefined {
    const all = [...this.#files.values()];
    const own = all.filter((file) => file.accountId === accountId);
    const held = all.filter(hasContent);
    const isScarce = held.length >= filesOfAll - forNewcomers;
    const ownHeld = own.filter(hasContent);
    if (own.length >= filesOfAccount || (isScarce && ownHeld.length > 0)) {
      // A page that was closed sends nothing: its file gives way for the next one.
      const spare = (isScarce ? ownHeld : own).filter(({ state }) => state !== 'running');
      const [oldest] = spare.sort((a, b) => a.usedAt - b.usedAt);
      if (!oldest) throw overLimit();
      return oldest;
    }
    if (held.filter((file) => file.network === network).length >= filesOfNetwork) throw overLimit();
    if (held.length < filesOfAll) return undefined;
    const before = this.#clock.now() - ponderMs;
    const oldest = held
      .filter(({ state, announcedAt }) => state === 'waiting' && announcedAt < before)
      .sort((a, b) => a.announcedAt - b.announcedAt);
    if (!oldest[0]) throw overLimit();
    return oldest[0];
  }

  /** Throws a 404 when the device has no such file. */
  get(deviceId: number, id: string): HeldFile {
    const file = this.#files.get(id);
    if (file?.deviceId !== deviceId) throw notFound('import', id);
    file.usedAt = this.#clock.now();
    return file;
  }

  /** Stores a piece; returns how many bytes there are. A piece that comes again changes nothing. Throws a 400 for one out of turn. */
  write(file: HeldFile, offset: number, content: Buffer): Promise<number> {
    return this.#writes.run(file.id, async () => {
      if (file.state !== 'waiting') throw badRequest('The import has begun already.', because('import_started'));
      if (offset > file.received || offset + content.length > file.bytes) {
        throw badRequest('This piece does not belong to the file. Choose the file again.', because('file_incomplete'));
      }
      const received = await this.#repository.addPiece(file.id, { offset, content, at: this.#clock.now() });
      if (received === undefined) throw notFound('import', file.id);
      file.received = received;
      return received;
    });
  }

  running(): HeldFile[] {
    return [...this.#files.values()].filter(({ state }) => state === 'running');
  }

  async remove(file: HeldFile): Promise<void> {
    file.cancelling.abort();
    this.#files.delete(file.id);
    await this.#writes.run(file.id, () => this.#repository.remove(file.id));
  }

  /** Removes what nobody has used for an hour, and what does not come. */
  async sweep(): Promise<void> {
    const now = this.#clock.now();
    for (const file of this.#files.values()) {
      const isOld = file.state !== 'running' && now - file.usedAt > retentionMs;
      if (isOld || isGivenUp(file, now)) await this.remove(file);
    }
  }
}

/** Whose a file is, and where its announcement came from. */
interface FileOwner {
  readonly deviceId: number;
  readonly accountId: number;
  readonly network: string;
}

/** Of one that is over only its state is stored. */
const hasContent = ({ state, canGoOn }: HeldFile): boolean => state === 'waiting' || state === 'running' || canGoOn;

/** Whether less of it has come than should have by now. */
function isGivenUp({ state, received, bytes, announcedAt }: HeldFile, now: number): boolean {
  const due = ((now - announcedAt - unusedMs) / 1000) * leastBytesPerSecond;
  return state === 'waiting' && received < bytes && received < due;
}

const overLimit = () =>
  new AppError(429, 'rate_limited', 'Other files are being imported. Wait until they are done.', {
    ...because('imports_busy'),
    retryAfterSeconds: 60,
  });

/** The state of a file, as in responses. */
export const stateOf = (file: HeldFile): ImportState => ({
  id: file.id,
  name: file.name,
  bytes: file.bytes,
  state: file.state,
  readBytes: file.readBytes,
  added: file.added,
  changed: file.changed,
  present: file.present,
  empty: file.empty,
  refused: file.refused,
  leftOut: file.leftOut,
  reasons: [...file.reasons],
  problem: file.problem,
  canGoOn: file.canGoOn,
});

/** What is stored of a file beside its content: somebody who cancels an import is not to find it continued by the next server. */
function storedOf(file: HeldFile): Pick<ImportRow, 'begun' | 'progress' | 'usedAt'> {
  const { id, name, bytes, ...progress } = stateOf(file);
  const state = file.isCancelled ? 'cancelled' : file.state;
  return { begun: file.begun, progress: { ...progress, state }, usedAt: file.usedAt };
}
