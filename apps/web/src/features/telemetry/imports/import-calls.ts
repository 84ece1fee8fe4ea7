import type { ImportPreviewRequest, ImportStart } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { ApiError, addressOf, call } from '../../../lib/api/api-client.ts';
import { fetchFile } from '../../../lib/api/fetch-file.ts';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { ownZone } from '../../../lib/format/time-zones.ts';

/** As the server takes them. */
export const maxFileBytes = 50 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
/** For a minute: so long a server may take to start, or another one to take over. */
const pieceTries = 60;
const betweenTriesMs = 1_000;
/** A piece takes so long on a line of 140 kbit/s. */
const pieceTimeoutMs = 60_000;
/** With no response at all: another connection may be alive. */
const silentTries = 2;

/** Sends a file in pieces; returns its id. `onProgress` hears the share that has gone (0 to 1). Throws `ApiError`. */
export async function uploadFile(
  espid: string,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<string> {
  const { id } = await call('POST /api/device/:espid/imports', {
    params: { espid },
    body: { name: cutText(file.name, 200), bytes: file.size },
    signal,
  });
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    onProgress(offset / file.size);
    const path = addressOf('PUT /api/device/:espid/imports/:id/piece', { params: { espid, id }, query: { offset } });
    await sendPiece(path, file.slice(offset, offset + pieceBytes), signal);
  }
  onProgress(1);
  return id;
}

/** One that fails for a moment is sent again, to the next server too: a piece that is there already changes nothing. */
async function sendPiece(path: string, body: Blob, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  let silent = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      await fetchFile(path, { method: 'PUT', headers, body, signal, timeoutMs: pieceTimeoutMs });
      return;
    } catch (error) {
      const isTemporary = error instanceof ApiError && (error.isTemporary || error.code === 'rate_limited');
      if (!isTemporary || tries === pieceTries) throw error;
      if (error.cause instanceof DOMException && error.cause.name === 'TimeoutError') silent += 1;
      if (silent === silentTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
      signal.throwIfAborted();
    }
  }
}

export const previewImport = (espid: string, id: string, request: ImportPreviewRequest, signal?: AbortSignal) =>
  call('POST /api/device/:espid/imports/:id/preview', {
    params: { espid, id },
    body: { ...request, zone: readerZone() },
    signal,
  });

/** The zone in which the reader sees times. */
export const readerZone = (): string => displaySettings().timeZone ?? ownZone();

export const startImport = (espid: string, id: string, request: ImportStart) =>
  call('POST /api/device/:espid/imports/:id/start', { params: { espid, id }, body: request });

export const readImport = (espid: string, id: string) =>
  call('GET /api/device/:espid/imports/:id', { params: { espid, id } });

/** One's own imports into the device that run, or stopped and can continue. */
export const listImports = (espid: string, signal: AbortSignal) =>
  call('GET /api/device/:espid/imports', { params: { espid }, signal });

/** Continues with an import that stopped. */
export const resumeImport = (espid: string, id: string) =>
  call('POST /api/device/:espid/imports/:id/resume', { params: { espid, id } });

/** Ends an import that runs, or forgets a file that waits. */
export const cancelImport = (espid: string, id: string) =>
  call('DELETE /api/device/:espid/imports/:id', { params: { espid, id } });
