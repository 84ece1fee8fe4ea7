import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

export interface WrittenArchive {
  readonly bytes: number;
  /** Of the whole file, hex. */
  readonly sha256: string;
}

const syncBytes = 4 * 1024 ** 2;

const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/**
 * Writes a tar archive into a new file: compressed by zstd, and encrypted as `age -p` does when there is a passphrase, so that
 * `age -d … | zstd -d | tar x` opens it too. It is on the disk when this resolves.
 */
export async function writeArchive(
  path: string,
  tar: AsyncIterable<Buffer>,
  { passphrase, signal }: { passphrase: string | null; signal: AbortSignal },
): Promise<WrittenArchive> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(tar, { objectMode: false }),
    createZstdCompress(zstd),
    passphrase === null ? new PassThrough() : encryption(passphrase),
    measure,
    (chunks: AsyncIterable<Buffer>) => store(path, chunks),
    { signal },
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Syncs every 4 MB: one large flush would hold up each commit of the database. */
async function store(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let pending = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      pending += chunk.length;
      if (pending < syncBytes) continue;
      await file.datasync();
      pending = 0;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The format is described at https://age-encryption.org/v1: scrypt, then ChaCha20-Poly1305 in chunks of 64 KiB of which each is authenticated. */
function encryption(passphrase: string) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    yield* await encrypter.encrypt(ReadableStream.from(source) as ReadableStream<Uint8Array>);
  };
}
