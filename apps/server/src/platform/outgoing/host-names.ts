import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** Of the first try; the second one may take twice as long. */
const timeoutMs = 1_500;
const tries = 2;

/**
 * Resolves names that people typed, whose name servers may be anybody's. The system resolves names in two of the threads that the whole server
 * has, each for as long as a name server does not respond: so name servers are queried without it, and it resolves only what they do not
 * know, as of the hosts file, one at a time.
 */
export class HostNames {
  readonly #pending = new Map<string, Promise<LookupAddress[]>>();
  #last: Promise<unknown> = Promise.resolve();

  /** The addresses of a host. Throws the error of `node:dns`. */
  async resolve(host: string): Promise<LookupAddress[]> {
    // Those of the machine, of its containers and of mDNS are nothing that a name server of the internet knows.
    if (!host.includes('.') || host.endsWith('.local')) return this.#lookup(host);
    // A new one has the name servers of the network as it is now.
    const resolver = new dns.Resolver({ timeout: timeoutMs, tries });
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    for (const result of results) {
      if (result.status === 'rejected' && result.reason.code === dns.TIMEOUT) throw result.reason;
    }
    return this.#lookup(host);
  }

  #lookup(host: string): Promise<LookupAddress[]> {
    const present = this.#pending.get(host);
    if (present !== undefined) return present;
    const pending = this.#last.then(() => dns.lookup(host, { all: true })).finally(() => this.#pending.delete(host));
    this.#pending.set(host, pending);
    this.#last = pending.catch(() => undefined);
    return pending;
  }
}
