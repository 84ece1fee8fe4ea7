import type { Member } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import { AccountAdminRepository, type ListedAccount } from './account-admin.repository.ts';
import { MailLinksRepository } from './mail-links.repository.ts';
import { linkLifetimeMs } from './mail-links.service.ts';
import { hashSecret, newToken } from './secrets.ts';

/** What the operator may do on the machine itself. A running server sees it within ten seconds. */
export class AccountAdmin {
  readonly #repository: AccountAdminRepository;
  readonly #mailLinks: MailLinksRepository;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#repository = new AccountAdminRepository(database);
    this.#mailLinks = new MailLinksRepository(database);
    this.#clock = clock;
  }

  list(): Promise<ListedAccount[]> {
    return this.#repository.list();
  }

  /** Throws a 404 for an unknown address, a 409 rather than leave the server without an administrator. Answers the address. */
  async setMember(email: string, member: Member): Promise<string> {
    const folded = email.trim().toLowerCase();
    const outcome = await this.#repository.setMember(folded, member);
    if (outcome === 'unknown') throw unknownAccount(folded);
    if (outcome === 'last') {
      throw new AppError(
        409,
        'conflict',
        `${folded} is the only administrator. Grant the rights to somebody else first.`,
      );
    }
    return folded;
  }

  /** The token of a link to choose a new password, good for an hour; throws a 404 for an unknown address. */
  async newResetToken(email: string): Promise<string> {
    const folded = email.trim().toLowerCase();
    const accountId = await this.#repository.findId(folded);
    if (accountId === undefined) throw unknownAccount(folded);
    const token = newToken();
    const expiresAt = new Date(this.#clock.now() + linkLifetimeMs.reset);
    await this.#mailLinks.replaceReset({ accountId, tokenHash: hashSecret(token), expiresAt });
    return token;
  }
}

const unknownAccount = (email: string) => new AppError(404, 'not_found', `No account has the address ${email}.`);
