import { setImmediate as turn } from 'node:timers/promises';
import { type ExportCell, type ExportRow, type ExportTable, rowsPerPiece } from './export-table.ts';

interface Named {
  /** What the device is called in the file. */
  readonly name: string;
  readonly table: ExportTable;
}

/**
 * The tables of several devices as one, in order of time: a column names the device of a row, and what has the same title shares a
 * column. Holds one piece of each table.
 */
export function mergeByTime(devices: readonly Named[]): ExportTable {
  const titles = [...new Set(devices.flatMap(({ table }) => table.columns.map(({ title }) => title)))];
  return {
    columns: ['device', ...titles].map((title) => ({ key: title, title })),
    rows: merged(devices, titles),
  };
}

async function* merged(devices: readonly Named[], titles: readonly string[]): AsyncGenerator<readonly ExportRow[]> {
  const sources = devices.map((device) => new Source(device, titles));
  try {
    for (const source of sources) await source.advance();
    const count = rowsPerPiece(titles.length + 1);
    let rows: ExportRow[] = [];
    for (;;) {
      const next = earliest(sources);
      if (!next?.row) break;
      rows.push(next.widened(next.row));
      if (next.isAtEndOfPiece) await next.advance();
      else next.step();
      if (rows.length < count) continue;
      yield rows;
      rows = [];
      await turn();
    }
    yield rows;
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Of the same instant the one that comes first in the file. */
function earliest(sources: readonly Source[]): Source | undefined {
  let best: Source | undefined;
  for (const source of sources) {
    if (source.row && (!best?.row || source.row.at < best.row.at)) best = source;
  }
  return best;
}

/** The rows of one table, one after the other. */
class Source {
  readonly #name: string;
  readonly #pieces: AsyncIterator<readonly ExportRow[]>;
  /** For each column of the merged table the place in this one. */
  readonly #places: readonly number[];
  #piece: readonly ExportRow[] = [];
  #index = 0;

  constructor({ name, table }: Named, titles: readonly string[]) {
    this.#name = name;
    this.#pieces = table.rows[Symbol.asyncIterator]();
    const own = table.columns.map(({ title }) => title);
    this.#places = titles.map((title) => own.indexOf(title));
  }

  /** Undefined: there are no more. */
  get row(): ExportRow | undefined {
    return this.#piece[this.#index];
  }

  get isAtEndOfPiece(): boolean {
    return this.#index + 1 >= this.#piece.length;
  }

  step(): void {
    this.#index += 1;
  }

  async advance(): Promise<void> {
    this.#index = 0;
    for (;;) {
      const { value, done } = await this.#pieces.next();
      this.#piece = done ? [] : value;
      if (done || this.#piece.length > 0) return;
    }
  }

  widened({ at, values }: ExportRow): ExportRow {
    const cells: ExportCell[] = [this.#name];
    for (const place of this.#places) cells.push(values[place] ?? null);
    return { at, values: cells };
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
