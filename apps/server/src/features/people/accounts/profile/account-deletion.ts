import type { accountDeleteRequest } from '@cyno/contract';
import type { z } from 'zod';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, badRequest, because } from '../../../../platform/errors.ts';
import type { RequestAccount } from '../../../../platform/http/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { AccountParts } from '../account-parts.ts';
import { instantFor, type Recipient } from '../mails/mails.ts';
import type { OwnPassword } from '../passwords/own-password.ts';
import type { AccessTokens } from '../sessions/access-tokens.service.ts';
import { AccountDeletionRepository } from './account-deletion.repository.ts';

const hourMs = 60 * 60_000;
const graceMs = 14 * 24 * hourMs;
const cancelAtLoginMs = hourMs;

/** Clears what the account left outside of its rows; when it throws, the account is removed another night. */
type RemovingListener = (accountId: number) => Promise<void>;

/** So long an account waits for its address to be confirmed. */
const unconfirmedMs = 30 * 24 * 3_600_000;

/** Accounts that their owners delete: closed at once, removed for good after 14 days, until then restored by a link. */
export class AccountDeletions {
  readonly #parts: AccountParts;
  readonly #repository: AccountDeletionRepository;
  readonly #accessTokens: AccessTokens;
  readonly #ownPassword: OwnPassword;
  readonly #log: Logger;
  readonly #removingListeners: RemovingListener[] = [];

  constructor(
    parts: AccountParts,
    others: { database: Database; accessTokens: AccessTokens; ownPassword: OwnPassword; log: Logger },
  ) {
    this.#parts = parts;
    this.#repository = new AccountDeletionRepository(others.database);
    this.#accessTokens = others.accessTokens;
    this.#ownPassword = others.ownPassword;
    this.#log = others.log;
  }

  /**
   * Closes an account and returns until when that can be cancelled. Throws a 400 for another address than its own or a missing
   * password, a 401 for a wrong one or a session that has ended by now, a 409 for the last administrator.
   */
  async close(
    account: RequestAccount,
    request: z.output<typeof accountDeleteRequest>,
    address: string,
  ): Promise<{ deleteAfter: number }> {
    if (request.email !== account.email) {
      throw badRequest('That is not the address of this account.', {
        ...because('other_address'),
        fields: { email: 'Type the address of this account.' },
      });
    }
    await this.#checkPassword(account, request.password, address);
    const { mailLinks, post, sessions, now } = this.#parts;
    const deleteAfter = new Date(now().getTime() + graceMs);
    const closed = await this.#repository.close(account, deleteAfter);
    if (!closed) throw lastAdministrator();
    sessions.ended(closed.sessions);
    this.#accessTokens.ended(closed.tokens);
    const token = await mailLinks.newCancelDeletion(account.id, deleteAfter);
    const until = (to: Recipient) => ({ until: instantFor(to, deleteAfter.getTime()) });
    post.notify(account.id, 'deletion', until, post.page('/auth/keep', token));
    return { deleteAfter: deleteAfter.getTime() };
  }

  /** The response to a login while the account waits to be removed: how to take that back, for an hour; when its time is over, only that. */
  async refusal(account: Omit<Recipient, 'language'> & { id: number }, deleteAfter: Date): Promise<AppError> {
    const { mailLinks, now } = this.#parts;
    const at = now().getTime();
    if (deleteAfter.getTime() <= at) {
      const sentence = 'This account was deleted. It cannot be restored any more.';
      return new AppError(403, 'account_closing', sentence, because('account_deleted'));
    }
    const until = Math.min(deleteAfter.getTime(), at + cancelAtLoginMs);
    const cancelToken = await mailLinks.newCancelDeletion(account.id, new Date(until));
    const date = instantFor({ ...account, language: 'en' }, deleteAfter.getTime());
    return new AppError(403, 'account_closing', `This account will be deleted on ${date}. You can still keep it.`, {
      deletion: { keepToken: cancelToken, deleteAfter: deleteAfter.getTime() },
    });
  }

  /** Notified before an account is removed for good. */
  onRemoving(listener: RemovingListener): void {
    this.#removingListeners.push(listener);
  }

  /** Removes the accounts whose time is over, and those that nobody confirmed. */
  async removeDue(): Promise<void> {
    const { now, post } = this.#parts;
    if (post.delivers) {
      const count = await this.#repository.removeUnconfirmed(new Date(now().getTime() - unconfirmedMs), now());
      if (count > 0) this.#log.info({ count }, 'Accounts were removed whose address nobody confirmed');
    }
    for (const accountId of await this.#repository.due(now())) {
      try {
        for (const listener of this.#removingListeners) await listener(accountId);
        await this.#repository.remove(accountId, now());
        this.#log.info({ accountId }, 'An account was removed on request of its owner');
      } catch (err) {
        this.#log.error({ err, accountId }, 'An account could not be removed; it will be tried again');
      }
    }
  }

  async #checkPassword(account: RequestAccount, password: string | undefined, address: string): Promise<void> {
    const stored = await this.#parts.repository.findPassword(account.id);
    if (!stored || stored.passwordHash === null) return;
    if (password === undefined)
      throw badRequest('Type your password.', {
        ...because('password_needed'),
        fields: { password: 'Type your password.' },
      });
    await this.#ownPassword.check(account, password, address);
  }
}

const lastAdministrator = () =>
  new AppError(
    409,
    'conflict',
    'You are the only administrator. Give somebody else the rights first.',
    because('last_administrator'),
  );
