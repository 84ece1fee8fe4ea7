import type { Mail } from '../../../../platform/mail/index.ts';
import type { AccountsRepository } from '../accounts.repository.ts';
import type { OfferValues } from './mail-catalogue.ts';
import { instantFor, stranger, writeMail } from './mails.ts';
import type { Post } from './post.ts';

/** What somebody offers to an address. `until`: when it ends, ms since the epoch; null: never. */
export interface Offer extends Omit<OfferValues, 'until'> {
  readonly to: string;
  readonly until: number | null;
  /** Who may make accounts here. */
  readonly signup: 'open' | 'invite' | 'closed';
}

/** Writes the mail to anyone who has the address, or to whom it is new; undefined when its account may not be used. */
export async function writeOffer(
  repository: AccountsRepository,
  post: Post,
  { to, until, signup, ...offer }: Offer,
): Promise<Mail | undefined> {
  const account = await repository.findByEmail(to);
  if (account?.disabled || account?.deleteAfter) return undefined;
  const known =
    account && (account.confirmed || !post.delivers) ? await repository.findRecipient(account.id) : undefined;
  const recipient = known ?? stranger(to);
  const values = { ...offer, until: until === null ? null : instantFor(recipient, until) };
  return known
    ? writeMail(recipient, 'offer', values, `${post.page('/device')}#for=${encodeURIComponent(to)}`)
    : writeMail(recipient, 'offerToNewcomer', { ...values, signup }, post.page(signupPath(to)));
}

/** The address stands behind the `#`, which browsers keep to themselves: it is in no log of a server on the way. */
const signupPath = (email: string): string => `/auth/login?mode=signup#email=${encodeURIComponent(email)}`;
