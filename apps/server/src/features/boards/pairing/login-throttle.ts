import { createHash } from 'node:crypto';
import { email as emailSchema } from '@cyno/contract';
import { boardPassword, parseUsername } from '@cyno/device-protocol';
import type { ConnectDecision, ConnectRequest } from '../../../platform/broker/index.ts';
import { FairPlaces } from '../../../platform/fair-places/index.ts';
import { clientNetwork } from '../../../platform/http/index.ts';
import type { QuietLog } from '../../../platform/log/index.ts';
import { runFor } from '../../../platform/requester.ts';

/** How refused logins of one key delay the responses to the next ones. */
interface Allowance {
  /** After so many refusals the delay doubles. */
  readonly refusalsPerStep: number;
  readonly forgivenPerSecond: number;
  /** Refusals that may wait for their response; above it logins are not checked. */
  readonly maxWaiting: number;
}

/** Somebody in one network who tries keys of one account; five boards with a wrong key are forgiven as fast as they come. */
const ofPair: Allowance = { refusalsPerStep: 20, forgivenPerSecond: 1 / 3, maxWaiting: 50 };
/** Somebody who tries accounts from one network. */
const ofNetwork: Allowance = { refusalsPerStep: 60, forgivenPerSecond: 1, maxWaiting: 200 };
/** Many networks that try one account; generous, since who knows an address must not shut its boards out. */
const ofAccount: Allowance = { refusalsPerStep: 600, forgivenPerSecond: 10, maxWaiting: 2_000 };

/** No refusal is sent sooner, so that its time does not reveal how far it came; a board waits a second for its response. */
const firstDelayMs = 100;
/** Well below the time that a socket has for its login. */
const longestDelayMs = 5_000;
const maxKeys = 20_000;
const maxRemembered = 20_000;

/**
 * Logins that are decided at once. A class of 200 boards behind one address that come together are written in a few batches, and fit among
 * those that wait; a board gives up after a second, so none waits for as long.
 */
const deciding = { places: 256, perKey: 32, waitingPerKey: 500, waiting: 4_000, maxWaitMs: 900 };

const unavailable: ConnectDecision = { allow: false, returnCode: 3 };

/**
 * Refuses wrong MQTT logins late: the more there were recently from a network, for an account, or from that network for that account, the
 * later. Boards without a key are counted apart. A right login is accepted at once. When too many refusals of a key wait, its logins are
 * not checked, except those that were right before from the same network: so guesses are bounded, and no board is shut out by somebody
 * else. Of a network a few are decided at a time and some wait; those that were right before take turns of their own.
 */
export class LoginThrottle {
  readonly #log: QuietLog;
  readonly #refusals = new Map<string, Refusals>();
  /** Digests of logins that were right; the newest stand last. */
  readonly #right = new Set<string>();
  readonly #places = new FairPlaces<string>({ ...deciding, refusal: (why) => new Error(why) });

  constructor(log: QuietLog) {
    this.#log = log;
  }

  async decide(request: ConnectRequest, decide: () => Promise<ConnectDecision>): Promise<ConnectDecision> {
    const { email, key: connectionKey } = parseUsername(request.username);
    // Kits whose e-mail address is not set up yet come like this, and nothing can be guessed with it; a long one would fill the memory.
    if (!emailSchema.safeParse(email).success) return decide();
    const network = clientNetwork(request.remoteAddress);
    // Boards without a key guess nothing; they must not delay those that have one.
    const kind = connectionKey === null && request.password === boardPassword ? 'keyless' : 'secret';
    const refusals = [
      this.#of(`${kind} ${network} ${email}`, ofPair),
      this.#of(`${kind} ${network}`, ofNetwork),
      this.#of(`${kind} account ${email}`, ofAccount),
    ];
    const digest = digestOf(request, network);
    const wasRight = this.#right.has(digest);
    const startedAt = performance.now();
    // What is undecided is no refusal yet: without a place of their own thousands at once would all be looked at.
    const key = `log-in ${wasRight ? 'again ' : ''}network ${network}`;
    const giveBack = await this.#places.take({ key }).catch(() => undefined);
    if (!giveBack || (!wasRight && refusals.some((one) => one.isFull))) {
      giveBack?.();
      this.#log('warn', 'Too many logins at once: further ones are not checked for a moment', { ip: network });
      return unavailable;
    }
    const decision = await runFor({ key, isReserved: true }, decide).finally(giveBack);
    if (decision.allow) this.#remember(digest);
    else if (decision.returnCode > 3) await delayed(refusals, startedAt);
    return decision;
  }

  #of(key: string, allowance: Allowance): Refusals {
    const refusals = this.#refusals.get(key) ?? new Refusals(allowance);
    // The one that was used last stands last.
    this.#refusals.delete(key);
    this.#refusals.set(key, refusals);
    if (this.#refusals.size > maxKeys) this.#forget();
    return refusals;
  }

  /** Forgets what time has forgiven, and else the keys that were not used for longest. */
  #forget(): void {
    const now = performance.now();
    for (const [key, refusals] of this.#refusals) if (refusals.isForgiven(now)) this.#refusals.delete(key);
    for (const key of this.#refusals.keys()) {
      if (this.#refusals.size < maxKeys / 2) break;
      this.#refusals.delete(key);
    }
  }

  #remember(digest: string): void {
    this.#right.delete(digest);
    this.#right.add(digest);
    const [oldest] = this.#right;
    if (this.#right.size > maxRemembered && oldest !== undefined) this.#right.delete(oldest);
  }
}

/** What was refused under one key, which time forgives. */
class Refusals {
  readonly #allowance: Allowance;
  #count = 0;
  #countedAt = performance.now();
  #waiting = 0;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#allowance.maxWaiting;
  }

  isForgiven(now: number): boolean {
    return this.#waiting === 0 && this.#countAt(now) === 0;
  }

  /** Counts one; returns how late its response must be. */
  add(now: number): number {
    const before = this.#countAt(now);
    this.#count = before + 1;
    this.#countedAt = now;
    this.#waiting += 1;
    const steps = Math.floor(before / this.#allowance.refusalsPerStep);
    return Math.min(longestDelayMs, firstDelayMs * 2 ** steps);
  }

  decided(): void {
    this.#waiting -= 1;
  }

  #countAt(now: number): number {
    return Math.max(0, this.#count - ((now - this.#countedAt) / 1_000) * this.#allowance.forgivenPerSecond);
  }
}

async function delayed(refusals: readonly Refusals[], startedAt: number): Promise<void> {
  const now = performance.now();
  const delayMs = Math.max(...refusals.map((one) => one.add(now)));
  // A decision that took longer gets its response at the next multiple, for the same reason.
  const waitMs = delayMs - ((now - startedAt) % delayMs);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  for (const one of refusals) one.decided();
}

function digestOf({ clientId, username, password }: ConnectRequest, network: string): string {
  return createHash('sha256')
    .update(JSON.stringify([network, clientId, username, password]))
    .digest('base64url');
}
