import type { Message } from '../variables/index.ts';

/** How many messages of each account are in the spool, so that the others need not queue behind them. */
export class SpooledAccounts {
  readonly #counts = new Map<number, number>();

  has(accountId: number): boolean {
    return this.#counts.has(accountId);
  }

  add(messages: readonly Message[]): void {
    for (const { device } of messages) {
      this.#counts.set(device.accountId, (this.#counts.get(device.accountId) ?? 0) + 1);
    }
  }

  remove(messages: readonly Message[]): void {
    for (const { device } of messages) {
      const count = (this.#counts.get(device.accountId) ?? 0) - 1;
      if (count > 0) this.#counts.set(device.accountId, count);
      else this.#counts.delete(device.accountId);
    }
  }

  clear(): void {
    this.#counts.clear();
  }
}
