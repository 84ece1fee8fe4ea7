import type {
  Language,
  LoginRequest,
  LoginResponse,
  Profile,
  ProfilePatch,
  RetainedCredentials,
  SignupRequest,
  SignupResponse,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { removeExpiredCounts } from '../../../platform/throttle/index.ts';
import type { Account, Caller } from './account.ts';
import { AccountChanges } from './account-changes.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { Background } from './background.ts';
import { AddressLogin, type ProvedPerson } from './login/address-login.ts';
import { KnownAddresses } from './login/known-addresses.ts';
import { KnownOrigins } from './login/known-origins.ts';
import { Login, type TwoFactor } from './login/login.ts';
import type { Origin } from './login/origin.ts';
import { Throttle } from './login/throttle.ts';
import type { ConfirmedLink } from './mails/mail-links.repository.ts';
import { MailLinks } from './mails/mail-links.service.ts';
import { Notices } from './mails/notices.ts';
import { NotificationAddresses } from './mails/notification-addresses.ts';
import { Post } from './mails/post.ts';
import { OwnPassword } from './passwords/own-password.ts';
import { findPasswordCost, measurePasswordCost } from './passwords/password-cost.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { Passwords } from './passwords/passwords.ts';
import { AccountDeletions } from './profile/account-deletion.ts';
import { EmailChange } from './profile/email-change.ts';
import { Profiles } from './profile/profiles.ts';
import { AccessTokens, accessTokenPrefix } from './sessions/access-tokens.service.ts';
import { Sessions } from './sessions/sessions.service.ts';
import { Signup } from './signup/signup.ts';

const sweepMs = 60_000;

export interface AccountsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  readonly signup: 'open' | 'invite' | 'closed';
  /** Whether people may log in through another service. */
  readonly hasProviders: boolean;
  /** The address of the web app without a slash at its end, for links in mails. */
  readonly baseUrl: () => string;
}

/** People: who they are, how they prove it, and what they may hold. */
export class Accounts {
  readonly accessTokens: AccessTokens;
  readonly changes: AccountChanges;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly ownPassword: OwnPassword;
  readonly email: EmailChange;
  readonly notificationAddresses: NotificationAddresses;
  readonly deletion: AccountDeletions;
  /** The mails of other parts of the server to people. */
  readonly notices: Notices;
  readonly #database: Database;
  readonly #repository: AccountsRepository;
  readonly #mailLinks: MailLinks;
  readonly #post: Post;
  readonly #knownOrigins: KnownOrigins;
  readonly #signup: Signup;
  readonly #login: Login;
  readonly #addressLogin: AddressLogin;
  readonly hasher: PasswordHasher;
  readonly #background: Background;
  readonly #addresses: KnownAddresses;
  readonly #profiles: Profiles;
  readonly #log: Logger;
  readonly #now: () => Date;
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(options: AccountsOptions) {
    const { clock, log } = options;
    this.#log = log;
    this.#now = () => new Date(clock.now());
    this.accessTokens = new AccessTokens(options);
    this.sessions = new Sessions(options);
    this.#repository = new AccountsRepository(options.database);
    this.#database = options.database;
    this.hasher = new PasswordHasher(options.metrics);
    this.#background = new Background(options);
    this.#post = new Post({ ...options, repository: this.#repository, background: this.#background });
    this.#mailLinks = new MailLinks({ ...options, accounts: this.#repository, post: this.#post });
    this.#knownOrigins = new KnownOrigins(options);
    this.#profiles = new Profiles({ repository: this.#repository, now: this.#now });
    this.notices = new Notices({ repository: this.#repository, post: this.#post });
    this.#addresses = new KnownAddresses({ ...options, repository: this.#repository, post: this.#post });
    const parts = {
      repository: this.#repository,
      hasher: this.hasher,
      throttle: new Throttle(options.database),
      sessions: this.sessions,
      accessTokens: this.accessTokens,
      mailLinks: this.#mailLinks,
      post: this.#post,
      now: this.#now,
    };
    this.#signup = new Signup(parts, options);
    this.passwords = new Passwords(parts);
    this.ownPassword = new OwnPassword(parts);
    this.email = new EmailChange(parts, options);
    this.notificationAddresses = new NotificationAddresses(parts, options);
    this.deletion = new AccountDeletions(parts, {
      ...options,
      accessTokens: this.accessTokens,
      ownPassword: this.ownPassword,
    });
    this.#login = new Login(parts, {
      knownOrigins: this.#knownOrigins,
      deletion: this.deletion,
    });
    this.#addressLogin = new AddressLogin({
      ...options,
      setupNeeded: () => this.#signup.setupNeeded(),
      sendsMail: () => this.#post.delivers,
      onEnded: ({ sessions, tokens }) => {
        this.sessions.ended(sessions);
        this.accessTokens.ended(tokens);
      },
      now: this.#now,
    });
    this.changes = new AccountChanges({
      database: options.database,
      log,
      bus: options.bus,
      holders: {
        forget: (accountId) => this.#forget(accountId),
        sessionsEnded: (ended) => this.sessions.ended(ended),
        tokensRevoked: (ended) => this.accessTokens.ended(ended),
      },
    });
  }

  /** Requests a second factor at each login from now on, where there is one. */
  useTwoFactor(twoFactor: TwoFactor): void {
    this.#login.twoFactor = twoFactor;
  }

  /** Reads what must be known without a query, and begins to end what has expired. */
  /** How full the queues of the feature are. */
  get queueFills() {
    return { mails: this.#background.fill, passwordHashes: this.hasher.fill };
  }

  async start(): Promise<void> {
    const { cost, isOld } = await findPasswordCost(this.#repository);
    await this.hasher.setCost(cost);
    if (isOld) {
      this.#background.attempt('password cost', async () =>
        this.hasher.setCost(await measurePasswordCost(this.#repository)),
      );
    }
    await this.changes.start();
    await this.#profiles.load();
    if (!this.#post.delivers) {
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
    this.#post.close();
  }

  /** Ends sessions, access tokens, links and counts whose time is over. */
  async sweep(): Promise<void> {
    await this.sessions.endExpired();
    await this.accessTokens.endExpired();
    await this.#mailLinks.removeExpired();
    await this.#knownOrigins.forgetOld();
    await removeExpiredCounts(this.#database);
  }

  /** Whose bearer token it is: of a browser session or a personal access token; null when it is not valid (any more). `ip`: from where it is used. */
  authenticate(token: string, ip?: string): Promise<Caller | null> {
    return token.startsWith(accessTokenPrefix)
      ? this.accessTokens.authenticate(token)
      : this.sessions.authenticate(token, ip);
  }

  /** For MQTT logins: undefined when the account does not exist or may not be used; also by an address that it gave up. */
  findAccountByEmail(email: string): Promise<Account | undefined> {
    return this.#addresses.find(email);
  }

  /** Undefined when the account is gone. */
  find(accountId: number): Promise<Account | undefined> {
    return this.#repository.find(accountId);
  }

  /** Whether somebody used a session of the account, that is still open, after this instant. */
  async wasSeenSince(accountId: number, instant: Date): Promise<boolean> {
    const sessions = await this.sessions.list(accountId, null);
    return sessions.some(({ lastSeenAt }) => lastSeenAt > instant.getTime());
  }

  /** For MQTT logins: whose personal access token it is. */
  async findAccessToken(
    token: string,
  ): Promise<{ account: Account; id: number; scope: 'read' | 'control' } | undefined> {
    const caller = await this.accessTokens.authenticate(token);
    if (caller?.tokenId == null || caller.tokenScope === null) return undefined;
    return { account: caller, id: caller.tokenId, scope: caller.tokenScope };
  }

  /** Whether the boards of the account send timestamps with their messages. */
  boardsSendTimes(accountId: number): boolean {
    return this.#profiles.boardsSendTimes(accountId);
  }

  /** The IANA time zone that the account chose, or null. */
  timeZoneOf(accountId: number): string | null {
    return this.#profiles.timeZoneOf(accountId);
  }

  /** The language that the account chose; English where it chose none, or is gone. */
  languageOf(accountId: number): Promise<Language> {
    return this.#profiles.languageOf(accountId);
  }

  /** A new code for the first account, or null when there is one already; an earlier code stops working. */
  setupCode(): Promise<string | null> {
    return this.#signup.newSetupCode();
  }

  /** Throws a 403 unless it is the code for the first account and there is none, a 429 when a network tries too often. */
  checkSetupCode(code: string, address: string): Promise<void> {
    return this.#signup.checkSetupCode(code, address);
  }

  setupNeeded(): Promise<boolean> {
    return this.#signup.setupNeeded();
  }

  get sendsMail(): boolean {
    return this.#post.delivers;
  }

  async signup(request: SignupRequest, address: string): Promise<SignupResponse> {
    const result = await this.#signup.signup(request, address);
    this.#addresses.forgetUnowned();
    return result;
  }

  login(request: LoginRequest, origin: Origin): Promise<LoginResponse> {
    return this.#login.login(request, origin);
  }

  /** The account of an address that another service vouches for, made if need be; throws as `AddressLogIn.accountOf`. */
  async accountOfAddress(person: ProvedPerson): Promise<number> {
    const accountId = await this.#addressLogin.accountOf(person);
    this.#addresses.forgetUnowned();
    return accountId;
  }

  /** Notes that another service vouches for the address of an account that it is linked to. */
  noteProvedEmail(accountId: number, email: string): Promise<void> {
    return this.#repository.noteProvedEmail(accountId, email, this.#now());
  }

  /** After a first proof that is no password: a session, or a 403 `second_step_required`. */
  finishLogin(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#login.finish(accountId, origin);
  }

  /** After every proof: a session. */
  startSession(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#login.start(accountId, origin);
  }

  /** Notes that anyone who uses the session proved to be its owner just now. */
  proveSession(sessionId: number): Promise<void> {
    return this.sessions.prove(sessionId);
  }

  endSession(sessionId: number): Promise<void> {
    return this.sessions.end(sessionId);
  }

  /** Throws a 400 when the link was used or has expired. */
  async confirm(token: string): Promise<Pick<ConfirmedLink, 'what' | 'account'>> {
    const confirmed = await this.#mailLinks.confirm(token);
    this.#forget(confirmed.accountId);
    if (confirmed.what === 'email') await this.email.changed(confirmed);
    return confirmed;
  }

  /** Cancels the deletion of an account; throws a 400 when the link was used or has expired. */
  async cancelDeletion(token: string): Promise<void> {
    await this.changes.changed(await this.#mailLinks.cancelDeletion(token));
  }

  /** Closes an account, cuts what is open for it, and returns until when that can be cancelled; throws as `Closing.close`. */
  async close(...request: Parameters<AccountDeletions['close']>): Promise<{ deleteAfter: number }> {
    const result = await this.deletion.close(...request);
    await this.changes.changed(request[0].id);
    return result;
  }

  async changeEmail(...request: Parameters<EmailChange['request']>): Promise<'sent' | 'not_required'> {
    const confirmation = await this.email.request(...request);
    this.#forget(request[0].id);
    return confirmation;
  }

  requestPasswordReset(email: string, address: string): Promise<void> {
    return this.passwords.requestReset(email, address);
  }

  /** A link to choose a password, for an administrator to hand over; throws a 409 where it is sent by mail. */
  newResetLink(accountId: number): Promise<string> {
    return this.passwords.newResetLink(accountId);
  }

  async resetPassword(token: string, password: string, keep: RetainedCredentials): Promise<void> {
    await this.passwords.reset(token, password, keep);
    this.#addresses.forgetUnowned();
  }

  resendConfirmation(email: string, address: string): Promise<void> {
    return this.#signup.resendConfirmation(email, address);
  }

  profile(accountId: number): Promise<Profile> {
    return this.#profiles.get(accountId);
  }

  async updateProfile(accountId: number, patch: ProfilePatch): Promise<Profile> {
    const profile = await this.#profiles.update(accountId, patch);
    this.#forget(accountId);
    return profile;
  }

  #forget(accountId?: number): void {
    this.sessions.forget(accountId);
    this.accessTokens.forget(accountId);
    this.#addresses.forget(accountId);
  }
}
