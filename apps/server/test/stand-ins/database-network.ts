import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { thisMachine } from './machine.ts';

/** The network between a server and its database, which can lose what passes through it, and lead to another database. */
export class DatabaseNetwork {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #databaseUrl: string;
  #isParted = false;

  private constructor(databaseUrl: string, host: string) {
    this.#databaseUrl = databaseUrl;
    this.#server = createServer((near) => this.#join(near)).listen(0, host);
  }

  /** It listens at an address of this machine. */
  static async open(databaseUrl: string, host = thisMachine.host): Promise<DatabaseNetwork> {
    const network = new DatabaseNetwork(databaseUrl, host);
    await once(network.#server, 'listening');
    return network;
  }

  /** Where the database is reached through it. */
  get url(): string {
    const url = new URL(this.#databaseUrl);
    url.searchParams.delete('host');
    const { address, port } = this.#server.address() as AddressInfo;
    url.hostname = address;
    url.port = String(port);
    return url.href;
  }

  /** From now on connections lead to another database with the same users; those of before are closed. */
  moveTo(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl;
    this.#cut();
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
    this.#cut();
    this.#server.close();
  }

  #cut(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  #join(near: Socket): void {
    if (this.#isParted) {
      near.destroy();
      return;
    }
    const { searchParams, port } = new URL(this.#databaseUrl);
    const far = connect(`${searchParams.get('host')}/.s.PGSQL.${port}`);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        this.#pairs.delete(pair);
      });
    }
    near.pipe(far).pipe(near);
  }
}
