import type { ServerStatus } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import {
  type ClockWatch,
  type DiskWatch,
  describeProblem,
  type Problem,
  type Problems,
} from '../../../platform/health/index.ts';

type Storage = ServerStatus['storage'];

/** How storing of what boards send goes, as far as those who run the server have to know. */
interface StoredTelemetry {
  problems(): Promise<Problem[]>;
  storageReport(): Omit<Storage, 'unreadable' | 'history'> & {
    readonly unreadable: readonly Storage['unreadable'][number][];
  };
  historySize(): Promise<Storage['history']>;
  /** Messages that are dated later than now. */
  readonly futureRows: {
    problems(): Problem[];
    count(): Promise<ServerStatus['clock']['future']>;
    remove(laterThan: number): Promise<number>;
  };
}

export interface ServerStatusDeps {
  readonly clock: Clock;
  readonly problems: Pick<Problems, 'list'>;
  readonly disks: Pick<DiskWatch, 'disks'>;
  readonly clockWatch: Pick<ClockWatch, 'jumps'>;
  readonly telemetry: StoredTelemetry;
}

/** How the server is, for those who run it. */
export class ServerStatuses {
  readonly #deps: ServerStatusDeps;

  constructor(deps: ServerStatusDeps) {
    this.#deps = deps;
  }

  async read(): Promise<ServerStatus> {
    const { clock, disks, clockWatch, telemetry } = this.#deps;
    const future = await telemetry.futureRows.count();
    const problems = await this.#deps.problems.list();
    const { unreadable, ...storage } = telemetry.storageReport();
    return {
      now: clock.now(),
      ready: problems.every((problem) => problem.severity !== 'failing'),
      problems: problems.map(describeProblem),
      disks: disks.disks,
      storage: { ...storage, unreadable: [...unreadable], history: await telemetry.historySize() },
      clock: { jumps: clockWatch.jumps, future },
    };
  }

  /** Removes messages that are dated later than an instant of the future; returns how many. */
  removeFuture(laterThan: number): Promise<number> {
    return this.#deps.telemetry.futureRows.remove(laterThan);
  }
}
