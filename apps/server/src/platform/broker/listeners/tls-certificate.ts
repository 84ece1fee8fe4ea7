import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { readReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';

export interface TlsCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Boards do not check certificates (device protocol 1.1), so nothing is won by one that ends. */
const validYears = 30;

/**
 * Reads the operator's certificate and key (PEM files), or those in `<dataDirectory>/mqtt-tls`, which are made at the
 * first start: self-signed, ECDSA with P-256. Throws a StartError for files that cannot be read or do not match.
 */
export async function loadTlsCertificate(options: {
  certPath: string | undefined;
  keyPath: string | undefined;
  dataDirectory: string;
}): Promise<TlsCertificate> {
  const { certPath, keyPath, dataDirectory } = options;
  if (certPath !== undefined && keyPath !== undefined) return readPair({ certPath, keyPath });
  const directory = join(dataDirectory, 'mqtt-tls');
  const own = { certPath: join(directory, 'cert.pem'), keyPath: join(directory, 'key.pem') };
  if (await isMissing(own.certPath)) await makePair(directory, own);
  return readPair(own);
}

async function readPair(paths: { certPath: string; keyPath: string }): Promise<TlsCertificate> {
  const certificate = { cert: await readPem(paths.certPath), key: await readPem(paths.keyPath) };
  try {
    createSecureContext(certificate);
  } catch (cause) {
    const { message } = cause as Error;
    throw new StartError(
      `The certificate ${paths.certPath} and the key ${paths.keyPath} cannot be used together: ${message}.`,
      { cause },
    );
  }
  return certificate;
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new StartError(`The TLS file ${path} cannot be read: ${readReason(cause)}.`, { cause });
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await readFile(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

async function makePair(directory: string, paths: { certPath: string; keyPath: string }): Promise<void> {
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + validYears);
  // Needed once in the life of an installation, and too large to keep in memory for that.
  const { generate } = await import('selfsigned');
  const pair = await generate([{ name: 'commonName', value: 'cyno' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    await rm(paths.keyPath, { force: true });
    await writeFile(paths.keyPath, pair.private, { mode: 0o600 });
    // The certificate comes last and whole: where it is, its key is too.
    await writeFile(`${paths.certPath}.new`, pair.cert, { mode: 0o600 });
    await rename(`${paths.certPath}.new`, paths.certPath);
  } catch (cause) {
    throw new StartError(`No TLS certificate can be written in ${directory}: ${(cause as Error).message}.`, { cause });
  }
}
