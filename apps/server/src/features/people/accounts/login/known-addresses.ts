import { email as emailSchema } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { Account } from '../account.ts';
import type { AccountsRepository } from '../accounts.repository.ts';
import type { Post } from '../mails/post.ts';
import { ExpiringCache } from '../sessions/expiring-cache.ts';

/** Should a notification of a change be lost, what is known is believed for this long. */
const maxAgeMs = 60_000;
const size = 10_000;

interface KnownAddressesDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: AccountsRepository;
  readonly post: Pick<Post, 'delivers'>;
}

/** Whose addresses boards and programs sign in with, so that each of their connections does not cost a query. */
export class KnownAddresses {
  readonly #repository: AccountsRepository;
  readonly #post: Pick<Post, 'delivers'>;
  readonly #accounts: ExpiringCache<Account & { readonly byFormerEmail: boolean }>;

  constructor({ clock, log, repository, post }: KnownAddressesDeps) {
    this.#repository = repository;
    this.#post = post;
    this.#accounts = new ExpiringCache({ clock, log, size, maxAgeMs });
  }

  /**
   * Undefined when the account does not exist or may not be used. Also by an address that it gave up, so it does not reveal who reads
   * that address.
   */
  async find(email: string): Promise<Account | undefined> {
    const { data: folded } = emailSchema.safeParse(email);
    if (folded === undefined) return undefined;
    return this.#accounts.get(folded, async () => {
      const owner = await this.#repository.findByEmail(folded);
      const proved = owner && (owner.confirmed || !this.#post.delivers) ? owner : undefined;
      // Sketches on boards still have an address that its account gave up, until somebody else has it.
      const found = proved ?? (await this.#repository.findByFormerEmail(folded));
      if (!found) return undefined;
      const { confirmed, disabled, deleteAfter, ...account } = found;
      return disabled || deleteAfter ? undefined : { ...account, byFormerEmail: found !== proved };
    });
  }

  /** Forgets one account, or all. */
  forget(accountId?: number): void {
    this.#accounts.removeWhere((known) => accountId === undefined || known.id === accountId);
    this.forgetUnowned();
  }

  /** Looks addresses up again that nobody had, or had given up: somebody may have them now. */
  forgetUnowned(): void {
    this.#accounts.removeWhere((known) => known.byFormerEmail);
    this.#accounts.forgetAbsent();
  }
}
