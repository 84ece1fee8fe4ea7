import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { spawnServer } from './server-process.ts';

/** What a server reports when it serves (`ready`) or waits (`waiting`: who serves). */
interface Line {
  readonly ready?: true;
  readonly setup?: string | null;
  readonly waiting?: string;
}

/** One of several servers that share a database, as a process of its own. */
export class StandbyProcess {
  readonly name: string;
  readonly httpPort: number;
  /** Where HAProxy brings boards. */
  readonly boardsPort: number;
  /** Where boards connect without it. */
  readonly tlsPort: number;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #errors = '';

  private constructor(name: string, ports: { http: number; boards: number; tls: number }, child: ChildProcess) {
    this.name = name;
    this.httpPort = ports.http;
    this.boardsPort = ports.boards;
    this.tlsPort = ports.tls;
    this.#child = child;
    if (!child.stdout || !child.stderr) throw new Error('The server has no output');
    child.stderr.on('data', (text) => {
      this.#errors += text;
    });
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Starts it on its data folder; on the ports of an earlier start of the same server if that is given. */
  static async start(
    name: string,
    at: {
      readonly directory: string;
      readonly databaseUrl: string;
      readonly like?: StandbyProcess | undefined;
      /** Without it there is nothing between the servers but the database. */
      readonly natsUrl?: string;
      /** Default: the server of this version. */
      readonly program?: string;
    },
  ): Promise<StandbyProcess> {
    const http = at.like?.httpPort ?? (await freePort());
    const boards = at.like?.boardsPort ?? (await freePort());
    const tls = at.like?.tlsPort ?? (await freePort());
    const settings = {
      SERVER_NAME: name,
      DATABASE_URL: at.databaseUrl,
      PORT: String(http),
      TRUST_PROXY: '127.0.0.1',
      MQTT_PROXY_PORT: String(boards),
      MQTT_TLS_PORT: String(tls),
      PUBLIC_URL: 'http://127.0.0.1',
      ...(at.natsUrl && { NATS_URL: at.natsUrl }),
    };
    const child = spawnServer(at.directory, settings, at.program);
    return new StandbyProcess(name, { http, boards, tls }, child);
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  /** Resolves with who serves, when this one waits; rejects when it serves itself. */
  async waits(): Promise<string> {
    const { waiting } = await this.#next((line) => line.waiting !== undefined || line.ready === true);
    if (waiting === undefined) throw new Error(`${this.name} serves, because no other server does`);
    return waiting;
  }

  /** Resolves with the one-time code for the first account, if there is none, when this one serves. */
  async serves(): Promise<string | null> {
    const { setup } = await this.#next(({ ready }) => ready === true);
    return setup ? new URL(setup).searchParams.get('setup') : null;
  }

  /** A call of somebody with an account, who logs in for it; throws what is no success. */
  async call(
    login: { readonly email: string; readonly password: string },
    { method, path, body }: { method: string; path: string; body?: object | undefined },
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  ): Promise<any> {
    const send = (how: string, to: string, { content, token }: { content?: object | undefined; token?: string }) =>
      fetch(`${this.url}${to}`, {
        method: how,
        headers: {
          ...(content && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(content && { body: JSON.stringify(content) }),
      });
    const session = path.startsWith('/api/auth/')
      ? undefined
      : await send('POST', '/api/auth/login', { content: login });
    const token = session && ((await session.json()) as { access_token: string }).access_token;
    const response = await send(method, path, { content: body, ...(token && { token }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when the process is gone, with its exit code; null: the signal ended it. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended();
  }

  /** As `end`, of a process that ends by itself. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  async #next(isWanted: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`${this.name} has ended: ${this.#errors}`);
      if (!value.startsWith('{')) continue;
      const line = JSON.parse(value) as Line;
      if (isWanted(line)) return line;
    }
  }
}
