import pg from 'pg';

/** A connection that speaks PostgreSQL's replication protocol: https://www.postgresql.org/docs/18/protocol-replication.html */
export class ReplicationConnection {
  readonly #client: pg.Client;
  readonly #connection: pg.Connection;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.#connection = (client as pg.Client & { connection: pg.Connection }).connection;
  }

  /** Rejects with the error of PostgreSQL, such as that of a role without REPLICATION. */
  static async open(url: string): Promise<ReplicationConnection> {
    // With a database it is no "physical" connection, for which older data directories have no rule in pg_hba.conf.
    const client = new pg.Client({
      connectionString: url,
      replication: 'database',
      application_name: 'cyno backup',
    } as pg.ClientConfig);
    // What is under way rejects by itself.
    client.on('error', () => undefined);
    await client.connect();
    return new ReplicationConnection(client);
  }

  /** Runs a command of one line; a command with several results gives them as a list. */
  async run(command: string): Promise<pg.QueryResult[]> {
    const result: unknown = await this.#client.query(command);
    return Array.isArray(result) ? result : [result as pg.QueryResult];
  }

  /**
   * Runs a command that returns CopyData, whose payloads it yields; at most a few of them wait in memory. Returns the results
   * around it. Who stops reading ends the connection.
   */
  async *copy(command: string): AsyncGenerator<Buffer, pg.QueryResult[]> {
    const waiting: Buffer[] = [];
    let wake = Promise.withResolvers<void>();
    const take = ({ chunk }: { chunk: Buffer }) => {
      // The parser uses its buffer again.
      waiting.push(Buffer.from(chunk));
      if (waiting.length >= maxWaiting) this.#connection.stream.pause();
      wake.resolve();
    };
    this.#connection.on('copyData', take);
    let ended: { results: pg.QueryResult[] } | { error: unknown } | undefined;
    void this.run(command).then(
      (results) => {
        ended = { results };
        wake.resolve();
      },
      (error: unknown) => {
        ended = { error };
        wake.resolve();
      },
    );
    try {
      for (;;) {
        for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
          yield chunk;
          if (waiting.length < maxWaiting) this.#connection.stream.resume();
        }
        if (ended && 'error' in ended) throw ended.error;
        if (ended) return ended.results;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    } finally {
      this.#connection.off('copyData', take);
      if (!ended) this.abandon();
    }
  }

  /** Sends CopyData to the server while it streams. */
  send(message: Buffer): void {
    (this.#connection as pg.Connection & { sendCopyFromChunk(chunk: Buffer): void }).sendCopyFromChunk(message);
  }

  /** Cuts the connection: the server cannot be notified otherwise that its stream is not wanted any more. */
  abandon(): void {
    this.#connection.stream.destroy();
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

/** Messages of 32 KB at most. */
const maxWaiting = 64;
