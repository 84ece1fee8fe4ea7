import {
  email as emailSchema,
  type LoginRequest,
  type LoginResponse,
  type Profile,
  type ProfilePatch,
  type SignupRequest,
  type SignupResponse,
} from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { EndedAccessToken } from './access-tokens.repository.ts';
import { AccessTokens, accessTokenPrefix } from './access-tokens.service.ts';
import type { Account, Caller } from './account.ts';
import { AccountChanges } from './account-changes.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { AddressLogIn, type ProvedPerson } from './address-log-in.ts';
import { Background } from './background.ts';
import { ExpiringCache } from './expiring-cache.ts';
import { LogIn, type Origin, type SecondStep } from './log-in.ts';
import { MailLinks } from './mail-links.service.ts';
import { PasswordHasher } from './password-hasher.ts';
import { PasswordReset } from './password-reset.ts';
import type { EndedSession } from './sessions.repository.ts';
import { Sessions } from './sessions.service.ts';
import { SignUp } from './sign-up.ts';
import { Throttle } from './throttle.ts';

const sweepMs = 60_000;
/** Should a notification of a change be lost, what is known is believed for this long. */
const cacheMs = 60_000;
const cachedAccounts = 10_000;

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  readonly signup: 'open' | 'invite' | 'closed';
  readonly secondStep: SecondStep;
  /** The address of the web app without a slash at its end, for links in mails. */
  readonly baseUrl: () => string;
}

/** People: who they are, how they prove it, and what they may hold. */
export class Accounts {
  readonly accessTokens: AccessTokens;
  readonly changes: AccountChanges;
  readonly #sessions: Sessions;
  readonly #repository: AccountsRepository;
  readonly #mailLinks: MailLinks;
  readonly #throttle = new Throttle();
  readonly #signUp: SignUp;
  readonly #logIn: LogIn;
  readonly #addressLogIn: AddressLogIn;
  readonly #passwordReset: PasswordReset;
  readonly #background: Background;
  readonly #byEmail: ExpiringCache<Account>;
  readonly #timeZones = new Map<number, string>();
  readonly #log: Logger;
  readonly #now: () => Date;
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(options: AccountsOptions) {
    const { clock, log } = options;
    this.#log = log;
    this.#now = () => new Date(clock.now());
    this.accessTokens = new AccessTokens(options);
    this.#sessions = new Sessions(options);
    this.#repository = new AccountsRepository(options.database);
    this.#mailLinks = new MailLinks(options);
    this.#background = new Background(options);
    this.#byEmail = new ExpiringCache({ clock, log, size: cachedAccounts, maxAgeMs: cacheMs });
    const parts = {
      repository: this.#repository,
      hasher: new PasswordHasher(options.metrics),
      throttle: this.#throttle,
      sessions: this.#sessions,
      mailLinks: this.#mailLinks,
      background: this.#background,
      now: this.#now,
    };
    this.#signUp = new SignUp(parts, options.signup);
    this.#logIn = new LogIn(parts, options.secondStep);
    this.#addressLogIn = new AddressLogIn({
      ...options,
      setupNeeded: () => this.#signUp.setupNeeded(),
      confirmsAddresses: () => this.#mailLinks.confirmationNeeded,
      onSessionsEnded: (ended) => this.#sessions.ended(ended),
      now: this.#now,
    });
    this.#passwordReset = new PasswordReset(parts);
    this.changes = new AccountChanges({
      database: options.database,
      log,
      holders: {
        forget: (accountId) => this.#forget(accountId),
        sessionsEnded: (ended) => this.#sessions.ended(ended),
        tokensRevoked: (ended) => this.accessTokens.ended(ended),
      },
    });
  }

  /** Reads what must be known without a query, and begins to end what has expired. */
  async start(): Promise<void> {
    await this.changes.start();
    for (const { id, timeZone } of await this.#repository.timeZones()) if (timeZone) this.#timeZones.set(id, timeZone);
    if (!this.#mailLinks.confirmationNeeded) {
      this.#log.info('SMTP_URL is not set: accounts need no confirmation by mail');
    }
    this.#sweepTimer = setInterval(() => {
      this.sweep().catch((err: unknown) => this.#log.error({ err }, 'Expired sessions could not be ended'));
    }, sweepMs);
  }

  /** Resolves when work in the background has ended; then no more mail is sent. */
  async stop(): Promise<void> {
    clearInterval(this.#sweepTimer);
    await this.changes.stop();
    await this.#background.settled();
    this.#mailLinks.close();
  }

  /** Ends sessions, access tokens and links whose time is over. */
  async sweep(): Promise<void> {
    await this.#sessions.endExpired();
    await this.accessTokens.endExpired();
    await this.#mailLinks.removeExpired();
  }

  /** Whose bearer token it is: of a browser session or a personal access token; null when it is not valid (any more). */
  authenticate(token: string): Promise<Caller | null> {
    return token.startsWith(accessTokenPrefix)
      ? this.accessTokens.authenticate(token)
      : this.#sessions.authenticate(token);
  }

  /** For MQTT log-ins: undefined when the account does not exist or may not be used. */
  async findAccountByEmail(email: string): Promise<Account | undefined> {
    const { data: folded } = emailSchema.safeParse(email);
    if (folded === undefined) return undefined;
    return this.#byEmail.get(folded, async () => {
      const found = await this.#repository.findByEmail(folded);
      if (!found) return undefined;
      const { confirmed, disabled, ...account } = found;
      return disabled || (this.#mailLinks.confirmationNeeded && !confirmed) ? undefined : account;
    });
  }

  /** Undefined when the account is gone. */
  find(accountId: number): Promise<Account | undefined> {
    return this.#repository.find(accountId);
  }

  /** For MQTT log-ins: whose personal access token it is. */
  async findAccessToken(
    token: string,
  ): Promise<{ account: Account; id: number; scope: 'read' | 'control' } | undefined> {
    const caller = await this.accessTokens.authenticate(token);
    if (caller?.tokenId == null || caller.tokenScope === null) return undefined;
    return { account: caller, id: caller.tokenId, scope: caller.tokenScope };
  }

  /** The IANA time zone that the account chose, or null. */
  timeZoneOf(accountId: number): string | null {
    return this.#timeZones.get(accountId) ?? null;
  }

  /** Answers how to stop listening. */
  onSessionEnded(listener: (event: EndedSession) => void): () => void {
    return this.#sessions.onEnded(listener);
  }

  onAccessTokenRevoked(listener: (event: EndedAccessToken) => void): () => void {
    return this.accessTokens.onRevoked(listener);
  }

  /** A new code for the first account, or null when there is one already; an earlier code stops working. */
  setupCode(): Promise<string | null> {
    return this.#signUp.newSetupCode();
  }

  setupNeeded(): Promise<boolean> {
    return this.#signUp.setupNeeded();
  }

  get sendsMail(): boolean {
    return this.#mailLinks.confirmationNeeded;
  }

  async signUp(request: SignupRequest, address: string): Promise<SignupResponse> {
    const answer = await this.#signUp.signUp(request, address);
    this.#byEmail.forgetAbsent();
    return answer;
  }

  logIn(request: LoginRequest, origin: Origin): Promise<LoginResponse> {
    return this.#logIn.logIn(request, origin);
  }

  /** The account of an address that another service vouches for, made if need be; throws as `AddressLogIn.accountOf`. */
  async accountOfAddress(person: ProvedPerson): Promise<number> {
    const accountId = await this.#addressLogIn.accountOf(person);
    this.#byEmail.forgetAbsent();
    return accountId;
  }

  /** After a first proof that is no password: a session, or a 403 `second_step_required`. */
  finishLogIn(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#logIn.finish(accountId, origin);
  }

  /** After every proof: a session. */
  startSession(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#logIn.start(accountId, origin);
  }

  /** Notes that whoever uses the session proved to be its owner just now. */
  proveSession(sessionId: number): Promise<void> {
    return this.#sessions.prove(sessionId);
  }

  endSession(sessionId: number): Promise<void> {
    return this.#sessions.end(sessionId);
  }

  /** Throws a 400 when the link was used or has expired. */
  async confirm(token: string): Promise<void> {
    await this.#mailLinks.confirm(token);
    this.#byEmail.forgetAbsent();
  }

  /** Sends another link if the address waits for confirmation; nothing in the answer or its time tells. */
  async resendConfirmation(email: string, address: string): Promise<void> {
    if (!this.#mailLinks.confirmationNeeded) {
      throw new AppError(400, 'not_configured', 'This server asks for no confirmation. Log in.');
    }
    await this.#throttle.mail(email, address);
    await this.#mailLinks.check();
    this.#background.start('confirmation mail', async () => {
      const account = await this.#repository.findUnconfirmed(email);
      if (!account) return;
      const { id, passwordHash } = account;
      // After several sign-ups nobody knows whose password it should be: who reads the mail chooses one.
      const mail = passwordHash
        ? await this.#mailLinks.newConfirmation(id, email, passwordHash)
        : await this.#mailLinks.newPasswordReset(id, email);
      await this.#mailLinks.send(mail);
    });
  }

  requestPasswordReset(email: string, address: string): Promise<void> {
    return this.#passwordReset.request(email, address);
  }

  async resetPassword(token: string, password: string): Promise<void> {
    await this.#passwordReset.reset(token, password);
    this.#byEmail.forgetAbsent();
  }

  async profile(accountId: number): Promise<Profile> {
    const profile = await this.#repository.findProfile(accountId, this.#now());
    if (!profile) throw notFound('profile', '');
    return profile;
  }

  async updateProfile(accountId: number, patch: ProfilePatch): Promise<Profile> {
    await this.#repository.updateProfile(accountId, { ...patch, ...(patch.name === '' && { name: null }) });
    const profile = await this.profile(accountId);
    if (profile.timeZone) this.#timeZones.set(accountId, profile.timeZone);
    else this.#timeZones.delete(accountId);
    this.#forget(accountId);
    return profile;
  }

  #forget(accountId?: number): void {
    this.#sessions.forget(accountId);
    this.accessTokens.forget(accountId);
    this.#byEmail.removeWhere((known) => accountId === undefined || known.id === accountId);
    this.#byEmail.forgetAbsent();
  }
}
