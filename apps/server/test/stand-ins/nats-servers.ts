import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';

const user = 'cyno';
const password = 'a-long-Nats-password';

/** Servers of NATS of Debian that know each other, as one cluster on this machine. */
export class NatsServers {
  readonly #ports: { readonly client: number; readonly route: number }[];
  readonly #running = new Map<number, ChildProcess>();

  private constructor(ports: { client: number; route: number }[]) {
    this.#ports = ports;
  }

  static async start(count: number): Promise<NatsServers> {
    const ports = [];
    for (let made = 0; made < count; made += 1) ports.push({ client: await freePort(), route: await freePort() });
    const servers = new NatsServers(ports);
    for (const index of ports.keys()) await servers.startOne(index);
    return servers;
  }

  /** What `NATS_URL` is set to. */
  get url(): string {
    return this.urlFor(password);
  }

  urlFor(secret: string): string {
    return this.#ports.map(({ client }) => `nats://${user}:${secret}@127.0.0.1:${client}`).join(',');
  }

  get count(): number {
    return this.#ports.length;
  }

  /** Of those that run. */
  get pids(): number[] {
    return [...this.#running.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** Resolves when it takes connections. */
  async startOne(index: number): Promise<void> {
    const { client, route } = this.#ports[index] as { client: number; route: number };
    const routes = this.#ports.map((one) => `nats://127.0.0.1:${one.route}`).join(',');
    const child = spawn(
      '/usr/sbin/nats-server',
      [
        ...['--addr', '127.0.0.1', '--port', String(client), '--user', user, '--pass', password],
        ...['--cluster', `nats://127.0.0.1:${route}`, '--cluster_name', 'test', '--routes', routes],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#running.set(index, child);
    await new Promise<void>((resolve, reject) => {
      let output = '';
      createInterface(child.stderr).on('line', (line) => {
        output += `${line}\n`;
        if (line.includes('Server is ready')) resolve();
      });
      child.once('error', reject);
      child.once('close', () => reject(new Error(`nats-server has ended: ${output}`)));
    });
  }

  /** Resolves when it is gone. */
  async kill(index: number): Promise<void> {
    const child = this.#running.get(index);
    if (!child || !this.#running.delete(index)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((index) => this.kill(index)));
  }
}
