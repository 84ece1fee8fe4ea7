import type { ErrorBody, ExportFormat } from '@cyno/contract';
import { deviceApiPath } from '../../lib/history-call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { getSession } from '../../lib/session.ts';

const estimateHeader = 'x-estimated-length';

export type Download = {
  espid: string;
  from: number;
  to: number;
  keys: readonly string[];
  format: ExportFormat;
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

/** Saves a file of a device's values; false when the reader chose no place for it. Throws a sentence for a person. */
export async function download({ espid, signal, onProgress, ...wish }: Download): Promise<boolean> {
  const { from, to, format, zone, points } = wish;
  // The place has to be asked for while the press is fresh.
  const sink = await openSink(fileName(espid, wish));
  if (sink === null) return false;
  // A name with a comma cannot be part of a list of names: then all are in the file.
  const keys = wish.keys.some((key) => key.includes(',')) ? undefined : wish.keys.join(',');
  const path = deviceApiPath(espid, 'export', {
    from: Math.floor(from),
    to: Math.ceil(to),
    format,
    keys,
    points,
    zone,
  });
  try {
    const response = await request(path, signal);
    const estimate = Number(response.headers.get(estimateHeader)) || 1;
    const reader = response.body?.getReader();
    let bytes = 0;
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
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

async function request(path: string, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${getSession()?.accessToken ?? ''}` };
  const response = await fetch(path, { headers, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Error("Can't connect to server", { cause });
  });
  if (response.ok) return response;
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new Error(body.error ?? 'The server did not make the file.');
}

async function openSink(name: string): Promise<Sink | null> {
  const picker = (window as { showSaveFilePicker?: FilePicker }).showSaveFilePicker;
  if (!picker) return memorySink(name);
  try {
    const file = await (await picker({ suggestedName: name })).createWritable();
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
function fileName(espid: string, { from, to, format }: Pick<Download, 'from' | 'to' | 'format'>): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  return `${espid.replace(/[^A-Za-z0-9._-]+/g, '_')}_${day(from)}_${day(to)}.${format}`;
}
