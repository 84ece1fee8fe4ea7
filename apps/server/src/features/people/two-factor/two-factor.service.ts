import type {
  PasskeyChallenge,
  PasskeyLogin,
  PasskeyRequestOptions,
  TwoFactorChallenge,
  TwoFactorMethod,
  TwoFactorRequest,
  TwoFactorState,
} from '@cyno/contract';
import { AppError, because } from '../../../platform/errors.ts';
import { newToken, type TwoFactor } from '../accounts/index.ts';
import { Passkeys } from './passkeys.service.ts';
import type { RelyingParty } from './relying-party.ts';
import { StepThrottle } from './step-throttle.ts';
import { Tickets } from './tickets.ts';
import { Totp } from './totp.service.ts';
import type { Notify, TwoFactorOptions } from './two-factor-options.ts';

/** Second proofs of logins, and passkeys, which are two proofs in one and take the place of the password. */
export class TwoFactorService implements TwoFactor {
  readonly totp: Totp;
  readonly passkeys: Passkeys;
  readonly #tickets: Tickets;
  readonly #throttle: StepThrottle;
  readonly #notify: Notify;

  constructor(options: TwoFactorOptions) {
    this.totp = new Totp(options);
    this.#tickets = new Tickets(options);
    this.passkeys = new Passkeys({ ...options, tickets: this.#tickets });
    this.#throttle = new StepThrottle(options.database);
    this.#notify = options.notify;
  }

  async state(accountId: number): Promise<TwoFactorState> {
    const [since, recoveryCodesLeft, passkeys] = await Promise.all([
      this.totp.since(accountId),
      this.totp.codesLeft(accountId),
      this.passkeys.list(accountId),
    ]);
    return { totp: since && { since: since.getTime() }, recoveryCodesLeft, passkeys };
  }

  /** Null unless two-step login is on: a passkey alone does not make the password require more. */
  async challenge(accountId: number): Promise<TwoFactorChallenge | null> {
    const { totp, recoveryCodesLeft, passkeys } = await this.state(accountId);
    if (!totp) return null;
    const methods: TwoFactorMethod[] = ['totp'];
    if (recoveryCodesLeft > 0) methods.push('recovery_code');
    if (passkeys.length > 0) methods.push('passkey');
    return { ticket: await this.#tickets.open({ purpose: 'log_in', accountId, challenge: null }), methods };
  }

  /** What an authenticator has to sign as two-factor step of a login; throws a 400 `ticket_expired`. */
  async passkeyForLogin(ticket: string, party: RelyingParty): Promise<PasskeyRequestOptions> {
    const challenge = newToken();
    const accountId = await this.#tickets.setChallenge(ticket, challenge);
    return this.passkeys.requestOptions(party, challenge, accountId);
  }

  /**
   * Checks a second proof and returns whose it is. Throws a 401 when it is wrong, a 400 `ticket_expired` when the ticket has no try left, a 429
   * when the account was guessed at too often.
   */
  async finishLogin(request: TwoFactorRequest, party: () => RelyingParty): Promise<number> {
    const { ticket } = request;
    const { accountId, challenge, triesLeft } = await this.#tickets.tryLogin(ticket);
    const right =
      'passkey' in request
        ? challenge !== null &&
          (await this.passkeys.check(request.passkey, { challenge, party: party() })) === accountId
        : await this.#checkCode(accountId, request);
    if (!right && triesLeft === 0)
      throw new AppError(400, 'ticket_expired', 'Too many wrong tries. Log in again.', because('too_many_wrong_codes'));
    if (!right) throw 'passkey' in request ? refused() : wrongCode();
    await this.#tickets.endLogin(ticket, accountId);
    return accountId;
  }

  /** Lets an authenticator identify the account. */
  async startPasskeyLogin(party: RelyingParty, address: string): Promise<PasskeyChallenge> {
    await this.#throttle.passkeyFrom(address);
    const challenge = newToken();
    const options = await this.passkeys.requestOptions(party, challenge);
    return { ticket: await this.#tickets.open({ purpose: 'passkey_log_in', accountId: null, challenge }), options };
  }

  /** Whose passkey it is. Throws a 401: an unknown one gets the same response as a wrong signature. */
  async finishPasskeyLogin({ ticket, response }: PasskeyLogin, party: RelyingParty): Promise<number> {
    const challenge = await this.#tickets.take(ticket, 'passkey_log_in', null);
    const accountId = await this.passkeys.check(response, { challenge, party });
    if (accountId === undefined) throw refused();
    return accountId;
  }

  /** Lets the owner of a session prove with a passkey to be there; throws a 409 when the account has none. */
  async startProof(accountId: number, party: RelyingParty): Promise<PasskeyChallenge> {
    const challenge = newToken();
    const options = await this.passkeys.requestOptions(party, challenge, accountId);
    return { ticket: await this.#tickets.open({ purpose: 'proof', accountId, challenge }), options };
  }

  /** Throws a 401 when it is no passkey of the account. */
  async finishProof(accountId: number, { ticket, response }: PasskeyLogin, party: RelyingParty): Promise<void> {
    const challenge = await this.#tickets.take(ticket, 'proof', accountId);
    if ((await this.passkeys.check(response, { challenge, party })) !== accountId) throw refused();
  }

  async #checkCode(accountId: number, typed: { code: string } | { recoveryCode: string }): Promise<boolean> {
    const ofApp = 'code' in typed;
    const guess = await (ofApp ? this.#throttle.code(accountId) : this.#throttle.recoveryCode(accountId));
    const right = await (ofApp
      ? this.totp.useCode(accountId, typed.code)
      : this.totp.useRecoveryCode(accountId, typed.recoveryCode));
    if (right) await guess.forgive();
    else if (guess.last) this.#notify(accountId, 'second_step_guessed');
    return right;
  }
}

const refused = () =>
  new AppError(401, 'wrong_credentials', 'This passkey was not accepted.', because('passkey_refused'));
const wrongCode = () =>
  new AppError(401, 'wrong_code', 'That code is not right, or it was used before.', because('wrong_code'));
