import { setImmediate } from 'node:timers/promises';
import type { ImportStart, TelemetryValue } from '@cyno/contract';
import type { ImportPoint } from '../ingest/index.ts';
import { isTaken } from './csv-layout.ts';
import { type FileContent, readRecords } from './csv-records.ts';
import type { HeldFile } from './held-files.ts';
import type { ReadRow, rowReader } from './row-reader.ts';

const maxReasons = 100;
const rowsPerWrite = 1_000;

interface ImportRun {
  readonly file: HeldFile;
  readonly content: FileContent;
  readonly start: ImportStart;
  readonly read: ReturnType<typeof rowReader>;
  /** Stores points; throws when that is not allowed any more. */
  store(points: readonly ImportPoint[]): Promise<{ added: number; changed: number; present: number; empty: number }>;
  /** Called after every 1,000 lines, when their points are stored. */
  onProgress(): Promise<void>;
}

/** Takes in the lines of a file one after the other, until its end or until it is cancelled; what it counts stands in the file. */
export async function runImport({ file, content, start, read, store, onProgress }: ImportRun): Promise<void> {
  const { signal } = file.cancelling;
  let points: ImportPoint[] = [];
  const write = async () => {
    const counts = await store(points);
    points = [];
    file.added += counts.added;
    file.changed += counts.changed;
    file.present += counts.present;
    file.empty += counts.empty;
  };
  let readBytes = 0;
  const onBytes = (bytes: number) => {
    readBytes = bytes;
  };
  const { layout, mapping } = start;
  let isHeader = layout.header;
  let lines = 0;
  for await (const record of readRecords(content, { delimiter: layout.delimiter, onBytes })) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    if (isTaken(record, mapping.only)) {
      const point = pointOf(file, read(record), mapping.columns);
      if (point) points.push(point);
    } else file.leftOut += 1;
    lines += 1;
    if (lines % rowsPerWrite > 0) continue;
    // Lines that are all refused must neither keep everybody else waiting nor make it impossible to cancel.
    await (points.length > 0 ? write() : setImmediate());
    file.readBytes = readBytes;
    await onProgress();
    if (signal.aborted) break;
  }
  if (!signal.aborted && points.length > 0) await write();
  file.readBytes = signal.aborted ? readBytes : file.bytes;
}

/** The point of a row, unless it is refused or empty, which is counted. */
function pointOf(
  file: HeldFile,
  { line, at, values, problem }: ReadRow,
  columns: ImportStart['mapping']['columns'],
): ImportPoint | null {
  if (problem !== null || at === null) {
    file.refused += 1;
    if (file.reasons.length < maxReasons) file.reasons.push({ line, reason: problem ?? 'The time is missing.' });
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
