import type { ExportFormat } from '@cyno/contract';
import type { DeviceRegistry } from './device-registry.ts';
import { type ExportTable, type ExportVariable, fileOf, tableOfHistory, tableOfMessages } from './export.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { History } from './history.service.ts';
import type { StatisticsRepository } from './statistics.repository.ts';

/** Up to here messages are counted; more are estimated from roll-ups. */
const countedAtMost = 20_000;
/** How many rows are written as a sample of the file's size. */
const sampleRows = 500;

/** Which file is wanted; `points` asks for what a history of so many would show, else it holds all messages. */
export interface ExportWish {
  readonly from: number;
  readonly to: number;
  readonly format: ExportFormat;
  readonly keys?: string | undefined;
  readonly points?: number | undefined;
  /** IANA time zone of a workbook's instants. */
  readonly zone: string;
}

interface ExportDeps {
  repository: HistoryRepository;
  finder: StatisticsRepository;
  registry: DeviceRegistry;
  history: History;
}

/** Makes files of what a device measured. */
export class Exports {
  readonly #deps: ExportDeps;

  constructor(deps: ExportDeps) {
    this.#deps = deps;
  }

  /** All messages of a range as text. */
  async *text(deviceId: number, wish: { from: number; to: number; format: 'csv' | 'json' }): AsyncGenerator<string> {
    const { repository, registry } = this.#deps;
    const variables = registry.find(deviceId)?.exportVariables() ?? [];
    const table = tableOfMessages(repository, { deviceId, from: wish.from, to: wish.to, variables });
    for await (const piece of fileOf(table, wish.format, 'UTC')) if (typeof piece === 'string') yield piece;
  }

  /** A file as it is wished, and about how many bytes it will have. */
  async file(
    deviceId: number,
    wish: ExportWish,
  ): Promise<{ pieces: AsyncGenerator<string | Uint8Array>; estimatedBytes: number }> {
    const table = await this.#table(deviceId, wish, this.#variables(deviceId, wish));
    return {
      pieces: fileOf(table, wish.format, wish.zone),
      estimatedBytes: await this.#estimate(deviceId, wish),
    };
  }

  #variables(deviceId: number, { keys }: ExportWish): ExportVariable[] {
    const named = keys === undefined ? null : new Set(keys.split(','));
    const all = this.#deps.registry.find(deviceId)?.exportVariables() ?? [];
    return all.filter(({ key }) => named === null || named.has(key));
  }

  async #table(deviceId: number, wish: ExportWish, variables: ExportVariable[]): Promise<ExportTable> {
    const { repository, history } = this.#deps;
    const { from, to, keys, points } = wish;
    if (points === undefined) return tableOfMessages(repository, { deviceId, from, to, variables });
    return tableOfHistory(await history.read(deviceId, { from, to, keys, points }), variables);
  }

  /** So many rows, each as large as the first ones. */
  async #estimate(deviceId: number, wish: ExportWish): Promise<number> {
    const { repository, finder } = this.#deps;
    const range = { deviceId, from: wish.from, to: wish.to };
    const variables = this.#variables(deviceId, wish);
    const counted = await repository.count(range, countedAtMost);
    const slots = variables.map(({ slot }) => slot);
    const rows = counted < countedAtMost ? counted : await finder.estimateMessages(range, slots);
    const { times, values } = await repository.messages(range, variables, sampleRows);
    const sample = times.map((at, row) => ({ at, values: variables.map((_, index) => values[index]?.[row] ?? null) }));
    const columns = variables.map(({ key }) => ({ key, title: key }));
    const sizeOf = async (some: typeof sample): Promise<number> => {
      let bytes = 0;
      for await (const piece of fileOf({ columns, rows: oneOf(some) }, wish.format, wish.zone)) {
        bytes += Buffer.byteLength(piece);
      }
      return bytes;
    };
    const frame = await sizeOf([]);
    if (times.length === 0) return frame;
    const written = wish.points === undefined ? rows : Math.min(rows, wish.points);
    return Math.round(frame + ((await sizeOf(sample)) - frame) * (written / times.length));
  }
}

async function* oneOf<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
