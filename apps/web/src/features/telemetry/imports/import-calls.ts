import type {
  ErrorBody,
  ImportList,
  ImportPreview,
  ImportPreviewRequest,
  ImportStart,
  ImportState,
} from '@cyno/contract';
import { api, hasFields, noContent } from '../../../lib/api/api-client.ts';
import { getSession } from '../../../lib/api/session.ts';
import { displaySettings } from '../../../lib/format/display-settings.ts';

/** As the server takes them. */
export const maxFileBytes = 50 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

const created = hasFields<{ id: string }>('id');
const preview = hasFields<ImportPreview>('layout', 'mapping', 'columns', 'choices', 'rows');
const state = hasFields<ImportState>('state', 'added', 'reasons');
const list = hasFields<ImportList>('imports');

const pathOf = (espid: string, rest = '') => `/api/device/${encodeURIComponent(espid)}/imports${rest}`;

/** Sends a file in pieces; returns its id. `onProgress` hears the share that has gone (0 to 1). Throws a sentence for a person. */
export async function uploadFile(
  espid: string,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<string> {
  const { id } = await api.post(pathOf(espid), { name: file.name.slice(0, 200), bytes: file.size }, created, {
    signal,
  });
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    onProgress(offset / file.size);
    await sendPiece(pathOf(espid, `/${id}/piece?offset=${offset}`), file.slice(offset, offset + pieceBytes), signal);
  }
  onProgress(1);
  return id;
}

async function sendPiece(path: string, piece: Blob, signal: AbortSignal): Promise<void> {
  const headers = {
    authorization: `Bearer ${getSession()?.accessToken ?? ''}`,
    'content-type': 'application/octet-stream',
  };
  const response = await fetch(path, { method: 'PUT', headers, body: piece, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Error("Can't connect to server", { cause });
  });
  if (response.ok) return;
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new Error(body.error ?? 'The server did not take the file.');
}

export const previewImport = (espid: string, id: string, request: ImportPreviewRequest, signal?: AbortSignal) =>
  api.post(pathOf(espid, `/${id}/preview`), { ...request, zone: readerZone() }, preview, signal ? { signal } : {});

/** The zone in which the reader sees times. */
export const readerZone = (): string => displaySettings().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

export const startImport = (espid: string, id: string, request: ImportStart) =>
  api.post(pathOf(espid, `/${id}/start`), request, state);

export const readImport = (espid: string, id: string) => api.get(pathOf(espid, `/${id}`), state);

/** One's own imports into the device that run, or stopped and can continue. */
export const listImports = (espid: string, signal: AbortSignal) => api.get(pathOf(espid), list, { signal });

/** Continues with an import that stopped. */
export const resumeImport = (espid: string, id: string) => api.post(pathOf(espid, `/${id}/resume`), {}, state);

/** Ends an import that runs, or forgets a file that waits. */
export const cancelImport = (espid: string, id: string) => api.delete(pathOf(espid, `/${id}`), noContent);
