import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { because } from '../../errors.ts';
import { fileReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { type Manifest, manifestSchema, names, newestFormat } from './manifest.ts';

const ageHeader = Buffer.from('age-encryption.org/v1\n');
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export const damaged = (cause?: unknown) =>
  new StartError('The backup is damaged or was cut off. Use another one. Nothing was changed.', {
    cause,
    ...because('backup_damaged'),
  });

const noBackup = (path: string) => new StartError(`${path} is no backup of Cyno.`, because('backup_is_none'));

/** Of a newer version than this. */
export const newerBackup = () =>
  new StartError(
    'The backup was made by a newer version of Cyno. Restore it with that version. Nothing was changed.',
    because('backup_newer'),
  );

/** Whether a file is encrypted; throws a StartError when it is no backup. */
async function isEncrypted(path: string): Promise<boolean> {
  const start = Buffer.alloc(ageHeader.length);
  try {
    const file = await open(path, 'r');
    await file.read(start, 0, start.length, 0).finally(() => file.close());
  } catch (cause) {
    throw new StartError(`The backup ${path} cannot be read: ${readingReason(cause)}.`, {
      cause,
      ...because('backup_unreadable'),
    });
  }
  if (start.equals(ageHeader)) return true;
  if (start.subarray(0, zstdMagic.length).equals(zstdMagic)) return false;
  throw noBackup(path);
}

const readingReason = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : fileReason(error);

/**
 * The tar archive in a file; what is wrong with it is reported by the stream's error. Throws a StartError when the passphrase is wrong, and
 * when there is one but the file is not encrypted: who can write to the target could have made it.
 */
export async function readTar(path: string, passphrase: string | null): Promise<Readable> {
  const encrypted = await isEncrypted(path);
  if (!encrypted && passphrase !== null) {
    throw new StartError(
      'The backup is not encrypted although there is a passphrase, so anybody who can write to its place can have made it. If it is yours, from before BACKUP_PASSPHRASE was set, restore it with an empty BACKUP_PASSPHRASE. Nothing was changed.',
      because('backup_not_encrypted'),
    );
  }
  const source = createReadStream(path, { highWaterMark: 256 * 1_024 });
  const plain = encrypted ? await decrypt(source, passphrase) : source;
  // By pieces of the usual size, 16 KiB, it takes half as long again.
  const tar = createZstdDecompress({ chunkSize: 256 * 1_024 });
  plain.once('error', (error: Error) => tar.destroy(error));
  tar.once('close', () => {
    plain.destroy();
    source.destroy();
  });
  return plain.pipe(tar);
}

async function decrypt(source: Readable, passphrase: string | null): Promise<Readable> {
  if (passphrase === null) {
    source.destroy();
    throw new StartError(
      'The backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase. Nothing was changed.',
      because('backup_locked'),
    );
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as never);
  } catch (cause) {
    source.destroy();
    if (!/no identity matched/.test((cause as Error).message)) throw damaged(cause);
    throw new StartError('The passphrase of the backup is wrong. Nothing was changed.', {
      cause,
      ...because('backup_passphrase_wrong'),
    });
  }
}

/** Reads what an archive is; throws a StartError when this version of Cyno cannot use it. */
export async function readManifest(path: string, passphrase: string | null): Promise<Manifest> {
  const tar = await readTar(path, passphrase);
  try {
    const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (header.name !== names.manifest) break;
      return parseManifest(await new Response(body).json());
    }
  } catch (error) {
    throw error instanceof StartError ? error : damaged(error);
  } finally {
    tar.destroy();
  }
  throw noBackup(path);
}

function parseManifest(given: unknown): Manifest {
  const { format } = given as { format?: unknown };
  if (typeof format === 'number' && format > newestFormat) throw newerBackup();
  return manifestSchema.parse(given);
}
