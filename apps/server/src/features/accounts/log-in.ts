import type { LoginRequest, LoginResponse } from '@cyno/contract';
import { AppError, forbidden } from '../../platform/errors.ts';
import type { AccountParts } from './account-parts.ts';

/** Where a request came from. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Checks passwords and starts sessions. */
export class LogIn {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** An unknown address is answered like a wrong password, after the same time. */
  async logIn({ email, password }: LoginRequest, origin: Origin): Promise<LoginResponse> {
    const { repository, hasher, throttle, sessions, mailLinks, now } = this.#parts;
    const fromAddress = await throttle.guessFrom(origin.ip);
    const account = await repository.findForLogIn(email, origin.ip, now());
    const ofAccount = await throttle.guessOf(email, account?.knownAddress ? origin.ip : undefined);
    const right = await hasher.verify(password, account?.passwordHash ?? null);
    if (!account || !right) throw new AppError(401, 'wrong_credentials', 'Wrong e-mail or password');
    await Promise.all([fromAddress.forgive(), ofAccount.forgive()]);
    if (account.disabledAt) throw forbidden('This account is disabled. Ask the operator of this server.');
    if (mailLinks.confirmationNeeded && !account.confirmedAt) {
      const sentence = 'Confirm your e-mail address first: open the link in the mail that we sent you.';
      throw new AppError(403, 'email_not_confirmed', sentence);
    }
    const token = await sessions.start(account.id, origin);
    return { access_token: token, member: account.member, email: account.email };
  }
}
