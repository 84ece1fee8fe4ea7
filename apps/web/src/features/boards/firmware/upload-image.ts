import type { ErrorBody, FirmwareUpload } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { ApiError, addressOf, errorOf } from '../../../lib/api/api-client.ts';
import { endSession, getSession } from '../../../lib/api/session.ts';

type Upload = {
  file: File;
  version: string;
  notes: string;
  signal: AbortSignal;
  /** Of the bytes, from 0 to 100. */
  onProgress: (percent: number) => void;
};

/**
 * Sends an image; `fetch` does not report how far it has come. Throws an ApiError, also when the signal ended it.
 */
export function uploadImage({ file, version, notes, signal, onProgress }: Upload): Promise<FirmwareUpload> {
  const { promise, resolve, reject } = Promise.withResolvers<FirmwareUpload>();
  const request = new XMLHttpRequest();
  const token = getSession()?.accessToken;
  const query = { fileName: file.name, version, notes };
  request.open('POST', addressOf('POST /api/firmware/images', { query }));
  request.setRequestHeader('content-type', 'application/octet-stream');
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / total)));
  request.addEventListener('load', async () => {
    const { status } = request;
    const body: Partial<ErrorBody> = readJson(request.responseText);
    if (status < 300) {
      resolve(body as FirmwareUpload);
      return;
    }
    if (body.error === undefined && status < 500) {
      reject(new ApiError(refusalText(status), { status, code: 'bad_request' }));
      return;
    }
    const problem = await errorOf(status, body, request.getResponseHeader('retry-after'));
    if (problem.refusesSession && token === getSession()?.accessToken) endSession('expired');
    reject(problem);
  });
  const failed = () => reject(new ApiError(t`Can't connect to server`, { status: 0, code: 'offline' }));
  request.addEventListener('error', failed);
  request.addEventListener('abort', failed);
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

/** Why an upload was refused with a body that is not of our server. */
const refusalText = (status: number): string =>
  status === 413
    ? t`The file is larger than the server or its proxy accepts.`
    : t`The server or its proxy refused the upload (status ${{ status }}).`;

function readJson(text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
