import type { RestoreOpened, RestoreState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { ApiError, addressOf, call, errorOf, readError } from '../../../../lib/api/api-client.ts';
import { offlineError } from '../../../../lib/api/fetch-file.ts';

/** As the server takes them. */
const pieceBytes = 4 * 1024 ** 2;
const pieceTries = 4;
/** A piece takes so long on a line of 140 kbit/s. */
const pieceTimeoutMs = 4 * 60_000;
const retryMs = 1_000;

/** Thrown when the server started again and nobody knows whether it has the data: it has not. */
const stopped = () =>
  new ApiError(t`The server stopped before the backup was restored. Nothing was changed. Try again.`, {
    status: 0,
    code: 'unavailable',
  });

export const openRestore = (setupCode: string) => call('POST /api/setup/restore/open', { body: { setupCode } });

const headersOf = ({ token }: RestoreOpened) => ({ authorization: `Bearer ${token}` });

type Upload = { signal: AbortSignal; onProgress: (percent: number) => void };

/** Sends an archive in pieces, so that no proxy meets a large body. Throws `ApiError`. */
export async function uploadArchive(opened: RestoreOpened, file: File, { signal, onProgress }: Upload): Promise<void> {
  for (let offset = 0; offset < file.size || offset === 0; offset += pieceBytes) {
    onProgress(Math.floor((100 * offset) / Math.max(file.size, 1)));
    const path = addressOf('PUT /api/setup/restore/archive', { query: { offset, bytes: file.size } });
    await sendPiece(opened, path, { body: file.slice(offset, offset + pieceBytes), signal });
  }
}

type Piece = { body: Blob; signal: AbortSignal };

/** One that fails for a moment is sent again: a piece that the server has already changes nothing. */
async function sendPiece(opened: RestoreOpened, path: string, { body, signal }: Piece): Promise<void> {
  const headers = { ...headersOf(opened), 'content-type': 'application/octet-stream' };
  for (let tries = 1; ; tries += 1) {
    try {
      const eitherSignal = AbortSignal.any([signal, AbortSignal.timeout(pieceTimeoutMs)]);
      const response = await fetch(path, {
        method: 'PUT',
        headers,
        credentials: 'omit',
        body,
        signal: eitherSignal,
      }).catch(offlineError(signal));
      if (!response.ok) throw await readError(response);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.isTemporary) || tries === pieceTries) throw error;
      await pause();
      signal.throwIfAborted();
    }
  }
}

type Restore = { file: string | null; passphrase: string };

/** Begins to restore an archive of the server, or with `null` the uploaded one. Throws `ApiError`. */
export const beginRestore = (opened: RestoreOpened, { file, passphrase }: Restore) =>
  call('POST /api/setup/restore', {
    body: { file, passphrase: passphrase === '' ? null : passphrase },
    headers: headersOf(opened),
  });

/** What a restore that somebody began does now. */
export const restoreState = (opened: RestoreOpened) => call('GET /api/setup/restore', { headers: headersOf(opened) });

/** Resolves when the server runs again with the data of the backup. Throws `ApiError` with what was wrong; nothing was changed then. */
export async function followRestore(opened: RestoreOpened, onState: (state: RestoreState) => void): Promise<void> {
  for (;;) {
    const state = await restoreState(opened).catch(ignoreRestart);
    if (!state) return await returned();
    onState(state);
    if (state.failure) throw await errorOf(409, state.failure, null);
    await pause();
  }
}

/** It is away, or does not know the token any more. */
function ignoreRestart(error: unknown): undefined {
  if (error instanceof ApiError && (error.isTemporary || error.status === 403)) return undefined;
  throw error;
}

/** Resolves when the server responds again; while it has no account yet, it did not restore anything. */
async function returned(): Promise<void> {
  for (;;) {
    const config = await call('GET /api/config').catch(() => undefined);
    if (config && !config.setupNeeded) return;
    if (config) throw stopped();
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, retryMs));
