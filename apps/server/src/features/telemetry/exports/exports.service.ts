import type { ExportContent, ExportFormat } from '@cyno/contract';
import type { TelemetryReader } from '../history/index.ts';
import type { DeviceRegistry, ExportVariable } from '../variables/index.ts';
import { type ExportedDevice, fileOfDevices, fileOfNotes, fileOfTable } from './export-file.ts';
import type { ExportNotes } from './export-notes.ts';
import { type ExportRow, type ExportTable, firstRows, once, tableOfHistory, tableOfMessages } from './export-table.ts';

/** How many rows are written as a sample of the file's size. */
const sampleRows = 500;

/** Which file is wanted; `points` requests what a history of so many would show, else it holds all messages. */
export interface ExportOptions {
  readonly from: number;
  readonly to: number;
  readonly format: ExportFormat;
  readonly points?: number | undefined;
  /** IANA time zone of a workbook's instants. */
  readonly zone: string;
}

/** A device for a file; without `keys` all of its variables. */
export interface WantedDevice {
  readonly id: number;
  readonly keys?: readonly string[] | undefined;
}

/** A device for a file of several. */
export interface WantedNamedDevice extends WantedDevice {
  readonly espid: string;
  readonly name: string;
  /** Its notes in the range. */
  notes(): ExportNotes;
}

/** A file, piece by piece, and about how many bytes it will have. */
export interface MadeFile {
  readonly pieces: AsyncGenerator<string | Uint8Array>;
  readonly estimatedBytes: number;
}

interface ExportDeps {
  readonly reader: TelemetryReader;
  readonly registry: DeviceRegistry;
}

/** Writes tables of the same devices, in their order, as a file; a `sample` is for measuring only. */
type Writer = (tables: readonly ExportTable[], sample: boolean) => MadeFile['pieces'];

/** Makes files of what devices measured. */
export class Exports {
  readonly #deps: ExportDeps;

  constructor(deps: ExportDeps) {
    this.#deps = deps;
  }

  /** All messages of a range as text. */
  async *text(deviceId: number, options: { from: number; to: number; format: 'csv' | 'json' }): AsyncGenerator<string> {
    const table = await this.#table({ id: deviceId }, options);
    for await (const piece of fileOfTable(table, { ...options, zone: 'UTC' }))
      if (typeof piece === 'string') yield piece;
  }

  /** A file of one device. */
  file(device: WantedDevice, options: ExportOptions): Promise<MadeFile> {
    return this.#made([device], options, ([table = nothing]) => fileOfTable(table, options));
  }

  /** A file of several devices, with their notes unless it is CSV; or of their notes alone. */
  async fileOfSeveral(
    devices: readonly WantedNamedDevice[],
    options: ExportOptions & { readonly content: ExportContent },
  ): Promise<MadeFile> {
    const names = namesOf(devices);
    const filled = (tables: readonly ExportTable[], sample: boolean) =>
      devices.map(
        ({ espid, notes }, index): ExportedDevice => ({
          espid,
          name: names[index] ?? espid,
          table: tables[index] ?? nothing,
          notes: sample ? none() : notes(),
        }),
      );
    if (options.content === 'notes') return { pieces: fileOfNotes(filled([], false), options), estimatedBytes: 0 };
    return this.#made(devices, options, (tables, sample) => fileOfDevices(filled(tables, sample), options));
  }

  async #made(devices: readonly WantedDevice[], options: ExportOptions, write: Writer): Promise<MadeFile> {
    const tables: ExportTable[] = [];
    for (const device of devices) tables.push(await this.#table(device, options));
    return { pieces: write(tables, false), estimatedBytes: await this.#estimate(devices, options, write) };
  }

  #variables({ id, keys }: WantedDevice): ExportVariable[] {
    const named = keys === undefined ? null : new Set(keys);
    const all = this.#deps.registry.find(id)?.exportVariables() ?? [];
    return all.filter(({ key }) => named === null || named.has(key));
  }

  async #table(device: WantedDevice, options: Pick<ExportOptions, 'from' | 'to' | 'points'>): Promise<ExportTable> {
    const { reader } = this.#deps;
    const { from, to, points } = options;
    const variables = this.#variables(device);
    if (points === undefined) return tableOfMessages(reader, { deviceId: device.id, from, to, variables });
    // A name with a comma cannot be part of a list of names: then all are read.
    const names = variables.map(({ key }) => key);
    const keys = names.some((key) => key.includes(',')) ? undefined : names.join(',');
    return tableOfHistory(await reader.history(device.id, { from, to, keys, points }), variables);
  }

  /** So many rows of each device, each as large as its first ones. */
  async #estimate(devices: readonly WantedDevice[], options: ExportOptions, write: Writer): Promise<number> {
    const samples: Sample[] = [];
    for (const device of devices) samples.push(await this.#sample(device, options));
    const sizeOf = async (tables: readonly ExportTable[]): Promise<number> => {
      let bytes = 0;
      for await (const piece of write(tables, true)) bytes += Buffer.byteLength(piece);
      return bytes;
    };
    const empty = () => samples.map(({ columns }): ExportTable => ({ columns, rows: none() }));
    const frame = await sizeOf(empty());
    let bytes = frame;
    for (const [index, { columns, rows, count }] of samples.entries()) {
      if (rows.length === 0) continue;
      const ofThis = await sizeOf(empty().with(index, { columns, rows: once(rows) }));
      const written = options.points === undefined ? count : Math.min(count, options.points);
      bytes += (ofThis - frame) * (written / rows.length);
    }
    return Math.round(bytes);
  }

  async #sample(device: WantedDevice, { from, to }: ExportOptions): Promise<Sample> {
    const { reader } = this.#deps;
    const request = { deviceId: device.id, from, to, variables: this.#variables(device) };
    return {
      columns: tableOfMessages(reader, request).columns,
      rows: await firstRows(reader, request, sampleRows),
      count: await reader.estimateMessages(request, request.variables),
    };
  }
}

/** The first rows of a device, and how many there are about. */
interface Sample {
  readonly columns: ExportTable['columns'];
  readonly rows: readonly ExportRow[];
  readonly count: number;
}

/** What the devices are called in a file: their names, with the espid where two have the same. */
function namesOf(devices: readonly WantedNamedDevice[]): string[] {
  const isTaken = (name: string) => devices.filter((other) => other.name === name).length > 1;
  return devices.map(({ name, espid }) => (isTaken(name) ? `${name} (${espid})` : name));
}

async function* none(): AsyncGenerator<never> {}

const nothing: ExportTable = { columns: [], rows: none() };
