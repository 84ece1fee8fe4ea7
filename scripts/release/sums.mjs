import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OneLineError, run } from '../bootstrap/run.mjs';

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes a list that `sha256sum --check` reads, and returns its file. */
export async function writeSums(file, files) {
  const lines = await Promise.all(files.map(async (path) => `${await sha256(path)}  ${basename(path)}\n`));
  await writeFile(file, lines.join(''));
  return file;
}

/** Signs the list with the minisign key in the file `RELEASE_KEY`; without one there is no signature. */
export async function signSums(file) {
  const key = process.env.RELEASE_KEY;
  if (!key) return [];
  await run('minisign', ['-S', '-s', key, '-m', file], { stdio: ['inherit', 'pipe', 'pipe'] }).catch((cause) => {
    throw new OneLineError(`SHA256SUMS cannot be signed with ${key}: ${cause.output?.trim() || cause.message}`);
  });
  return [`${file}.minisig`];
}

/** A UUID that follows from a text: https://www.rfc-editor.org/rfc/rfc9562#section-5.8. */
export function hashUuid(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
