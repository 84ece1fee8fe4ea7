import { createHash, webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const pieceBytes = 1024 * 1024;

/** SHA-256 in hexadecimal digits, computed on another thread: boards must get responses meanwhile. */
export async function sha256(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}

/** MD5 in hexadecimal digits, what boards compare a download with; in pieces, so that other work comes in between. */
export async function md5(bytes: Buffer): Promise<string> {
  const hash = createHash('md5');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    hash.update(bytes.subarray(at, at + pieceBytes));
    await setImmediate();
  }
  return hash.digest('hex');
}
