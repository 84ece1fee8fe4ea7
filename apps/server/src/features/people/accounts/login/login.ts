import type { LoginRequest, LoginResponse, TwoFactorChallenge } from '@cyno/contract';
import { AppError, because, forbidden, notAuthenticated } from '../../../../platform/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import type { AccountState } from '../accounts.repository.ts';
import { instantFor } from '../mails/mails.ts';
import type { AccountDeletions } from '../profile/account-deletion.ts';
import { describeBrowser, type KnownOrigins } from './known-origins.ts';
import type { Origin } from './origin.ts';

/** Requests a second factor from anyone who gave the first. */
export interface TwoFactor {
  /** Null: the account has none. */
  challenge(accountId: number): Promise<TwoFactorChallenge | null>;
}

/** Checks passwords and starts sessions. */
export class Login {
  twoFactor: TwoFactor = { challenge: async () => null };
  readonly #parts: AccountParts;
  readonly #knownOrigins: KnownOrigins;
  readonly #deletion: AccountDeletions;

  constructor(
    parts: AccountParts,
    others: { readonly knownOrigins: KnownOrigins; readonly deletion: AccountDeletions },
  ) {
    this.#parts = parts;
    this.#knownOrigins = others.knownOrigins;
    this.#deletion = others.deletion;
  }

  /** An unknown address gets the same response as a wrong password, after the same time. */
  async login({ email, password }: LoginRequest, origin: Origin): Promise<LoginResponse> {
    const { repository, hasher, throttle, post, now } = this.#parts;
    const fromAddress = await throttle.guessFrom(origin.ip);
    const account = await repository.findForLogin(email, origin.ip, now());
    const ofAccount = await throttle.guessOf(email, account?.knownAddress ? origin.ip : undefined);
    const right = await hasher.verify(password, account?.passwordHash ?? null);
    if (!account || !right)
      throw new AppError(401, 'wrong_credentials', 'Wrong e-mail or password', because('wrong_login'));
    await Promise.all([fromAddress.forgive(), ofAccount.forgive()]);
    await this.#renewHash(account, password);
    if (post.delivers && !account.confirmedAt) {
      const sentence = 'Confirm your e-mail address first: open the link in the mail that we sent you.';
      throw new AppError(403, 'email_not_confirmed', sentence, because('confirm_first'));
    }
    return this.finish(account.id, origin);
  }

  /** A hash that was made while hashes cost less takes the cost of today: only now the password is at hand. */
  async #renewHash({ id, passwordHash }: { id: number; passwordHash: string | null }, password: string): Promise<void> {
    const { repository, hasher } = this.#parts;
    if (passwordHash === null || !hasher.isCheap(passwordHash)) return;
    await repository.replacePasswordHash(id, { known: passwordHash, next: await hasher.hash(password) });
  }

  /**
   * After a first proof, such as a password: starts a session, or throws a 403 `second_step_required` with what to do next.
   */
  async finish(accountId: number, origin: Origin): Promise<LoginResponse> {
    const account = await this.#usable(accountId);
    const twoFactor = await this.twoFactor.challenge(accountId);
    if (!twoFactor) return this.#start(account, origin);
    throw new AppError(403, 'second_step_required', 'One more step: prove that it is you.', { twoFactor });
  }

  /** After every proof: starts a session. Throws a 403 when the account may not be used, `account_closing` with how to keep it. */
  async start(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#start(await this.#usable(accountId), origin);
  }

  async #usable(accountId: number): Promise<AccountState> {
    const found = await this.#parts.repository.findState(accountId);
    if (!found) throw notAuthenticated();
    if (found.disabled)
      throw forbidden('This account is disabled. Ask the operator of this server.', because('account_disabled'));
    return found;
  }

  async #start(account: AccountState, origin: Origin): Promise<LoginResponse> {
    if (account.deleteAfter) throw await this.#deletion.refusal(account, account.deleteAfter);
    const { id, member, email } = account;
    const token = await this.#parts.sessions.start(id, origin);
    if (await this.#knownOrigins.isNewOrigin(id, origin)) this.#notifyOwner(id, origin);
    return { access_token: token, member, email };
  }

  #notifyOwner(accountId: number, origin: Origin): void {
    const { post, now } = this.#parts;
    const { resetLink } = post;
    const at = now().getTime();
    const browser = describeBrowser(origin.userAgent);
    post.notify(accountId, 'newLogin', (to) => ({ at: instantFor(to, at), browser, network: origin.ip, resetLink }));
  }
}
