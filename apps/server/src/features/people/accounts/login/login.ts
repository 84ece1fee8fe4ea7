import type { LoginRequest, LoginResponse, TwoFactorChallenge } from '@cyno/contract';
import { AppError, because, forbidden, notAuthenticated } from '../../../../platform/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import type { AccountState } from '../accounts.repository.ts';
import { instantFor } from '../mails/mails.ts';
import type { AccountDeletions } from '../profile/account-deletion.ts';
import { describeBrowser, type KnownOrigins } from './known-origins.ts';
import type { Origin } from './origin.ts';
import { wrongLogin } from './wrong-login.ts';

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
    if (!account?.passwordHash || !right) throw wrongLogin();
    await Promise.all([fromAddress.forgive(), ofAccount.forgive()]);
    const passwordHash = await this.#renewHash(account.id, account.passwordHash, password);
    if (post.delivers && !account.confirmedAt) {
      const sentence = 'Confirm your e-mail address first: open the link in the mail that we sent you.';
      throw new AppError(403, 'email_not_confirmed', sentence, because('confirm_first'));
    }
    return this.finish(account.id, origin, passwordHash);
  }

  /** A hash that was made while hashes cost less takes the cost of today: only now the password is at hand. Returns the one that is stored. */
  async #renewHash(id: number, known: string, password: string): Promise<string> {
    const { repository, hasher } = this.#parts;
    if (!hasher.isCheap(known)) return known;
    const next = await hasher.hash(password);
    if (await repository.replacePasswordHash(id, { known, next })) return next;
    // Another login renewed it, or the password was changed.
    const stored = (await repository.findPassword(id))?.passwordHash;
    if (!stored || !(await hasher.verify(password, stored))) throw wrongLogin();
    return stored;
  }

  /**
   * After a first proof, such as the password of a hash: starts a session, or throws a 403 `second_step_required` with what to do next.
   * Throws a 401 when the account has another password by now: hashing takes time, and a change of the password ends what it finds.
   */
  async finish(accountId: number, origin: Origin, passwordHash: string | null = null): Promise<LoginResponse> {
    const account = await this.#usable(accountId);
    const twoFactor = await this.twoFactor.challenge(accountId);
    if (!twoFactor) return this.#start(account, origin, passwordHash);
    if (passwordHash !== null && !(await this.#parts.repository.hasPassword(accountId, passwordHash)))
      throw wrongLogin();
    throw new AppError(403, 'second_step_required', 'One more step: prove that it is you.', { twoFactor });
  }

  /** After every proof: starts a session. Throws a 403 when the account may not be used, `account_closing` with how to keep it, if that is still possible. */
  async start(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#start(await this.#usable(accountId), origin, null);
  }

  async #usable(accountId: number): Promise<AccountState> {
    const found = await this.#parts.repository.findState(accountId);
    if (!found) throw notAuthenticated();
    if (found.disabled)
      throw forbidden('This account is disabled. Ask the operator of this server.', because('account_disabled'));
    return found;
  }

  async #start(account: AccountState, origin: Origin, passwordHash: string | null): Promise<LoginResponse> {
    if (account.deleteAfter) throw await this.#deletion.refusal(account, account.deleteAfter);
    const { id, member, email } = account;
    const token = await this.#parts.sessions.start(id, origin, passwordHash);
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
