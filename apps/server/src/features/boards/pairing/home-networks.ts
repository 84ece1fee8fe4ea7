import { clientNetwork } from '../../../platform/http/index.ts';

/** A person and their boards come from few networks; above it the one that was seen longest ago is forgotten. */
const maxNetworks = 20;

/**
 * The networks from which each account's owner opens pairing, or boards come that proved to be the account's. Strangers cannot put
 * theirs there. Held in memory only: it is known again as soon as a board reconnects or the page is opened.
 */
export class HomeNetworks {
  readonly #networks = new Map<number, Set<string>>();

  note(accountId: number, address: string): void {
    const network = clientNetwork(address);
    const known = this.#networks.get(accountId);
    if (!known) {
      this.#networks.set(accountId, new Set([network]));
      return;
    }
    // The newest stands last.
    known.delete(network);
    known.add(network);
    const [oldest] = known;
    if (known.size > maxNetworks && oldest !== undefined) known.delete(oldest);
  }

  has(accountId: number, address: string): boolean {
    return this.#networks.get(accountId)?.has(clientNetwork(address)) ?? false;
  }
}
