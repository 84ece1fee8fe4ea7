import { type ImportLayout, type ImportMapping, textOfCsv } from '@cyno/contract';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import { timeReader } from './cell-times.ts';
import { readNumber } from './cell-values.ts';
import { type CsvRecord, type FileContent, readRecords } from './csv-records.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const sampledLines = 40;

const maxChoices = 50;
const maxChoiceChars = 200;

interface Sampling {
  readonly content: FileContent;
  readonly delimiter: ImportLayout['delimiter'];
  /** Ends it early: it rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The first lines of a file; with `only` the very first one, and those of the whole file that are to be taken. */
export async function firstRecords(
  { content, delimiter, signal }: Sampling,
  only: ImportMapping['only'] = null,
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(content, { delimiter, beginning: only === null })) {
    signal.throwIfAborted();
    if (records.length === 0 || isTaken(record, only)) records.push(record);
    if (records.length >= sampledLines) break;
  }
  return records;
}

/** Whether a line is among those that an import takes. */
export const isTaken = ({ cells }: CsvRecord, only: ImportMapping['only']): boolean =>
  only === null || cellText(cells, only.column) === only.value;

/** What stands in a column of the whole file: the first 50 texts that differ. */
export async function choicesOf({ content, delimiter, signal }: Sampling, column: number, header: boolean) {
  const found = new Set<string>();
  let isHeader = header;
  for await (const { cells } of readRecords(content, { delimiter })) {
    signal.throwIfAborted();
    const text = cellText(cells, column);
    if (!isHeader && text !== '') found.add(text);
    isHeader = false;
    if (found.size >= maxChoices) break;
  }
  return [...found];
}

const cellText = (cells: readonly string[], column: number): string =>
  textOfCsv((cells[column] ?? '').trim()).slice(0, maxChoiceChars);

/** Finds out how a file is written: by the sign that gives the most lines the same number of cells, and what is in the cells. */
export async function detectLayout(content: FileContent, signal: AbortSignal): Promise<ImportLayout> {
  let best: { delimiter: ImportLayout['delimiter']; score: number; records: CsvRecord[] } | undefined;
  let failure: AppError | undefined;
  for (const delimiter of delimiters) {
    try {
      const records = await firstRecords({ content, delimiter, signal });
      const score = scoreOf(records);
      if (!best || score > best.score) best = { delimiter, score, records };
    } catch (error) {
      // With the wrong sign a good file may look bad.
      if (!(error instanceof AppError) || signal.aborted) throw error;
      failure ??= error;
    }
  }
  if (!best?.score)
    throw failure ?? badRequest('This is no table: its lines have one column only.', because('file_one_column'));
  return {
    delimiter: best.delimiter,
    header: hasHeader(best.records),
    decimal: best.delimiter !== ',' && hasDecimalCommas(best.records) ? ',' : '.',
  };
}

function scoreOf(records: readonly CsvRecord[]): number {
  const width = records[0]?.cells.length ?? 0;
  if (width < 2) return 0;
  // Decimal commas may be as many as the signs between the columns.
  const isBetterOfTwo = records.some(({ cells }) => cells.some(isTime)) ? 0.5 : 0;
  return (
    isBetterOfTwo +
    (records.filter(({ cells }) => cells.length === width).length / records.length) * Math.min(width, 50)
  );
}

const isData = (cell: string): boolean =>
  !Number.isNaN(readNumber(cell.trim(), '.')) || !Number.isNaN(readNumber(cell.trim(), ',')) || isTime(cell);

const isTime = (cell: string): boolean =>
  (['iso', 'mdy', 'dmy'] as const).some((format) => !Number.isNaN(timeReaders[format](cell.trim())));

const timeReaders = { iso: timeReader('iso', 'UTC'), mdy: timeReader('mdy', 'UTC'), dmy: timeReader('dmy', 'UTC') };

/** A first line without any number or time is one of names. */
const hasHeader = ([first]: readonly CsvRecord[]): boolean =>
  first !== undefined && !first.cells.some((cell) => cell.trim() !== '' && isData(cell));

function hasDecimalCommas(records: readonly CsvRecord[]): boolean {
  const cells = records.flatMap((record) => record.cells);
  const commas = cells.filter((cell) => /^[+-]?\d+,\d+$/.test(cell.trim())).length;
  const points = cells.filter((cell) => /^[+-]?\d+\.\d+$/.test(cell.trim())).length;
  return commas > points;
}
