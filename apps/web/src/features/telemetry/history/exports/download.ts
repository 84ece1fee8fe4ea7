import type { ExportContent, ExportFormat } from '@cyno/contract';
import { addressOf } from '../../../../lib/api/api-client.ts';
import { fetchFile, offlineError } from '../../../../lib/api/fetch-file.ts';
import { markOf, saveFile } from '../../../../lib/browser/save-file.ts';
import { nameOf, type VariableName } from '../history-address.ts';

const estimateHeader = 'x-estimated-length';

export type Download = {
  from: number;
  to: number;
  /** Of one device or of several. */
  variables: readonly VariableName[];
  format: ExportFormat;
  content: ExportContent;
  /** What a chart of so many points shows; undefined for all messages. */
  points: number | undefined;
  zone: string | undefined;
  signal: AbortSignal;
  /** Hears how much has come: bytes, and about which share of the whole (0 to 1). */
  onProgress: (bytes: number, share: number) => void;
};

/** Where the pieces of a file go: to the disk where the browser can do that, else into memory until all are there. */
type Sink = { write(piece: Uint8Array<ArrayBuffer>): Promise<void>; end(): Promise<void>; drop(): Promise<void> };

type FilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Saves a file of values or notes; false when the reader chose no place for it. Throws `ApiError`. */
export async function download({ signal, onProgress, ...options }: Download): Promise<boolean> {
  // The place has to be requested while the press is fresh.
  const sink = await openSink(fileName(options));
  if (sink === null) return false;
  try {
    const response = await fetchFile(addressOf('GET /api/telemetry/export', { query: queryOf(options) }), { signal });
    const estimate = Number(response.headers.get(estimateHeader)) || 1;
    const reader = response.body?.getReader();
    let bytes = 0;
    for (;;) {
      const { value, done } = (await reader?.read().catch(offlineError(signal))) ?? { value: undefined, done: true };
      if (value === undefined || done) break;
      bytes += value.length;
      await sink.write(value);
      onProgress(bytes, Math.min(0.99, bytes / estimate));
    }
    await sink.end();
    return true;
  } catch (error) {
    await sink.drop().catch(() => undefined);
    throw error;
  }
}

type ExportOptions = Omit<Download, 'signal' | 'onProgress'>;

function queryOf({ from, to, variables, format, content, points, zone }: ExportOptions): URLSearchParams {
  const query = new URLSearchParams({ from: String(Math.floor(from)), to: String(Math.ceil(to)), format, content });
  if (points !== undefined) query.set('points', String(points));
  if (zone !== undefined) query.set('zone', zone);
  for (const variable of variables) query.append('of', nameOf(variable));
  return query;
}

async function openSink(name: string): Promise<Sink | null> {
  const picker = (window as { showSaveFilePicker?: FilePicker }).showSaveFilePicker;
  if (!picker) return memorySink(name);
  try {
    const file = await (await picker({ suggestedName: name })).createWritable();
    await file.write(markOf(name));
    return { write: (piece) => file.write(piece), end: () => file.close(), drop: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return memorySink(name);
  }
}

function memorySink(name: string): Sink {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (piece) => void pieces.push(piece),
    end: async () => saveFile(name, new Blob(pieces)),
    drop: async () => void pieces.splice(0),
  };
}

/** A name that every file system takes. */
function fileName({ from, to, variables, format, content }: ExportOptions): string {
  const espids = [...new Set(variables.map(({ espid }) => espid))];
  const whose = espids.length === 1 ? espids[0]?.replace(/[^A-Za-z0-9._-]+/g, '_') : `cyno-${espids.length}-devices`;
  const what = content === 'notes' ? `${whose}_notes` : whose;
  const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  return `${what}_${day(from)}_${day(to)}.${format}`;
}
