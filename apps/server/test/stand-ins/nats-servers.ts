import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { type Machine, thisMachine } from './machine.ts';

const user = 'cyno';
const password = 'a-long-Nats-password';

interface Place {
  readonly machine: Machine;
  readonly client: number;
  readonly route: number;
}

/** Servers of NATS of Debian that know each other, as one cluster. */
export class NatsServers {
  readonly #places: readonly Place[];
  readonly #running = new Map<number, ChildProcess>();

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  static async start(count: number, machineOf: (index: number) => Machine = () => thisMachine): Promise<NatsServers> {
    const places: Place[] = [];
    for (let index = 0; index < count; index += 1)
      places.push({ machine: machineOf(index), client: await freePort(), route: await freePort() });
    const servers = new NatsServers(places);
    for (const index of places.keys()) await servers.startOne(index);
    return servers;
  }

  /** What `NATS_URL` is set to. */
  get url(): string {
    return this.urlFor(password);
  }

  urlFor(secret: string): string {
    return this.#places.map(({ machine, client }) => `nats://${user}:${secret}@${machine.host}:${client}`).join(',');
  }

  get count(): number {
    return this.#places.length;
  }

  /** Of those that run. */
  get pids(): number[] {
    return [...this.#running.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** Resolves when it takes connections. */
  async startOne(index: number): Promise<void> {
    const { machine, client, route } = this.#places[index] as Place;
    const routes = this.#places.map((one) => `nats://${one.machine.host}:${one.route}`).join(',');
    const [program = '', ...args] = [
      ...[...machine.through, '/usr/sbin/nats-server'],
      ...['--addr', machine.host, '--port', String(client), '--user', user, '--pass', password],
      ...['--cluster', `nats://${machine.host}:${route}`, '--cluster_name', 'test', '--routes', routes],
    ];
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
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
