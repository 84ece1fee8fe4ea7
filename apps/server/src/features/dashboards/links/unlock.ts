import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkRow } from './links.repository.ts';

/** Anyone who typed the password need not do it again for so long. */
const unlockedMs = 7 * 24 * 3_600_000;

type Locked = Pick<LinkRow, 'id' | 'passwordHash'>;

/** What stands for the typed password; another password of the link makes it void. */
export function newUnlock({ id, passwordHash }: Locked, now: number): { unlock: string; until: number } {
  const until = now + unlockedMs;
  return { unlock: `${until}.${sign(id, until, passwordHash ?? '')}`, until };
}

/** Whether a link has no password, or this stands for it. */
export function isUnlocked({ id, passwordHash }: Locked, unlock: string | null, now: number): boolean {
  if (passwordHash === null) return true;
  const [, instant = '', mac = ''] = /^(\d{13})\.([\w-]{43})$/.exec(unlock ?? '') ?? [];
  const until = Number(instant);
  const expected = Buffer.from(sign(id, until, passwordHash));
  const given = Buffer.from(mac);
  return until > now && given.length === expected.length && timingSafeEqual(given, expected);
}

/** The hash of the password has a random salt that never leaves the server, so it serves as key. */
const sign = (id: number, until: number, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`public link ${id} until ${until}`).digest('base64url');
