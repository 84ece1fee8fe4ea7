import type { LiveServerMessage } from '@cyno/contract';
import type { LiveConnection } from './live.connection.ts';

/** The open live connections of each account. */
export class LiveHub {
  readonly #byAccount = new Map<number, Set<LiveConnection>>();

  add(accountId: number, connection: LiveConnection): void {
    const open = this.#byAccount.get(accountId);
    if (open) open.add(connection);
    else this.#byAccount.set(accountId, new Set([connection]));
  }

  remove(accountId: number, connection: LiveConnection): void {
    const open = this.#byAccount.get(accountId);
    open?.delete(connection);
    if (open?.size === 0) this.#byAccount.delete(accountId);
  }

  ofAccount(accountId: number): Iterable<LiveConnection> {
    return this.#byAccount.get(accountId) ?? [];
  }

  /** Whether any browser of the account listens, so that nothing is prepared for nobody. */
  has(accountId: number): boolean {
    return this.#byAccount.has(accountId);
  }

  count(accountId: number): number {
    return this.#byAccount.get(accountId)?.size ?? 0;
  }

  send(accountId: number, message: LiveServerMessage): void {
    for (const connection of this.ofAccount(accountId)) connection.send(message);
  }

  *all(): Iterable<LiveConnection> {
    for (const open of this.#byAccount.values()) yield* open;
  }
}
