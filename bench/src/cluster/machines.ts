import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Machine } from '../../../apps/server/test/stand-ins/machine.ts';

const run = promisify(execFile);

const bridge = 'cyno-bench';
const addressOf = (place: number) => `10.77.0.${place}`;
/** Of the bridge; that of machines follow ten later. */
const hostPlace = 1;
const firstPlace = 11;

interface PartableMachine extends Machine {
  /** The end of its cable at the bridge. */
  readonly cable: string;
}

/** Machines on one network, as network namespaces of Linux, whose cables can be pulled. Needs root and iproute2. */
export class Machines {
  readonly #all: readonly PartableMachine[];

  private constructor(all: readonly PartableMachine[]) {
    this.#all = all;
  }

  static async create(count: number): Promise<Machines> {
    const machines = new Machines(
      Array.from({ length: count }, (_, index) => ({
        host: addressOf(firstPlace + index),
        through: ['ip', 'netns', 'exec', `${bridge}-${index}`],
        cable: `${bridge}-${index}`,
      })),
    );
    // What a bench that was killed has left.
    await machines.remove();
    await ip(`link add ${bridge} type bridge`);
    await ip(`address add ${addressOf(hostPlace)}/24 dev ${bridge}`);
    await ip(`link set ${bridge} up`);
    for (const machine of machines.#all) await plug(machine);
    return machines;
  }

  /** Where the machines reach what runs outside of them. */
  get host(): string {
    return addressOf(hostPlace);
  }

  at(index: number): Machine {
    const machine = this.#all[index];
    if (!machine) throw new Error(`There is no machine ${index}`);
    return machine;
  }

  /** Nothing gets there or comes from there any more, and nobody is notified. */
  async part(machine: Machine): Promise<void> {
    await ip(`link set ${this.#cableOf(machine)} down`);
  }

  async join(machine: Machine): Promise<void> {
    await ip(`link set ${this.#cableOf(machine)} up`);
  }

  async remove(): Promise<void> {
    for (const { cable } of this.#all) await ip(`netns delete ${cable}`).catch(() => undefined);
    await ip(`link delete ${bridge}`).catch(() => undefined);
  }

  #cableOf(machine: Machine): string {
    const found = this.#all.find((one) => one === machine);
    if (!found) throw new Error(`${machine.host} is no machine of these`);
    return found.cable;
  }
}

async function plug({ host, cable }: PartableMachine): Promise<void> {
  await ip(`netns add ${cable}`);
  await ip(`link add ${cable} type veth peer name eth0 netns ${cable}`);
  await ip(`link set ${cable} master ${bridge} up`);
  await ip(`-n ${cable} address add ${host}/24 dev eth0`);
  await ip(`-n ${cable} link set lo up`);
  await ip(`-n ${cable} link set eth0 up`);
}

async function ip(command: string): Promise<void> {
  await run('ip', command.split(' '));
}
