import type { ChatService } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import type { Counter } from '../../../../platform/throttle/index.ts';
import { hashSecret } from '../../../people/accounts/index.ts';
import type { JoinCodesRepository } from './join-codes.repository.ts';

const lifetimeMs = 10 * 60_000;
/** Of an account and service; a further one ends the oldest. */
const maxOpen = 3;

interface JoinCodesDeps {
  readonly repository: JoinCodesRepository;
  readonly clock: Clock;
  /** Codes that an account requests. */
  readonly requested: Pick<Counter, 'take'>;
}

/** Codes with which a chat proves that it is the account's: random, good once and for ten minutes, stored as hashes. */
export class JoinCodes {
  readonly #deps: JoinCodesDeps;

  constructor(deps: JoinCodesDeps) {
    this.#deps = deps;
  }

  /** Makes a code good; `expiresAt` in ms since the epoch. Throws a 429. */
  async open(accountId: number, service: ChatService, code: string): Promise<{ expiresAt: number }> {
    const { repository, clock, requested } = this.#deps;
    await requested.take(String(accountId));
    const expiresAt = clock.now() + lifetimeMs;
    await repository.add({ codeHash: hashSecret(code), accountId, service, expiresAt }, maxOpen);
    return { expiresAt };
  }

  /** Uses a code up; undefined when it was used, has expired, or never was one. */
  take(service: ChatService, code: string): Promise<number | undefined> {
    return this.#deps.repository.take(service, hashSecret(code), this.#deps.clock.now());
  }
}
