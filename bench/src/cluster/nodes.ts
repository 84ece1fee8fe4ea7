import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { type Machine, thisMachine } from '../../../apps/server/test/stand-ins/machine.ts';
import { type Child, startChild } from '../child.ts';
import { compileCache } from '../server.ts';

const readyWithinMs = 60_000;
const pollMs = 100;

/** Where the servers of one installation find each other. */
interface Surroundings {
  /** Holds the data folder of each. */
  readonly directory: string;
  readonly databaseUrl: string;
  /** Null: there is nothing between them but the database. */
  readonly natsUrl: string | null;
  readonly nodeArgs?: readonly string[];
  readonly machine?: Machine;
  /** From where HAProxy connects. */
  readonly proxyHost?: string;
}

interface Ports {
  readonly host: string;
  readonly httpPort: number;
  /** Where HAProxy brings boards. */
  readonly boardsPort: number;
  readonly tlsPort: number;
}

/** One of several servers on a database, as a process that can be killed and started again. */
export class ClusterNode {
  readonly name: string;
  readonly ports: Ports;
  readonly #at: Surroundings;
  #child: Child;

  private constructor(name: string, at: Surroundings, ports: Ports) {
    this.name = name;
    this.ports = ports;
    this.#at = at;
    this.#child = this.#spawn();
  }

  /** Resolves when it has a process; `ready` waits for it to be of use. */
  static async start(name: string, at: Surroundings): Promise<ClusterNode> {
    await mkdir(join(at.directory, name), { recursive: true });
    const { host } = at.machine ?? thisMachine;
    const ports = { host, httpPort: await freePort(), boardsPort: await freePort(), tlsPort: await freePort() };
    return new ClusterNode(name, at, ports);
  }

  get pid(): number {
    return this.#child.pid;
  }

  get machine(): Machine {
    return this.#at.machine ?? thisMachine;
  }

  get url(): string {
    return `http://${this.ports.host}:${this.ports.httpPort}`;
  }

  /** Starts it again after `end`. */
  restart(): void {
    this.#child = this.#spawn();
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#child.stop(signal);
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Resolves when it serves, or brings clients to the one that does. */
  async ready(): Promise<void> {
    const until = performance.now() + readyWithinMs;
    let reasons = 'it does not respond';
    while (performance.now() < until) {
      const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (response?.ok) return;
      if (response) reasons = await response.text();
      await pause(pollMs);
    }
    throw new Error(`${this.name} is not ready after ${readyWithinMs / 1_000} s: ${reasons}`);
  }

  /** The one-time code for the first account, of a server that serves. */
  async setupCode(): Promise<string> {
    const { setup = '' } = await this.#child.nextLine<{ setup?: string }>();
    return new URL(setup).searchParams.get('setup') ?? '';
  }

  #spawn(): Child {
    const { directory, databaseUrl, natsUrl, nodeArgs = [], machine = thisMachine } = this.#at;
    const { host, httpPort, boardsPort, tlsPort } = this.ports;
    return startChild('../../apps/server/dist/main.js', [], {
      through: machine.through,
      nodeArgs: ['--max-semi-space-size=8', ...nodeArgs],
      env: {
        NODE_COMPILE_CACHE: compileCache,
        READY_JSON: '1',
        HOST: host,
        PORT: String(httpPort),
        TRUST_PROXY: this.#at.proxyHost ?? thisMachine.host,
        MQTT_HOST: host,
        MQTT_PORT: '0',
        MQTT_PROXY_PORT: String(boardsPort),
        MQTT_TLS_PORT: String(tlsPort),
        PUBLIC_URL: 'http://127.0.0.1',
        DATA_DIR: join(directory, this.name),
        DATABASE_URL: databaseUrl,
        SERVER_NAME: this.name,
        STORED_INTERVAL_MS: '0',
        LOG_TO: 'files',
        ...(natsUrl && { NATS_URL: natsUrl }),
      },
    });
  }
}

/** What boards and people of a bench sign in with. */
export interface Account {
  readonly username: string;
  /** Of a program, which outlives a session. */
  readonly token: string;
}

/** Creates the first account at a server that has just begun to serve. */
export async function createAccount(node: ClusterNode, database: pg.Pool): Promise<Account> {
  const email = 'bench@example.com';
  const password = randomBytes(12).toString('hex');
  const call = async (path: string, body?: object, token?: string) => {
    const response = await fetch(`${node.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  await call('/api/auth/signup', { email, password, setupCode: await node.setupCode() });
  await database.query('UPDATE accounts SET confirmed_at = now()');
  const { access_token: session = '' } = await call('/api/auth/login', { email, password });
  const { connectionKey } = await call('/api/pairing', undefined, session);
  const made = await call('/api/access-tokens', { name: 'bench', scope: 'control', expiresInDays: 1 }, session);
  return { username: `${email}/${connectionKey}`, token: made.token ?? '' };
}

/** A few connections of a bench to its database, which may be lost. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on('error', () => undefined);
  return pool;
}
