import type { TotpConfirmRequest, TotpSetup } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because } from '../../../platform/errors.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { TotpRepository } from './totp.repository.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp-code.ts';
import type { Notify, TwoFactorOptions } from './two-factor-options.ts';

/** The authenticator app of an account and its recovery codes. */
export class Totp {
  readonly #repository: TotpRepository;
  readonly #clock: Clock;
  readonly #notify: Notify;

  constructor({ database, clock, notify }: TwoFactorOptions) {
    this.#repository = new TotpRepository(database);
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Since when it counts; null: two-step login is off. */
  async since(accountId: number): Promise<Date | null> {
    return (await this.#repository.find(accountId))?.confirmedAt ?? null;
  }

  codesLeft(accountId: number): Promise<number> {
    return this.#repository.countCodes(accountId);
  }

  /** A secret that counts when its first code was typed; throws a 409 when there is one that counts. */
  async prepare(accountId: number, email: string): Promise<TotpSetup> {
    const secret = newTotpSecret();
    if (!(await this.#repository.prepare(accountId, secret, this.#now()))) {
      throw new AppError(
        409,
        'conflict',
        'Two-factor authentication is on already. Turn it off to set up another app.',
        because('two_factor_on'),
      );
    }
    return { secret, uri: totpUri(secret, email) };
  }

  /**
   * Turns two-step login on and returns the recovery codes; throws a 400 `wrong_code`, or a 409 when nothing is being set up, or another
   * secret than the one that is shown.
   */
  async confirm(accountId: number, { code: typed, secret }: TotpConfirmRequest): Promise<string[]> {
    const waiting = await this.#repository.find(accountId);
    if (!waiting || waiting.confirmedAt || (secret !== undefined && secret !== waiting.secret)) {
      throw new AppError(
        409,
        'conflict',
        'There is nothing to confirm. Start to set up the app again.',
        because('two_factor_not_begun'),
      );
    }
    const step = stepOfCode(waiting.secret, digits(typed), this.#clock.now());
    const codes = newRecoveryCodes();
    const codeHashes = codes.map((code) => hashRecoveryCode(accountId, code));
    const first = step !== undefined && { step, now: this.#now(), codeHashes };
    if (!first || !(await this.#repository.confirm(accountId, waiting.secret, first))) {
      const sentence = 'That code is not right. Type the one that the app shows now; its clock must be right, too.';
      throw new AppError(400, 'wrong_code', sentence, { ...because('wrong_app_code'), fields: { code: sentence } });
    }
    this.#notify(accountId, 'two_step_on');
    return codes;
  }

  /** Throws a 409 when it was off. */
  async turnOff(accountId: number): Promise<void> {
    if (!(await this.#repository.remove(accountId))) throw isOff();
    this.#notify(accountId, 'two_step_off');
  }

  /** Ends the earlier recovery codes; throws a 409 when two-step login is off. */
  async newRecoveryCodes(accountId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(accountId, code));
    if (!(await this.#repository.replaceCodes(accountId, hashes))) throw isOff();
    this.#notify(accountId, 'recovery_codes_new');
    return codes;
  }

  /** Uses a code of the app up; false when it is wrong or was used before. */
  async useCode(accountId: number, typed: string): Promise<boolean> {
    const found = await this.#repository.find(accountId);
    const step = found?.confirmedAt && stepOfCode(found.secret, digits(typed), this.#clock.now());
    return step ? this.#repository.useStep(accountId, step) : false;
  }

  /** Uses a recovery code up; false when it is wrong or was used before. */
  async useRecoveryCode(accountId: number, typed: string): Promise<boolean> {
    const used = await this.#repository.useCode(accountId, hashRecoveryCode(accountId, typed), this.#now());
    if (used) this.#notify(accountId, 'recovery_code_used');
    return used;
  }

  #now(): Date {
    return new Date(this.#clock.now());
  }
}

const digits = (typed: string) => typed.replaceAll(' ', '');
const isOff = () => new AppError(409, 'conflict', 'Two-factor authentication is off.', because('two_factor_off'));
