import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a server and its database, which can lose what passes through it. */
export class DatabaseNetwork {
  /** Where the database is reached through it. */
  readonly url: string;
  readonly #server: Server;
  readonly #pairs: Set<readonly [Socket, Socket]>;
  #isParted = false;

  private constructor(url: string, server: Server, pairs: Set<readonly [Socket, Socket]>) {
    this.url = url;
    this.#server = server;
    this.#pairs = pairs;
    server.prependListener('connection', (near) => {
      if (this.#isParted) near.destroy();
    });
  }

  static async open(databaseUrl: string): Promise<DatabaseNetwork> {
    const url = new URL(databaseUrl);
    const socketPath = `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`;
    const pairs = new Set<readonly [Socket, Socket]>();
    const server = createServer((near) => {
      if (near.destroyed) return;
      const far = connect(socketPath);
      const pair = [near, far] as const;
      pairs.add(pair);
      for (const socket of pair) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          pairs.delete(pair);
        });
      }
      near.pipe(far).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    return new DatabaseNetwork(url.href, server, pairs);
  }

  /** What is open carries nothing any more, and neither end notices; what is opened from now on works. */
  lose(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe().pause();
      far.unpipe().pause();
    }
  }

  /** As `lose`, and nothing can be opened until `join`. */
  part(): void {
    this.#isParted = true;
    this.lose();
  }

  join(): void {
    this.#isParted = false;
  }

  close(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
  }
}
