import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRequest, ImportStart, ImportState } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { filesOf, readManifest, writeManifest } from './file-manifest.ts';

/** A file that waits to be imported, or is. */
export interface HeldFile extends Omit<ImportState, 'reasons'> {
  readonly deviceId: number;
  readonly accountId: number;
  /** Where it came from; null: a former run of the server. */
  readonly network: string | null;
  readonly path: string;
  readonly announcedAt: number;
  received: number;
  usedAt: number;
  reasons: { line: number; reason: string }[];
  cancelling: AbortController;
  /** What was requested; null before it begins. */
  start: ImportStart | null;
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

const stopped =
  'The server stopped while the file was being imported. What came in until then stays; resume to add the rest.';
const counts = { readBytes: 0, added: 0, changed: 0, present: 0, empty: 0, refused: 0, leftOut: 0 };

/**
 * Files on their way into the history: on disk, for an hour after they were last used; three of an account, nine of a network and 30 in
 * all, of which the last ten are for accounts that have none.
 */
export class HeldFiles {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #files = new Map<string, HeldFile>();

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  /** Of what a former run left, files that were being imported can be continued with; the others go. */
  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#directory);
    for (const id of names.filter((name) => !name.includes('.'))) await this.#takeUp(id);
    const known = new Set([...this.#files.values()].flatMap(({ path }) => filesOf(path)));
    for (const path of names.map((name) => join(this.#directory, name))) {
      if (!known.has(path)) await rm(path, { recursive: true, force: true });
    }
  }

  async #takeUp(id: string): Promise<void> {
    const path = join(this.#directory, id);
    const manifest = await readManifest(path);
    const { size } = await stat(path);
    if (manifest?.state.id !== id || size !== manifest.state.bytes) return;
    const { state, ...owner } = manifest;
    this.#files.set(id, {
      ...state,
      ...owner,
      path,
      received: size,
      reasons: [...state.reasons],
      state: 'failed',
      problem: stopped,
      canGoOn: true,
      network: null,
      announcedAt: this.#clock.now(),
      usedAt: this.#clock.now(),
      cancelling: new AbortController(),
    });
  }

  /** Notes how far an import is. */
  async save(file: HeldFile): Promise<void> {
    const { deviceId, accountId, start } = file;
    if (start) await writeManifest(file.path, { deviceId, accountId, start, state: stateOf(file) });
  }

  /** Makes a file ready to be imported from its beginning. */
  begin(file: HeldFile, start: ImportStart): void {
    Object.assign(file, counts, { start, state: 'running', problem: null, canGoOn: false, reasons: [] });
    file.cancelling = new AbortController();
  }

  /** What an import left: only what can be continued with is stored. */
  async settle(file: HeldFile): Promise<void> {
    if (!file.canGoOn) for (const path of filesOf(file.path)) await rm(path, { force: true });
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
      network: null,
      ...owner,
      ...counts,
      received: 0,
      state: 'waiting',
      reasons: [],
      start: null,
      problem: null,
      canGoOn: false,
      path: join(this.#directory, id),
      announcedAt: now,
      usedAt: now,
      cancelling: new AbortController(),
    };
    this.#files.set(id, file);
    await removed;
    return file;
  }

  /** The file whose place the next one takes; undefined: there is room. Throws a 429. */
  #freeSpace({ accountId, network }: FileOwner): HeldFile | undefined {
    const all = [...this.#files.values()];
    const own = all.filter((file) => file.accountId === accountId);
    const held = all.filter(isOnDisk);
    const isScarce = held.length >= filesOfAll - forNewcomers;
    const ownHeld = own.filter(isOnDisk);
    if (own.length >= filesOfAccount || (isScarce && ownHeld.length > 0)) {
      // A page that was closed sends nothing: its file gives way for the next one.
      const spare = (isScarce ? ownHeld : own).filter(({ state }) => state !== 'running');
      const [oldest] = spare.sort((a, b) => a.usedAt - b.usedAt);
      if (!oldest) throw overLimit();
      return oldest;
    }
    if (network != null && held.filter((file) => file.network === network).length >= filesOfNetwork) throw overLimit();
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

  /** Writes a piece; returns how many bytes there are. A piece that comes again changes nothing. Throws a 400 for one out of turn. */
  async write(file: HeldFile, offset: number, piece: Buffer): Promise<number> {
    if (file.state !== 'waiting') throw badRequest('The import has begun already.', because('import_started'));
    if (offset > file.received || offset + piece.length > file.bytes) {
      throw badRequest('This piece does not belong to the file. Choose the file again.', because('file_incomplete'));
    }
    const handle = await open(file.path, file.received === 0 ? 'w' : 'r+', 0o600);
    try {
      // A disk that is nearly full takes a part of a piece without an error.
      for (let done = 0; done < piece.length; )
        done += (await handle.write(piece, done, piece.length - done, offset + done)).bytesWritten;
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
    for (const path of filesOf(file.path)) await rm(path, { force: true });
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
  readonly network?: string;
}

/** Of one that is over only its state is stored. */
const isOnDisk = ({ state, canGoOn }: HeldFile): boolean => state === 'waiting' || state === 'running' || canGoOn;

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
