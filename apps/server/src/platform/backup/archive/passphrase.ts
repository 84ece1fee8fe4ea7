import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Identity, Recipient, Stanza } from 'age-encryption';

/** The logarithm of what a key costs: that of `age -p`. */
const workFactor = 18;
const highestWorkFactor = 20;
const label = Buffer.from('age-encryption.org/v1/scrypt');
const cipher = 'chacha20-poly1305';
const nonce = Buffer.alloc(12);
const authTagLength = 16;

type Costs = { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number };
const derive = promisify<string, Buffer, number, Costs, Buffer>(scrypt);

/** The library derives it in JavaScript, which takes the event loop for a second and more; here it is done beside it. */
async function keyOf(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const [N, r] = [2 ** logN, 8];
  return derive(passphrase, Buffer.concat([label, salt]), 32, { N, r, p: 1, maxmem: 2 * 128 * N * r });
}

/** Who knows the passphrase may read it, also with `age`. */
export function passphraseRecipient(
  passphrase: string,
  newStanza: (args: string[], body: Buffer) => Stanza,
): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const sealed = createCipheriv(cipher, await keyOf(passphrase, salt, workFactor), nonce, { authTagLength });
      const body = Buffer.concat([sealed.update(fileKey), sealed.final(), sealed.getAuthTag()]);
      return [newStanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(workFactor)], body)];
    },
  };
}

/** What was encrypted with a passphrase, also by `age`; nothing matches where that is another one. */
export function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, ...others] = stanzas;
      if (!stanza || stanza.args[0] !== 'scrypt') return null;
      const [, salt = '', logN = ''] = stanza.args;
      const isValid = others.length === 0 && /^[1-9]\d?$/.test(logN) && Number(logN) <= highestWorkFactor;
      if (!isValid || stanza.body.length !== 32) throw new Error('The header of the encryption is invalid.');
      const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), Number(logN));
      const opened = createDecipheriv(cipher, key, nonce, { authTagLength });
      opened.setAuthTag(stanza.body.subarray(-authTagLength));
      const fileKey = opened.update(stanza.body.subarray(0, -authTagLength));
      try {
        opened.final();
      } catch {
        return null;
      }
      return fileKey;
    },
  };
}
