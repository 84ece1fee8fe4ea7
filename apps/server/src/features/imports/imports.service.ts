import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type {
  DeviceVariable,
  ImportKind,
  ImportMapping,
  ImportPreview,
  ImportPreviewRequest,
  ImportRequest,
  ImportStart,
  ImportState,
  TelemetryValue,
} from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError, badRequest } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { type ImportPoint, type ImportWriter, isKnownZone } from '../telemetry/index.ts';
import { detectLayout, firstRecords } from './csv-layout.ts';
import { readRecords } from './csv-records.ts';
import { type HeldFile, HeldFiles } from './held-files.ts';
import { type ReadRow, rowReader } from './row-reader.ts';
import { type KnownVariable, suggestMapping } from './suggest-mapping.ts';

const previewedRows = 20;
const samplesOfColumn = 3;
const nameCharsAtMost = 100;
const reasonsAtMost = 100;
const rowsPerWrite = 1_000;
/** Each keeps the database busy for a minute. */
const runningAtMost = 2;

interface ImportsDeps {
  /** Where files are while they are imported. */
  readonly directory: string;
  readonly writer: ImportWriter;
  readonly clock: Clock;
  readonly log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
  /** Called when a device got points, or variables. */
  imported(device: DeviceRecord): void;
}

/** Takes files of measured values into the history of devices. */
export class Imports {
  readonly #deps: ImportsDeps;
  readonly #files: HeldFiles;
  readonly #runs = new Set<Promise<void>>();

  constructor(deps: ImportsDeps) {
    this.#deps = deps;
    this.#files = new HeldFiles(deps.directory, deps.clock);
  }

  start(): Promise<void> {
    return this.#files.open();
  }

  /** What is under way ends with the batch that is being written; importing the file again adds the rest. */
  async stop(): Promise<void> {
    for (const file of this.#files.running()) file.cancelling.abort();
    await Promise.all(this.#runs);
  }

  /** Announces a file whose pieces will come. Throws a 409 for a paused device. */
  async announce(device: DeviceRecord, accountId: number, request: ImportRequest): Promise<{ id: string }> {
    if (device.paused) {
      throw new AppError(409, 'limit_reached', 'The plan has no room for this device, so nothing of it is stored.');
    }
    return { id: (await this.#files.add({ deviceId: device.id, accountId }, request)).id };
  }

  async take(
    device: DeviceRecord,
    id: string,
    piece: { offset: number; bytes: Buffer },
  ): Promise<{ received: number }> {
    return { received: await this.#files.write(this.#files.get(device.id, id), piece.offset, piece.bytes) };
  }

  /** Shows the beginning of a file as it would be stored. `zone` is for times that do not say theirs. Throws a 400 for no table. */
  async preview(
    device: DeviceRecord,
    id: string,
    wish: ImportPreviewRequest & { readonly zone: string },
  ): Promise<ImportPreview> {
    const file = this.#complete(device, id);
    const layout = wish.layout ?? (await detectLayout(file.path));
    const records = await firstRecords(file.path, layout.delimiter);
    const [first] = records;
    if (!first) throw badRequest('The file has no lines.');
    const lines = layout.header ? records.slice(1) : records;
    const width = Math.max(...records.map(({ cells }) => cells.length));
    const columns = Array.from({ length: width }, (_, index) => ({
      name: (layout.header && first.cells[index]?.trim().slice(0, nameCharsAtMost)) || `Column ${index + 1}`,
      cells: lines.map(({ cells }) => cells[index] ?? ''),
    }));
    const { zone } = wish;
    if (!isKnownZone(zone)) throw badRequest('Nobody knows this time zone.');
    const mapping = wish.mapping ?? suggestMapping(columns, { layout, zone, variables: this.#known(device) });
    return {
      layout,
      mapping,
      columns: columns.map(({ name, cells }) => ({
        name,
        samples: cells
          .filter((cell) => cell.trim() !== '')
          .slice(0, samplesOfColumn)
          .map((cell) => cell.slice(0, 60)),
      })),
      rows: mapping ? lines.slice(0, previewedRows).map(this.#reader(device, { layout, mapping })) : [],
    };
  }

  /** Begins an import; throws a 400 for a mapping that makes no sense, a 409 when it has begun, a 429 when others run. */
  run(device: DeviceRecord, id: string, { layout, mapping, overwrite }: ImportStart): ImportState {
    const file = this.#complete(device, id);
    if (file.state !== 'waiting') throw new AppError(409, 'conflict', 'The import has begun already.');
    const running = this.#files.running();
    if (running.length >= runningAtMost || running.some(({ accountId }) => accountId === file.accountId)) {
      throw new AppError(429, 'rate_limited', 'Another import is running. Wait until it is done.', {
        retryAfterSeconds: 30,
      });
    }
    this.#checkRoom(device, mapping);
    const read = this.#reader(device, { layout, mapping });
    file.state = 'running';
    const run = this.#runToEnd(device, file, { layout, mapping, overwrite, read });
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
    return stateOf(file);
  }

  state(device: DeviceRecord, id: string): ImportState {
    return stateOf(this.#files.get(device.id, id));
  }

  /** Ends an import after the batch that is being written, or forgets a file that waits. What was stored stays. */
  async cancel(device: DeviceRecord, id: string): Promise<void> {
    const file = this.#files.get(device.id, id);
    if (file.state === 'running') file.cancelling.abort();
    else await this.#files.remove(file);
  }

  sweep(): Promise<void> {
    return this.#files.sweep();
  }

  #complete(device: DeviceRecord, id: string): HeldFile {
    const file = this.#files.get(device.id, id);
    if (file.received < file.bytes) throw badRequest('The file has not come whole. Choose it again.');
    return file;
  }

  #known({ id }: DeviceRecord): KnownVariable[] {
    const kinds = this.#deps.writer.kinds(id);
    const labels = new Map(this.#deps.variablesOf(id).map(({ key, label }) => [key, label]));
    return [...kinds].map(([key, kind]) => ({ key, kind, label: labels.get(key) ?? key }));
  }

  #reader(device: DeviceRecord, { layout, mapping }: Pick<ImportStart, 'layout' | 'mapping'>) {
    const { writer, clock } = this.#deps;
    const now = clock.now();
    this.#checkKinds(device, mapping);
    const kept = writer.kept(device.accountId, now);
    return rowReader({ layout, mapping, kept, keptByVariable: writer.keptByVariable(device.id), now });
  }

  /** A variable holds numbers or texts, so a column must fit one that is there. */
  #checkKinds(device: DeviceRecord, { columns }: ImportMapping): void {
    const kinds = this.#deps.writer.kinds(device.id);
    const isText = (kind: ImportKind) => kind === 'text';
    for (const { key, kind } of columns) {
      const known = kinds.get(key);
      if (known !== undefined && isText(known) !== isText(kind)) {
        const [has, gets] = isText(known) ? ['texts', 'numbers'] : ['numbers', 'texts'];
        throw badRequest(`"${key}" has ${has}; this column would bring ${gets}. Choose another variable.`);
      }
    }
  }

  #checkRoom(device: DeviceRecord, { columns }: ImportMapping): void {
    const kinds = this.#deps.writer.kinds(device.id);
    const added = columns.filter(({ key }) => !kinds.has(key)).length;
    const room = this.#deps.writer.room(device.id);
    if (added > room) {
      throw new AppError(
        409,
        'limit_reached',
        `This device has room for ${room} more variables, not for ${added}. Leave some columns out.`,
      );
    }
  }

  async #runToEnd(device: DeviceRecord, file: HeldFile, how: Run): Promise<void> {
    try {
      await this.#importAll(device, file, how);
    } catch (error) {
      this.#failed(file, error);
    }
    this.#deps.imported(device);
    await rm(file.path, { force: true });
  }

  async #importAll(
    device: DeviceRecord,
    file: HeldFile,
    {
      layout,
      mapping,
      overwrite,
      read,
    }: ImportStart & { read: (record: { line: number; cells: string[] }) => ReadRow },
  ): Promise<void> {
    const { signal } = file.cancelling;
    let points: ImportPoint[] = [];
    const write = async () => {
      const counts = await this.#deps.writer.store(device, points, overwrite);
      points = [];
      file.added += counts.added;
      file.changed += counts.changed;
      file.present += counts.present;
    };
    let readBytes = 0;
    const onBytes = (bytes: number) => {
      readBytes = bytes;
    };
    let isHeader = layout.header;
    let lines = 0;
    for await (const record of readRecords(file.path, { delimiter: layout.delimiter, onBytes })) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      const point = pointOf(file, read(record), mapping);
      if (point) points.push(point);
      lines += 1;
      if (lines % rowsPerWrite > 0) continue;
      // Lines that are all refused must neither keep everybody else waiting nor make it impossible to cancel.
      await (points.length > 0 ? write() : setImmediate());
      file.readBytes = readBytes;
      file.usedAt = this.#deps.clock.now();
      if (signal.aborted) break;
    }
    if (!signal.aborted && points.length > 0) await write();
    file.readBytes = signal.aborted ? readBytes : file.bytes;
    file.state = signal.aborted ? 'cancelled' : 'done';
  }

  #failed(file: HeldFile, error: unknown): void {
    file.state = 'failed';
    if (error instanceof AppError) {
      file.problem = error.message;
      return;
    }
    file.problem = 'The database did not take all of it. Import the file again: what is stored already is left alone.';
    this.#deps.log.error({ err: error, device: file.deviceId }, 'An import failed');
  }
}

type Run = ImportStart & { readonly read: ReturnType<typeof rowReader> };

/** The point of a row, unless it is refused or empty, which is counted. */
function pointOf(
  file: HeldFile,
  { line, at, values, problem }: ReadRow,
  { columns }: ImportMapping,
): ImportPoint | null {
  if (problem !== null || at === null) {
    file.refused += 1;
    if (file.reasons.length < reasonsAtMost) file.reasons.push({ line, reason: problem ?? 'The time is missing.' });
    return null;
  }
  const named: Record<string, TelemetryValue> = Object.create(null);
  let isEmpty = true;
  for (const [index, { key }] of columns.entries()) {
    const value = values[index] ?? null;
    if (value === null) continue;
    named[key] = value;
    isEmpty = false;
  }
  if (isEmpty) file.empty += 1;
  return isEmpty ? null : { at, values: named };
}

function stateOf({
  deviceId: _d,
  accountId: _a,
  path: _p,
  received: _r,
  usedAt: _u,
  cancelling: _c,
  ...state
}: HeldFile): ImportState {
  return { ...state, reasons: [...state.reasons] };
}
