import type pg from 'pg';
import { runForServer } from '../../../platform/requester.ts';

/**
 * One connection of the pool, reserved for writing, so that a burst of slow history queries cannot hold up acknowledgements.
 * Every use has a time-out; after an error that leaves the connection in doubt it is thrown away.
 */
export class WriterConnection {
  readonly #pool: pg.Pool;
  readonly #timeoutMs: number;
  #client: pg.PoolClient | undefined;

  constructor(pool: pg.Pool, timeoutMs: number) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
  }

  /** Runs `work` on the connection. Rejects when it takes longer than the time-out; what it did is then unknown. */
  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = this.#client ?? (await this.#connect());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The database did not answer within ${this.#timeoutMs} ms`)),
        this.#timeoutMs,
      );
    });
    try {
      return await Promise.race([work(client), late]);
    } catch (error) {
      this.close(true);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives the connection back; `broken` closes it. */
  close(broken = false): void {
    this.#client?.release(broken);
    this.#client = undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await runForServer(() => this.#pool.connect());
    // A connection that the server ends while nothing runs emits an error that nobody else listens to.
    client.on('error', () => {
      if (this.#client === client) this.close(true);
    });
    this.#client = client;
    return client;
  }
}
