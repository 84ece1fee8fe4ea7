import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;

/** A bearer token: 256 random bits, base64url (43 characters). */
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** What is stored of a secret with enough randomness to need no slow hash: its SHA-256, base64url. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Checks whether a secret belongs to a stored hash, in a time that does not depend on where they differ. */
export function matchesHash(secret: string, hash: string): boolean {
  const given = Buffer.from(hashSecret(secret));
  const copy = Buffer.from(hash);
  return given.length === copy.length && timingSafeEqual(given, copy);
}

// Without 0 O, 1 I L and U V: people copy these from a screen or a sheet of paper.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 4;

/** What a person writes behind the e-mail in a sketch: 12 characters in three groups, such as `K7QM-2XFD-9HTB`. */
export const newConnectionKey = (): string => groups(3);

/** What makes the first account: 20 characters (98 bits) in five groups. */
export const newSetupCode = (): string => groups(5);

/** What lets somebody sign up where that is by invitation, as long as a set-up code. */
export const newInvitationCode = (): string => groups(5);

function groups(count: number): string {
  return Array.from({ length: count }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
}
