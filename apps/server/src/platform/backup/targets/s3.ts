import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import { bucketOf, credentialsOf, labelOf } from './address.ts';
import { explained, full, httpProblem, type TargetProblem } from './explain.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { maxFiles, tooLong } from './limits.ts';
import { type BackupTarget, isCutOff, type PutOptions } from './target.ts';

/** One part is in memory at a time. S3 takes 10,000 of an upload, of at least 5 MiB. */
const leastPartBytes = 8 * 1024 ** 2;
const maxParts = 9_000;
/** Of one request, which carries a part at most. */
const timeoutMs = 10 * 60_000;

/** Backups in a bucket of S3-compatible storage, below a prefix. An object appears when it is whole. */
export function s3Target(url: URL): BackupTarget {
  const label = labelOf(url);
  const bucket = bucketOf(url);
  const folder = decodeURI(url.pathname)
    .slice(bucket.length + 2)
    .replace(/\/+$/, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const closed = new AbortController();
  let opened: Promise<S3mini> | undefined;
  const use = <Result>(work: (client: S3mini) => Promise<Result>) =>
    explained(
      label,
      async () => {
        opened ??= openBucket(url, { bucket, signal: closed.signal });
        return work(await opened);
      },
      problemOf,
    );
  return {
    label,
    isRemote: true,
    list: () =>
      use(async (client) => {
        const found = await client.listObjectsPaged('/', prefix, maxFiles);
        if (!found?.objects) throw new S3Refusal(`there is no bucket ${bucket}`);
        if (found.nextContinuationToken !== undefined) throw tooLong();
        return found.objects
          .map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }))
          .filter(({ name }) => name !== '' && !name.includes('/'));
      }),
    put: (name, path, options) => use((client) => upload(client, { key: prefix + name, path }, options)),
    read: (name) =>
      use(async (client) => {
        const response = await client.getObjectResponse(prefix + name);
        if (!response?.body) throw new S3Refusal(`there is no object ${name}`);
        return Readable.fromWeb(response.body as never);
      }),
    remove: (name) =>
      use(async (client) => {
        await client.deleteObject(prefix + name);
      }),
    removeUnfinished: () => use((client) => abortUploads(client, prefix).catch(ignoreUnsupported)),
    close: async () => closed.abort(),
  };
}

class S3Refusal extends Error {}

async function openBucket(url: URL, { bucket, signal }: { bucket: string; signal: AbortSignal }): Promise<S3mini> {
  // Loaded only by those who use it.
  const { S3mini } = await import('s3mini');
  const { user, password } = credentialsOf(url);
  return new S3mini({
    accessKeyId: user,
    secretAccessKey: password,
    endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? regionOf(url.hostname),
    requestAbortTimeout: timeoutMs,
    fetch: guardedFetch(signal),
  });
}

/** Most providers name it in the host, as in `s3.eu-central-1.amazonaws.com`; those that have none take the oldest. */
const regionOf = (host: string): string => /^s3[.-]([a-z]+(?:-[a-z0-9]+)+)\./.exec(host)?.[1] ?? 'us-east-1';

async function upload(
  client: S3mini,
  { key, path }: { key: string; path: string },
  { signal, onBytes }: PutOptions,
): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  const partBytes = Math.max(leastPartBytes, Math.ceil(size / maxParts));
  const read = async (at: number): Promise<Buffer> => {
    const part = Buffer.alloc(Math.min(partBytes, size - at));
    await file.read(part, 0, part.length, at);
    return part;
  };
  try {
    if (size <= partBytes) {
      await client.putObject(key, await read(0));
      onBytes(size);
      return;
    }
    const id = await client.getMultipartUploadId(key);
    try {
      const parts = [];
      for (let at = 0; at < size; at += partBytes) {
        signal.throwIfAborted();
        parts.push(await client.uploadPart(key, id, await read(at), parts.length + 1));
        onBytes(Math.min(at + partBytes, size));
      }
      await client.completeMultipartUpload(key, id, parts);
    } catch (error) {
      await client.abortMultipartUpload(key, id).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Parts of uploads that were never completed are stored, and paid for, until they are aborted. */
async function abortUploads(client: S3mini, prefix: string): Promise<void> {
  const listed = (await client.listMultipartUploads('/', prefix, 'GET', { prefix })) as unknown as UploadList;
  const { Upload, upload: lower } = listed.ListMultipartUploadsResult ?? listed;
  const uploads = [Upload ?? lower ?? []].flat();
  for (const { Key, key = Key, UploadId, uploadId = UploadId, Initiated, initiated = Initiated } of uploads) {
    if (!key?.startsWith(`${prefix}cyno-`) || !uploadId) continue;
    if (isCutOff(Date.parse(initiated ?? ''))) await client.abortMultipartUpload(key, uploadId);
  }
}

/** Some services cannot list them, and not every key may. */
function ignoreUnsupported(error: Error & { status?: number }): void {
  if (![403, 405, 501].includes(error.status ?? 0)) throw error;
}

interface Upload {
  readonly Key?: string;
  readonly key?: string;
  readonly UploadId?: string;
  readonly uploadId?: string;
  readonly Initiated?: string;
  readonly initiated?: string;
}
/** Services differ in the case of its names. */
interface UploadList {
  readonly ListMultipartUploadsResult?: UploadList;
  readonly Upload?: Upload | Upload[];
  readonly upload?: Upload | Upload[];
}

const serviceProblems: Readonly<Record<string, TargetProblem>> = {
  InvalidAccessKeyId: { kind: 'credentials', text: 'it does not know the access key' },
  SignatureDoesNotMatch: { kind: 'credentials', text: 'the secret key is wrong' },
  AuthorizationHeaderMalformed: {
    kind: 'other',
    text: 'the region is wrong; add it to the address, such as ?region=eu-central-1',
  },
  AccessDenied: { kind: 'forbidden', text: 'the access key may not do that in this bucket' },
  NoSuchBucket: { kind: 'other', text: 'there is no such bucket' },
  QuotaExceeded: full,
  XMinioStorageFull: full,
  RequestTimeTooSkewed: { kind: 'other', text: 'the clocks of this machine and of the storage differ too much' },
};

/** The errors of the library hold a whole response. */
function problemOf(error: unknown): TargetProblem | undefined {
  if (error instanceof S3Refusal) return { kind: 'other', text: error.message };
  const { status, serviceCode, message = '' } = error as { status?: number; serviceCode?: string; message?: string };
  const known = Object.keys(serviceProblems).find((code) => serviceCode === code || message.includes(code));
  if (known) return serviceProblems[known];
  const found = status ?? Number(/status (\d{3})/.exec(message)?.[1] ?? Number.NaN);
  return Number.isNaN(found) ? undefined : httpProblem(found);
}
