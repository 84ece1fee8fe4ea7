import { type ImportPreview, type ImportPreviewRequest, isTimeZone } from '@cyno/contract';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import { choicesOf, detectLayout, firstRecords, isTaken } from './csv-layout.ts';
import type { CsvRecord } from './csv-records.ts';
import type { HeldFile } from './held-files.ts';
import type { ReadRow } from './row-reader.ts';
import { deviceColumn, type KnownVariable, ownLines, suggestMapping } from './suggest-mapping.ts';

const previewedRows = 20;
const samplesOfColumn = 3;
const maxNameChars = 100;
/** One may read a whole file. */
const atOnceOfAccount = 3;
const atOnceOfAll = 8;

/** What a preview has to know of the device that the file is for. */
export interface PreviewTarget {
  readonly name: string;
  readonly espid: string;
  readonly variables: readonly KnownVariable[];
  /** Reads lines as they would be stored; throws a 400 for a mapping that makes no sense. */
  reader(
    how: Pick<ImportPreview, 'layout'> & { mapping: NonNullable<ImportPreview['mapping']> },
  ): (record: CsvRecord) => ReadRow;
}

type PreviewRequest = ImportPreviewRequest & { readonly zone: string };

/** Shows the beginnings of files as they would be stored: three at once for an account, eight in all, and of a file the newest request. */
export class Previews {
  readonly #running = new Map<AbortController, HeldFile>();

  /** Throws a 429 when too many are being made, a 409 when a newer request took its place, a 400 for what is no table. */
  async make(file: HeldFile, target: PreviewTarget, request: PreviewRequest): Promise<ImportPreview> {
    for (const [controller, other] of this.#running) {
      if (other === file)
        controller.abort(
          new AppError(409, 'conflict', 'The file is being checked again.', because('preview_replaced')),
        );
    }
    const own = [...this.#running.values()].filter(({ accountId }) => accountId === file.accountId);
    if (own.length >= atOnceOfAccount || this.#running.size >= atOnceOfAll) {
      throw new AppError(429, 'rate_limited', 'Other files are being checked. Wait a moment and try again.', {
        ...because('previews_busy'),
        retryAfterSeconds: 5,
      });
    }
    const controller = new AbortController();
    this.#running.set(controller, file);
    try {
      return await preview(file, target, request, AbortSignal.any([controller.signal, file.cancelling.signal]));
    } finally {
      this.#running.delete(controller);
    }
  }
}

async function preview(
  { content }: HeldFile,
  target: PreviewTarget,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { zone } = request;
  if (!isTimeZone(zone)) throw badRequest('Nobody knows this time zone.', because('unknown_time_zone'));
  const layout = request.layout ?? (await detectLayout(content, signal));
  const sampling = { content, delimiter: layout.delimiter, signal };
  const beginning = await firstRecords(sampling);
  const [first] = beginning;
  if (!first) throw badRequest('The file has no lines.', because('file_empty'));
  const selecting = request.mapping
    ? (request.mapping.only?.column ?? -1)
    : layout.header
      ? deviceColumn(first.cells)
      : -1;
  const choices = selecting < 0 ? [] : await choicesOf(sampling, selecting, layout.header);
  const value = ownLines(choices, target);
  const proposed = selecting < 0 || value === undefined ? null : { column: selecting, value };
  const only = request.mapping && request.mapping.only?.value !== '' ? request.mapping.only : proposed;
  const records = only === null ? beginning : await firstRecords(sampling, only);
  const lines = records.slice(layout.header ? 1 : 0).filter((record) => isTaken(record, only));
  const columns = columnsOf(records, layout.header ? first : null, lines);
  const mapping = request.mapping
    ? { ...request.mapping, only }
    : suggestMapping(columns, { layout, zone, variables: target.variables, only });
  return {
    layout,
    mapping,
    choices,
    columns: columns.map(({ name, cells }) => ({
      name,
      samples: cells
        .filter((cell) => cell.trim() !== '')
        .slice(0, samplesOfColumn)
        .map((cell) => cell.slice(0, 60)),
    })),
    rows: mapping ? lines.slice(0, previewedRows).map(target.reader({ layout, mapping })) : [],
  };
}

function columnsOf(records: readonly CsvRecord[], header: CsvRecord | null, lines: readonly CsvRecord[]) {
  const width = Math.max(...records.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => ({
    name: header?.cells[index]?.trim().slice(0, maxNameChars) || `Column ${index + 1}`,
    cells: lines.map(({ cells }) => cells[index] ?? ''),
  }));
}
