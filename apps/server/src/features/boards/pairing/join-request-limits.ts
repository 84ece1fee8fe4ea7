import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientNetwork } from '../../../platform/http/index.ts';
import type { HomeNetworks } from './home-networks.ts';

/** New ids a minute that request to join: of one network at one account, of one network at all accounts, at one account, and with one token. */
const perMinute = { share: 20, network: 300, account: 60, token: 60 };

/**
 * Bounds how many boards request to join an account without proof: anyone who knows an e-mail address can make some up. A network uses up
 * its own share, which is smaller than what an account takes, so that one stranger locks nobody out; the account's own networks are not
 * counted among the strangers.
 */
export class JoinRequestLimits {
  readonly #homes: Pick<HomeNetworks, 'has'>;
  readonly #shares = limiter(perMinute.share);
  readonly #networks = limiter(perMinute.network);
  readonly #accounts = limiter(perMinute.account);
  readonly #tokens = limiter(perMinute.token);

  constructor(homes: Pick<HomeNetworks, 'has'>) {
    this.#homes = homes;
  }

  /** Counts a request; false: there were too many. */
  async take(accountId: number, address: string): Promise<boolean> {
    const network = clientNetwork(address);
    if (this.#homes.has(accountId, address)) return isWithin(this.#accounts, `home ${accountId}`);
    return (
      (await isWithin(this.#shares, `${accountId} ${network}`)) &&
      (await isWithin(this.#networks, network)) &&
      (await isWithin(this.#accounts, `${accountId}`))
    );
  }

  /** Counts a new id that comes with an access token: who has one can make ids up as well. */
  takeOfToken(tokenId: number): Promise<boolean> {
    return isWithin(this.#tokens, `${tokenId}`);
  }
}

const limiter = (points: number) => new RateLimiterMemory({ points, duration: 60 });

const isWithin = (counts: RateLimiterMemory, key: string): Promise<boolean> =>
  counts.consume(key).then(
    () => true,
    () => false,
  );
