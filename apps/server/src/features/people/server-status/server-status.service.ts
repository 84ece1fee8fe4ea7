import type { ServerStatus } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { ClockWatch, DiskWatch, Problem } from '../../../platform/health/index.ts';

type Storage = ServerStatus['storage'];

/** How storing of what boards send goes, as far as those who run the server have to know. */
interface StoredTelemetry {
  problems(): Promise<Problem[]>;
  storageReport(): Omit<Storage, 'unreadable'> & { readonly unreadable: readonly Storage['unreadable'][number][] };
  /** Messages that are dated later than now. */
  readonly futureRows: {
    problems(): Promise<Problem[]>;
    count(): Promise<ServerStatus['clock']['future']>;
    remove(laterThan: number): Promise<number>;
  };
}

export interface ServerStatusDeps {
  readonly clock: Clock;
  readonly disks: Pick<DiskWatch, 'disks' | 'problems'>;
  readonly clockWatch: Pick<ClockWatch, 'jumps' | 'problems'>;
  readonly telemetry: StoredTelemetry;
}

/** How the server is, for those who run it. */
export class ServerStatuses {
  readonly #deps: ServerStatusDeps;

  constructor(deps: ServerStatusDeps) {
    this.#deps = deps;
  }

  /** What is wrong now, quickly enough for `/readyz`; what fails stands first. */
  async problems(): Promise<Problem[]> {
    const { disks, clockWatch, telemetry } = this.#deps;
    return failingFirst([...disks.problems(), ...(await telemetry.problems()), ...clockWatch.problems()]);
  }

  async read(): Promise<ServerStatus> {
    const { clock, disks, clockWatch, telemetry } = this.#deps;
    const [known, ofFuture, future] = await Promise.all([
      this.problems(),
      telemetry.futureRows.problems(),
      telemetry.futureRows.count(),
    ]);
    const problems = failingFirst([...known, ...ofFuture]);
    const { unreadable, ...storage } = telemetry.storageReport();
    return {
      now: clock.now(),
      ready: problems.every((problem) => problem.severity !== 'failing'),
      problems,
      disks: disks.disks,
      storage: { ...storage, unreadable: [...unreadable] },
      clock: { jumps: clockWatch.jumps, future },
    };
  }

  /** Removes messages that are dated later than an instant of the future; returns how many. */
  removeFuture(laterThan: number): Promise<number> {
    return this.#deps.telemetry.futureRows.remove(laterThan);
  }
}

const failingFirst = (problems: readonly Problem[]): Problem[] => [
  ...problems.filter(({ severity }) => severity === 'failing'),
  ...problems.filter(({ severity }) => severity === 'warning'),
];
