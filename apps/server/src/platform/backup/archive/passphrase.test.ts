import { Decrypter, Encrypter, Stanza } from 'age-encryption';
import { expect, test } from 'vitest';
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts';

const passphrase = 'horse battery staple ✓';

test('what is encrypted with a passphrase is read by others who know the format', async () => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, (args, body) => new Stanza(args, body)));
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  expect(await decrypter.decrypt(await encrypter.encrypt('Well'), 'text')).toBe('Well');
});

test('what others encrypted is read with the passphrase, and with no other', async () => {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(12);
  encrypter.setPassphrase(passphrase);
  const encrypted = await encrypter.encrypt('Well');
  const read = (word: string) => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(passphraseIdentity(word));
    return decrypter.decrypt(encrypted, 'text');
  };
  expect(await read(passphrase)).toBe('Well');
  await expect(read('another one')).rejects.toThrow('no identity matched');
});

test('a key that would take all memory is not derived', async () => {
  const stanza = new Stanza(['scrypt', 'A'.repeat(22), '30'], new Uint8Array(32));
  await expect(passphraseIdentity(passphrase).unwrapFileKey([stanza])).rejects.toThrow('invalid');
});
