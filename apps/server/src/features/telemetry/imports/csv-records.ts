import { pipeline } from 'node:stream/promises';
import type { ImportLayout } from '@cyno/contract';
import { CsvError, parse } from 'csv-parse';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';

/** What a file holds; `read` gives its bytes from a place on, as many as are to be in memory. */
export interface FileContent {
  readonly bytes: number;
  read(from: number): Promise<Buffer>;
}

/** A line of a file: its number, counted from 1, and its cells. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: string[];
}

/** A line with more is not one of a table; most likely a quote was not closed. */
const maxRecordChars = 64 * 1024;
const maxColumns = 1_000;
const sniffedBytes = 64 * 1024;
/** The lines that are looked at before an import stand in so much of a file; what has nothing there is no table. */
const beginningBytes = 2 * 1024 * 1024;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How the text of a file is written. Throws a 400 for what is no text. */
async function encodingOf(content: FileContent): Promise<Encoding> {
  const start = Buffer.concat(await Array.fromAsync(chunksOf(content, sniffedBytes)));
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw badRequest(
      'This is a workbook or an archive. Open it in your spreadsheet program and save it as CSV.',
      because('file_workbook'),
    );
  }
  if (start.includes(0))
    throw badRequest('This file is not text. Choose a file of the kind CSV.', because('file_not_text'));
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

/** The bytes of a file one after the other, to its end or, by whole chunks, to `end`. */
async function* chunksOf({ bytes, read }: FileContent, end = bytes): AsyncGenerator<Buffer> {
  for (let from = 0; from < Math.min(end, bytes); ) {
    const chunk = await read(from);
    if (chunk.length === 0) throw new Error(`A file that is imported has no bytes from ${from} on`);
    yield chunk;
    from += chunk.length;
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the lines of a file one after the other, some 64 KB of it in memory. `onBytes` hears how much was read; `beginning`: only its
 * first 2 MB. Throws a 400 for a line that is longer than 64 KB or has more than 1,000 cells.
 */
export async function* readRecords(
  content: FileContent,
  { delimiter, onBytes, beginning }: ReadOptions,
): AsyncGenerator<CsvRecord> {
  const encoding = await encodingOf(content);
  const chunks = chunksOf(content, beginning ? beginningBytes : content.bytes);
  const parser = parse({
    delimiter,
    // A file may have several, such as one that was joined of others.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordChars,
    cast: refuseTooMany,
  });
  // The parser reports what went wrong in the loop below.
  pipeline(chunks, decoderOf(encoding, onBytes), parser).catch((error: Error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (info.lines === 1 && isSeparatorLine(record.join(delimiter))) continue;
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  } finally {
    parser.destroy();
  }
}

/** Which sign separates the columns, as spreadsheet programs note it for each other. */
const isSeparatorLine = (text: string): boolean => /^sep=.$/i.test(text);

interface ReadOptions extends Pick<ImportLayout, 'delimiter'> {
  readonly onBytes?: (bytes: number) => void;
  readonly beginning?: boolean;
}

/** Empty cells count for nothing in the length of a line, and a file may hold fifty million in one; so each cell is looked at. */
function refuseTooMany(cell: string, { index, lines }: { index: number | string; lines: number }): string {
  if (Number(index) < maxColumns) return cell;
  throw badRequest(
    `Line ${lines} has more than ${maxColumns} cells. No more are read.`,
    because('line_too_wide', { line: lines, max: maxColumns }),
  );
}

/** Makes the bytes of a file text, as fast as it is taken. */
function decoderOf(encoding: Encoding, onBytes?: (bytes: number) => void) {
  return async function* decode(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      onBytes?.(bytes);
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder.decode();
  };
}

function refusalOf({ code, lines }: CsvError & { lines?: unknown }): AppError {
  const line = Number(lines ?? 0);
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return badRequest(
      `Line ${line} is longer than 64 KB. Look whether a quotation mark is missing there, and which sign separates the columns.`,
      because('line_too_long', { line }),
    );
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return badRequest(`Line ${line} has a quotation mark that is never closed.`, because('line_quote_open', { line }));
  return badRequest(
    `Line ${line} could not be read. Look for a quotation mark in the wrong place.`,
    because('line_unreadable', { line }),
  );
}
