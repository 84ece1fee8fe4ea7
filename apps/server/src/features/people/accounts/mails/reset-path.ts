import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { hashSecret, newToken } from '../secrets.ts';
import { linkFragment } from './link-fragment.ts';
import { MailLinksRepository } from './mail-links.repository.ts';
import { linkLifetimeMs, resetPage } from './mail-links.service.ts';

/** The path of a link to choose a new password, for an operator to hand over; an earlier link stops working. */
export async function newResetPath(
  { database, clock }: { database: Database; clock: Clock },
  accountId: number,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(clock.now() + linkLifetimeMs.reset);
  await new MailLinksRepository(database).replace('reset', { accountId, tokenHash: hashSecret(token), expiresAt });
  return resetPage + linkFragment(token);
}
