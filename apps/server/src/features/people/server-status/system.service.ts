import { availableParallelism, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { DatabaseFigures, ListedServer, SystemReport, SystemSamples } from '@cyno/contract';
import type { Core } from '../../../core.ts';
import { listServers } from '../../../platform/database/index.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import { metricValue } from './figures/counters.ts';
import { databaseFiguresRepository } from './figures/database-figures.repository.ts';
import { isNewer, type NewestRelease } from './newest-release.ts';
import type { Sampler } from './samples/sampler.ts';
import { linkOf } from './server-link.ts';

const dayMs = 24 * 3_600_000;

export interface SystemDeps
  extends Pick<
    Core,
    | 'config'
    | 'clock'
    | 'database'
    | 'jobs'
    | 'metrics'
    | 'queues'
    | 'certificates'
    | 'recentErrors'
    | 'handOver'
    | 'cluster'
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

  /** The name of a server that can take over, which one of an older version cannot; throws a 409 when there is none. */
  async standby(): Promise<string> {
    const waiting = (await this.#servers()).filter(({ serves }) => !serves);
    const able = waiting.find(({ version }) => !isNewer(this.#deps.version, version));
    if (able) return able.name;
    const [older] = waiting;
    if (older) {
      const { name: server, version } = older;
      const text = `${server} has version ${version}, which is older than that of this server and could not take over. Upgrade it first.`;
      throw new AppError(409, 'conflict', text, because('standby_older', { server, version }));
    }
    const text = 'No other server is on standby, so nobody could take over. Start one with SERVER_NAME.';
    throw new AppError(409, 'conflict', text, because('no_standby'));
  }

  /** Ends the work of this server, so that one on standby takes over. */
  handOver(): void {
    this.#deps.handOver();
  }

  /** Has a server take no clients from now on, or again. Throws a 409 for this one, and a 404 for one that is not linked. */
  drain(server: string, drained: boolean): void {
    const { config, cluster } = this.#deps;
    if (server === config.serverName) {
      const text = `${server} serves, so it cannot be drained. Switch servers first.`;
      throw new AppError(409, 'conflict', text, because('server_serves', { server }));
    }
    if (!cluster?.drain(server, drained)) {
      const text = `${server} is not linked to the server that serves, so it has no clients.`;
      throw new AppError(404, 'not_found', text, because('server_not_linked', { server }));
    }
  }

  /** Throws a 404 when there is no such job. */
  async runJob(name: string): Promise<void> {
    if (!(await this.#deps.jobs.runAgain(name))) throw notFound('page', name);
  }

  async #servers(): Promise<ListedServer[]> {
    const { config, database, metrics, cluster } = this.#deps;
    if (config.serverName === null) return [];
    const listed = await listServers(database.pool);
    const boards = await metricValue(metrics, 'cyno_mqtt_connections');
    return listed.map((server) => ({ ...server, link: cluster && linkOf(server, { cluster, boards }) }));
  }

  async #databaseFigures(): Promise<DatabaseFigures> {
    const { config, sampler } = this.#deps;
    const latencyMs = await this.#database.latencyMs();
    const figures = await this.#database.figures();
    const sizeBytes = sampler.samples.at(-1)?.databaseBytes ?? (await this.#database.sizes()).databaseBytes;
    return { ...figures, latencyMs, sizeBytes, isEmbedded: config.databaseUrl === null };
  }
}
