import { setTimeout as sleep } from 'node:timers/promises';
import { passwordProblem, passwordProblemTexts, type SignupRequest, type SignupResponse } from '@cyno/contract';
import { isCommonPassword } from '@cyno/contract/common-passwords';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, because } from '../../../../platform/errors.ts';
import type { Mail } from '../../../../platform/mail/index.ts';
import type { AccountParts } from '../account-parts.ts';
import type { Throttle } from '../login/throttle.ts';
import type { MailLinks } from '../mails/mail-links.service.ts';
import type { Post } from '../mails/post.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { hashSecret, matchesHash, newConnectionKey, newSetupCode } from '../secrets.ts';
import type { InvitationUse } from './invitations.sql.ts';
import { type NewAccount, SignupRepository } from './signup.repository.ts';

/** Long enough for what is stored (a new account, or a mail to the owner of the old one), so that its time does not reveal which. */
const storingMs = 60;

/** Creates accounts. */
export class Signup {
  readonly #repository: SignupRepository;
  readonly #hasher: PasswordHasher;
  readonly #throttle: Throttle;
  readonly #mailLinks: MailLinks;
  readonly #post: Post;
  readonly #now: () => Date;
  readonly #policy: 'open' | 'invite' | 'closed';
  #anyAccount = false;

  constructor(parts: AccountParts, { database, signup }: { database: Database; signup: 'open' | 'invite' | 'closed' }) {
    this.#repository = new SignupRepository(database);
    this.#hasher = parts.hasher;
    this.#throttle = parts.throttle;
    this.#mailLinks = parts.mailLinks;
    this.#post = parts.post;
    this.#now = parts.now;
    this.#policy = signup;
  }

  /** True until the first account exists. */
  async setupNeeded(): Promise<boolean> {
    this.#anyAccount ||= await this.#repository.anyExists();
    return !this.#anyAccount;
  }

  /** A new code for the first account, or null when there is one; an earlier code stops working. */
  async newSetupCode(): Promise<string | null> {
    if (!(await this.setupNeeded())) return null;
    const code = newSetupCode();
    await this.#repository.saveSetupCodeHash(hashSecret(code));
    return code;
  }

  /** Throws a 403 unless it is the code for the first account and there is none, a 429 when a network tries too often. */
  async checkSetupCode(code: string, address: string): Promise<void> {
    const guess = await this.#throttle.setupCode(address);
    const hash = await this.#repository.findSetupCodeHash();
    const setupNeeded = await this.setupNeeded();
    if (!setupNeeded || hash === undefined || !matchesHash(asTyped(code), hash)) throw wrongSetupCode(setupNeeded);
    await guess.forgive();
  }

  /** Returns the same, after the same time, whether or not the address has an account. */
  async signup(request: SignupRequest, address: string): Promise<SignupResponse> {
    await this.#throttle.signup(request.email, address);
    const first = await this.setupNeeded();
    if (!first && this.#policy === 'closed') throw signupClosed();
    checkPassword(request.password, request.email);
    if (first || request.setupCode) await this.#createFirst(request, address);
    else await this.#create(request, this.#policy === 'invite' ? await this.#invitation(request, address) : undefined);
    return this.#post.delivers
      ? { message: 'Open the link in the mail that we sent you to confirm your address.', confirmation: 'sent' }
      : { message: 'You can log in now.', confirmation: 'not_required' };
  }

  /** Throws a 403 before anything costly is done when the invitation is not good for the address. */
  async #invitation({ invitationCode, email }: SignupRequest, address: string): Promise<InvitationUse> {
    const guess = await this.#throttle.guessFrom(address);
    const use = { codeHash: hashSecret(invitationCode?.trim().toUpperCase() ?? ''), email, now: this.#now() };
    if (!(await this.#repository.isInvited(use))) throw wrongInvitation();
    await guess.forgive();
    return use;
  }

  async #createFirst(request: SignupRequest, address: string): Promise<void> {
    await this.#throttle.setupCode(address);
    const code = asTyped(request.setupCode ?? '');
    const account = await this.#newAccount(request);
    const id = await this.#repository.createFirst(account, (hash) => matchesHash(code, hash));
    if (id === undefined) throw wrongSetupCode(await this.setupNeeded());
    this.#anyAccount = true;
    if (this.#post.delivers) {
      const mail = await this.#mailLinks.newConfirmation(id, account, account.passwordHash);
      // The code is used up: what helps now is another mail.
      await this.#post.send(mail).catch((cause: unknown) => {
        throw firstMailFailed(cause);
      });
    }
  }

  async #create(request: SignupRequest, invitation: InvitationUse | undefined): Promise<void> {
    const account = await this.#newAccount(request);
    const [mail] = await Promise.all([this.#store(account, invitation), sleep(storingMs)]);
    if (mail) await this.#post.send(mail);
  }

  /** Returns the mail that is to be sent: where mail is sent, there always is one. */
  async #store(account: NewAccount, invitation: InvitationUse | undefined): Promise<Mail | undefined> {
    const prepared = this.#post.delivers ? this.#mailLinks.prepareConfirmation() : null;
    const link = prepared && { tokenHash: prepared.tokenHash, expiresAt: prepared.expiresAt };
    const request = { account, link, now: this.#now() };
    const signedUp = invitation
      ? await this.#repository.signupInvited(request, invitation)
      : await this.#repository.signup(request);
    // Somebody else used it since it was looked at.
    if (signedUp === 'not_invited') throw wrongInvitation();
    if (signedUp.isTaken) {
      const mail = this.#mailLinks.accountExists(signedUp.owner);
      if (this.#post.delivers) return mail;
      await this.#post.send(mail);
    }
    return prepared ? this.#mailLinks.confirmation(account, prepared.token) : undefined;
  }

  /** Sends another link if the address waits for confirmation; nothing in the response or its time reveals it. */
  async resendConfirmation(email: string, address: string): Promise<void> {
    if (!this.#post.delivers) {
      throw new AppError(
        400,
        'not_configured',
        'This server requires no confirmation. Log in.',
        because('no_confirmation_needed'),
      );
    }
    await this.#throttle.mail(email, address);
    await this.#post.check();
    this.#post.later('confirmation mail', async () => {
      const account = await this.#repository.findUnconfirmed(email);
      if (!account) return undefined;
      const { id, passwordHash, language } = account;
      // After several signups nobody knows whose password it should be: who reads the mail chooses one.
      return passwordHash
        ? this.#mailLinks.newConfirmation(id, { email, language }, passwordHash)
        : this.#mailLinks.newPasswordReset(id);
    });
  }

  async #newAccount({ email, password, language }: SignupRequest): Promise<NewAccount> {
    return {
      email,
      passwordHash: await this.#hasher.hash(password),
      connectionKey: newConnectionKey(),
      confirmedAt: this.#post.delivers ? null : this.#now(),
      language: language ?? null,
    };
  }
}

const asTyped = (code: string): string => code.trim().toUpperCase();

const signupClosed = () =>
  new AppError(403, 'signup_closed', 'This server takes no new accounts.', because('signup_closed'));

const wrongInvitation = () =>
  new AppError(
    403,
    'wrong_invitation',
    'This server takes new accounts by invitation only. Open the link of an invitation for this address that was not used yet.',
    because('invitation_needed'),
  );

/** Throws a 400 that names what is wrong with a password. */
export function checkPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email, isCommonPassword);
  if (!problem) return;
  const text = passwordProblemTexts[problem];
  throw new AppError(400, 'weak_password', text, { ...because(`password_${problem}`), fields: { password: text } });
}

const wrongSetupCode = (setupNeeded: boolean) =>
  new AppError(
    403,
    'wrong_setup_code',
    setupNeeded
      ? 'That set-up code is not right. The newest one is in the output of the server.'
      : 'The set-up code was used already. Sign up without it.',
    because(setupNeeded ? 'wrong_setup_code' : 'setup_code_used'),
  );

const firstMailFailed = (cause: unknown) =>
  new AppError(
    503,
    'unavailable',
    'Your account was created, but its mail could not be sent. Check SMTP_URL, log in, and have the mail sent again.',
    { cause, ...because('first_mail_failed') },
  );
