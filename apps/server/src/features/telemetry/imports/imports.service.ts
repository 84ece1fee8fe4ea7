import {
  type DeviceVariable,
  deviceLogText,
  type ImportKind,
  type ImportMapping,
  type ImportPreview,
  type ImportPreviewRequest,
  type ImportRequest,
  type ImportStart,
  type ImportState,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { ImportWriter } from '../ingest/index.ts';
import { type HeldFile, HeldFiles, stateOf } from './held-files.ts';
import { runImport } from './import-run.ts';
import type { BegunImport, ImportsRepository } from './imports.repository.ts';
import { Previews } from './previews.ts';
import { rowReader } from './row-reader.ts';
import type { KnownVariable } from './suggest-mapping.ts';
import { isRefused, untilDone } from './until-done.ts';

/** Starts of the server that continue an import by themselves: it may be what ends the server. */
const maxContinuations = 3;
/** So many batches are written at once; accounts whose imports run take turns. */
const maxWriting = 2;
/** Who announces more does not wait for what they announced. */
const announcementsOfAccount = { points: 30, windowSeconds: 60 };
const whole = (count: number) => count.toLocaleString('en-US');

/** Who announces a file, and where the announcement came from. */
interface ImportOrigin {
  readonly accountId: number;
  readonly network: string;
}

interface ImportsDeps {
  readonly repository: ImportsRepository;
  readonly writer: ImportWriter;
  readonly clock: Clock;
  readonly log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
  /** The device as it is now, when it still belongs to the owner and the account may bring files into it; neither is closed. */
  stillOpen(deviceId: number, ownerId: number, accountId: number): DeviceRecord | undefined;
  /** Called when a device got points, or variables. */
  imported(device: DeviceRecord): void;
  /** Writes a line for those who manage the device. */
  logImport(deviceId: number, text: string): void;
}

/** Takes files of measured values into the history of devices. */
export class Imports {
  readonly #deps: ImportsDeps;
  readonly #files: HeldFiles;
  readonly #previews = new Previews();
  readonly #runs = new Set<Promise<void>>();
  readonly #queue = new FairQueue<number>(maxWriting);
  readonly #announcements = createMemoryCounter(announcementsOfAccount);
  #isStopping = false;

  constructor(deps: ImportsDeps) {
    this.#deps = deps;
    this.#files = new HeldFiles(deps.repository, deps.clock);
  }

  /** Takes up the files that the server before had, and continues the imports that ran there. */
  async start(): Promise<void> {
    await this.#files.open();
    for (const file of this.#files.running()) {
      const { begun } = file;
      if (begun) runFor(accountRequester(file.accountId), () => this.#follow(this.#continue(file, begun)));
    }
  }

  /** What is under way ends with the batch that is being written; the next start continues it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const file of this.#files.running()) file.cancelling.abort();
    await Promise.all(this.#runs);
  }

  /** Announces a file whose pieces will come. Throws a 409 for a paused device, and a 429 when there is no room or too many are announced. */
  async announce(device: DeviceRecord, from: ImportOrigin, request: ImportRequest): Promise<{ id: string }> {
    checkStores(device);
    await this.#announcements.take(String(from.accountId));
    return { id: (await this.#files.add({ deviceId: device.id, ...from }, request)).id };
  }

  async take(
    device: DeviceRecord,
    id: string,
    piece: { offset: number; bytes: Buffer },
  ): Promise<{ received: number }> {
    return { received: await this.#files.write(this.#files.get(device.id, id), piece.offset, piece.bytes) };
  }

  /** Shows the beginning of a file as it would be stored. `zone` is for times without one of their own. Throws a 400 for no table. */
  async preview(
    device: DeviceRecord,
    id: string,
    request: ImportPreviewRequest & { readonly zone: string },
  ): Promise<ImportPreview> {
    const { name, espid } = device;
    const messagesSince = await this.#deps.writer.messagesSince(device.id);
    const target = {
      name,
      espid,
      variables: this.#known(device),
      reader: (how: Pick<ImportStart, 'layout' | 'mapping'>) => this.#reader(device, how, messagesSince),
    };
    return this.#previews.make(this.#complete(device, id), target, request);
  }

  /** Begins an import; throws a 400 for a mapping that makes no sense, a 409 when it has begun, a 429 when the account's runs. */
  async run(device: DeviceRecord, id: string, start: ImportStart): Promise<ImportState> {
    const messagesSince = await this.#deps.writer.messagesSince(device.id);
    const file = this.#complete(device, id);
    if (file.state !== 'waiting')
      throw new AppError(409, 'conflict', 'The import has begun already.', because('import_started'));
    return this.#begin(device, file, { start, messagesSince });
  }

  /** Continues with an import that stopped: from its beginning, and what is stored already is left alone. Throws a 409 for others. */
  async resume(device: DeviceRecord, id: string): Promise<ImportState> {
    const messagesSince = await this.#deps.writer.messagesSince(device.id);
    const file = this.#files.get(device.id, id);
    if (!file.canGoOn || !file.begun)
      throw new AppError(409, 'conflict', 'There is no import to resume.', because('import_not_resumable'));
    return this.#begin(device, file, { start: file.begun.start, messagesSince });
  }

  async #begin(
    device: DeviceRecord,
    file: HeldFile,
    { start, messagesSince }: { start: ImportStart; messagesSince: number },
  ): Promise<ImportState> {
    checkStores(device);
    if (this.#files.running().some(({ accountId }) => accountId === file.accountId)) {
      throw new AppError(429, 'rate_limited', 'Another import of yours is running. Wait until it is done.', {
        ...because('import_running'),
        retryAfterSeconds: 30,
      });
    }
    this.#checkCapacity(device, start.mapping);
    const read = this.#reader(device, start, messagesSince);
    const begun = { start, ownerId: device.accountId, continuations: 0 };
    await this.#files.begin(file, begun);
    this.#follow(this.#runToEnd(file, begun, async () => read));
    return stateOf(file);
  }

  /** Continues an import that ran when the server before ended: from its beginning, as `resume` does. Never rejects. */
  #continue(file: HeldFile, begun: BegunImport): Promise<void> {
    const { deviceId, accountId, name, added, changed } = file;
    const { start, ownerId, continuations } = begun;
    return this.#runToEnd(file, begun, async () => {
      const device = this.#deps.stillOpen(deviceId, ownerId, accountId);
      if (!device) throw closed();
      if (continuations >= maxContinuations) throw new OftenInterrupted();
      await this.#files.begin(file, { ...begun, continuations: continuations + 1 });
      const values = { name, added: whole(added), changed: whole(changed) };
      this.#deps.logImport(deviceId, deviceLogText('import_continued', values));
      this.#checkCapacity(device, start.mapping);
      const since = () => this.#deps.writer.messagesSince(deviceId);
      return this.#reader(device, start, await untilDone(since, file.cancelling.signal));
    });
  }

  #follow(run: Promise<void>): void {
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
  }

  /** The account's imports into a device that run, or stopped and can continue. */
  list(device: DeviceRecord, accountId: number): ImportState[] {
    return this.#files.ofAccount(device.id, accountId).map(stateOf);
  }

  state(device: DeviceRecord, id: string): ImportState {
    return stateOf(this.#files.get(device.id, id));
  }

  /** Ends an import after the batch that is being written, or forgets a file that waits. What was stored stays. */
  async cancel(device: DeviceRecord, id: string): Promise<void> {
    const file = this.#files.get(device.id, id);
    if (file.state === 'running') await this.#files.cancel(file);
    else await this.#files.remove(file);
  }

  sweep(): Promise<void> {
    return this.#files.sweep();
  }

  #complete(device: DeviceRecord, id: string): HeldFile {
    const file = this.#files.get(device.id, id);
    if (file.received < file.bytes)
      throw badRequest('The file has not come whole. Choose it again.', because('file_incomplete'));
    return file;
  }

  #known({ id }: DeviceRecord): KnownVariable[] {
    const kinds = this.#deps.writer.kinds(id);
    const labels = new Map(this.#deps.variablesOf(id).map(({ key, label }) => [key, label]));
    const isComputed = (key: string) => this.#deps.writer.isComputed(id, key);
    return [...kinds].map(([key, kind]) => ({ key, kind, label: labels.get(key) ?? key, isComputed: isComputed(key) }));
  }

  #reader(device: DeviceRecord, { layout, mapping }: Pick<ImportStart, 'layout' | 'mapping'>, messagesSince: number) {
    const { writer, clock } = this.#deps;
    const now = clock.now();
    this.#checkVariables(device, mapping);
    const retention = writer.retention(device.accountId, now);
    const retentionByVariable = writer.retentionByVariable(device.id);
    return rowReader({ layout, mapping, retention, messagesSince, retentionByVariable, now });
  }

  /** A variable holds numbers or texts, so a column must fit one that is there; and one that a formula makes takes none. */
  #checkVariables(device: DeviceRecord, { columns }: ImportMapping): void {
    const kinds = this.#deps.writer.kinds(device.id);
    const isText = (kind: ImportKind) => kind === 'text';
    for (const { key, kind } of columns) {
      if (this.#deps.writer.isComputed(device.id, key)) {
        throw badRequest(
          `"${key}" is computed by a formula. Choose another variable.`,
          because('column_of_formula', { key }),
        );
      }
      const known = kinds.get(key);
      if (known !== undefined && isText(known) !== isText(kind)) {
        const [has, gets] = isText(known) ? ['texts', 'numbers'] : ['numbers', 'texts'];
        throw badRequest(
          `"${key}" has ${has}; this column would bring ${gets}. Choose another variable.`,
          because(isText(known) ? 'column_of_numbers' : 'column_of_texts', { key }),
        );
      }
    }
  }

  #checkCapacity(device: DeviceRecord, { columns }: ImportMapping): void {
    const kinds = this.#deps.writer.kinds(device.id);
    const added = columns.filter(({ key }) => !kinds.has(key)).length;
    const freeSlots = this.#deps.writer.freeSlots(device.id);
    if (added > freeSlots) {
      throw new AppError(
        409,
        'limit_reached',
        `This device has room for ${freeSlots} more variables, not for ${added}. Leave some columns out.`,
        because('too_few_places', { free: freeSlots, added }),
      );
    }
  }

  /** Never rejects. */
  async #runToEnd(file: HeldFile, begun: BegunImport, readerOf: () => Promise<Reader>): Promise<void> {
    const { deviceId, accountId } = file;
    const find = () => this.#deps.stillOpen(deviceId, begun.ownerId, accountId);
    try {
      const read = await readerOf();
      await this.#importAll(file, begun, { read, isOpen: () => find() !== undefined });
    } catch (error) {
      if (file.isCancelled) file.state = 'cancelled';
      // The next start continues with it.
      else if (this.#isStopping && !isRefused(error)) return;
      else this.#failed(file, error);
    }
    try {
      const now = find();
      if (now) this.#deps.imported(now);
      this.#deps.logImport(deviceId, lineOf(file));
      await this.#files.settle(file);
    } catch (err) {
      this.#deps.log.error({ err, device: deviceId }, 'What became of an import could not be stored');
    }
  }

  async #importAll(
    file: HeldFile,
    { start, ownerId }: BegunImport,
    { read, isOpen }: { read: Reader; isOpen(): boolean },
  ): Promise<void> {
    const { signal } = file.cancelling;
    const target = { id: file.deviceId, accountId: ownerId };
    const { bytes } = file;
    await runImport({
      file,
      content: { bytes, read: (from) => untilDone(() => file.content.read(from), signal) },
      start,
      read,
      store: (points) => {
        const store = () => {
          if (!isOpen()) throw closed();
          return this.#deps.writer.store(target, points, start.overwrite);
        };
        return this.#queue.run(file.accountId, () => untilDone(store, signal));
      },
      onProgress: async () => {
        if (!isOpen()) throw closed();
        file.usedAt = this.#deps.clock.now();
        await untilDone(() => this.#files.save(file), signal);
      },
    });
    if (!signal.aborted) file.state = 'done';
    else if (file.isCancelled) file.state = 'cancelled';
    else throw new Stopped();
  }

  #failed(file: HeldFile, error: unknown): void {
    file.state = 'failed';
    if (isRefused(error)) {
      file.problem = error.message;
      return;
    }
    file.canGoOn = true;
    file.problem =
      error instanceof OftenInterrupted
        ? 'The server stopped while the file was being imported. What came in until then stays; resume to add the rest.'
        : 'The database did not take all of it. Resume when it is back: what is stored already is left alone.';
    this.#deps.log.error({ err: error, device: file.deviceId }, 'An import failed');
  }
}

type Reader = ReturnType<typeof rowReader>;

/** The server stops. */
class Stopped extends Error {}

/** The server ended each time that it continued with the import. */
class OftenInterrupted extends Error {
  constructor() {
    super('The server ended several times while the file was being imported');
  }
}

/** Throws a 409 for a paused device. */
function checkStores({ paused }: DeviceRecord): void {
  if (!paused) return;
  throw new AppError(
    409,
    'limit_reached',
    'The plan has no room for this device, so nothing of it is stored.',
    because('device_paused'),
  );
}

const closed = () =>
  new AppError(
    403,
    'forbidden',
    'The import stopped: the device was handed over, deleted or paused, its owner’s account was closed, or you may not manage it any more. What came in until then stays.',
    because('import_closed'),
  );

/** What became of an import, for the console of the device. */
function lineOf({ name, state, added, changed, canGoOn }: HeldFile): string {
  const values = { name, added: whole(added), changed: whole(changed) };
  if (state === 'done') return deviceLogText('import_done', values);
  if (state === 'cancelled') return deviceLogText('import_cancelled', values);
  return deviceLogText(canGoOn ? 'import_interrupted' : 'import_stopped', values);
}
