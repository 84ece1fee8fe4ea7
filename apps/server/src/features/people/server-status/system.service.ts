import { availableParallelism, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { DatabaseFigures, SystemReport, SystemSamples } from '@cyno/contract';
import type { Core } from '../../../core.ts';
import { type ListedServer, listServers } from '../../../platform/database/index.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import { metricValue } from './figures/counters.ts';
import { databaseFiguresRepository } from './figures/database-figures.repository.ts';
import type { NewestRelease } from './newest-release.ts';
import type { Sampler } from './samples/sampler.ts';

const dayMs = 24 * 3_600_000;

export interface SystemDeps
  extends Pick<
    Core,
    'config' | 'clock' | 'database' | 'jobs' | 'metrics' | 'queues' | 'certificates' | 'recentErrors' | 'handOver'
  > {
  readonly sampler: Sampler;
  readonly version: string;
  readonly release: Pick<NewestRelease, 'newer'>;
  readonly startedAt: number;
}

/** The figures of the server, for those who run it. */
export class System {
  readonly #deps: SystemDeps;
  readonly #database: ReturnType<typeof databaseFiguresRepository>;

  constructor(deps: SystemDeps) {
    this.#deps = deps;
    this.#database = databaseFiguresRepository(deps.database);
  }

  /** What does not respond is null in it. */
  async report(): Promise<SystemReport> {
    const { clock, jobs, metrics, queues, certificates, recentErrors, sampler, version, release, startedAt } =
      this.#deps;
    const [database, servers, jobRuns, sizes, boards] = await Promise.all([
      this.#databaseFigures().catch(() => null),
      this.#servers().catch(() => null),
      jobs.report().catch(() => null),
      sampler.sizes(),
      metricValue(metrics, 'cyno_mqtt_connections'),
    ]);
    const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
    return {
      now: clock.now(),
      version,
      newerVersion: release.newer(),
      nodeVersion: process.version,
      platform: `${process.platform} ${process.arch}`,
      processors: availableParallelism(),
      startedAt,
      memory: { usedBytes: process.memoryUsage.rss(), heapBytes, heapLimitBytes, machineBytes: totalmem() },
      database,
      boards,
      servers,
      sizes,
      disksFullIn: [...sampler.disksFullIn()],
      queues: queues.list(),
      jobs: jobRuns,
      certificates: certificates.list(),
      errors: recentErrors.list(),
    };
  }

  /** The last day, a sample a minute. */
  samples(): SystemSamples {
    const since = this.#deps.clock.now() - dayMs;
    return {
      samples: this.#deps.sampler.samples
        .filter(({ at }) => at >= since)
        .map(({ disks: _, sizes: __, ...sample }) => sample),
    };
  }

  /** The name of a server that can take over; throws a 409 when there is none. */
  async standby(): Promise<string> {
    const waiting = (await this.#servers()).find(({ serves }) => !serves);
    if (!waiting) {
      const text = 'No other server is on standby, so nobody could take over. Start one with SERVER_NAME.';
      throw new AppError(409, 'conflict', text, because('no_standby'));
    }
    return waiting.name;
  }

  /** Ends the work of this server, so that one on standby takes over. */
  handOver(): void {
    this.#deps.handOver();
  }

  /** Throws a 404 when there is no such job. */
  async runJob(name: string): Promise<void> {
    if (!(await this.#deps.jobs.runAgain(name))) throw notFound('page', name);
  }

  async #servers(): Promise<ListedServer[]> {
    const { config, database } = this.#deps;
    return config.serverName === null ? [] : listServers(database.pool);
  }

  async #databaseFigures(): Promise<DatabaseFigures> {
    const { config, sampler } = this.#deps;
    const latencyMs = await this.#database.latencyMs();
    const figures = await this.#database.figures();
    const sizeBytes = sampler.samples.at(-1)?.databaseBytes ?? (await this.#database.sizes()).databaseBytes;
    return { ...figures, latencyMs, sizeBytes, isEmbedded: config.databaseUrl === null };
  }
}
