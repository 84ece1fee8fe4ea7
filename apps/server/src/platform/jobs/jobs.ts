import type { ServerJob } from '@cyno/contract';
import { PgBoss } from 'pg-boss';
import { Gauge } from 'prom-client';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { findAbandonedJobs } from './abandoned-jobs.ts';
import { readLastRuns } from './last-runs.ts';

/** Work that outlives a restart and runs once in the whole installation. Add all of it before `start`. */
export interface Jobs {
  /**
   * Runs `handler` at the times of a five-field cron expression (UTC), once at the next start for times when no server ran; a run that is
   * still going is not joined by another. What a `kill -9` interrupted is done again within a minute of the next start, also by another server.
   */
  schedule(name: string, cron: string, handler: () => Promise<void>): void;
  /** As `schedule`, for what removes or decides something for ever because of its age: not done while the clock may be wrong. */
  scheduleByAge(name: string, cron: string, handler: () => Promise<void>): void;
  /** Every job with what became of its last run; of other servers too. */
  report(): Promise<ServerJob[]>;
  /** Runs it as soon as possible, where it is not running already. False: there is no such job. */
  runAgain(name: string): Promise<boolean>;
  start(): Promise<void>;
  /** Waits a little for running handlers. */
  stop(): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly cron: string;
  readonly handler: () => Promise<void>;
  readonly byAge: boolean;
}

interface JobsOptions {
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Whether the clock is trusted with what is removed because of its age; without it, it is. */
  mayRemove?(): boolean;
}

/** Nobody waits for a task of the night, and each look costs one small query. */
const pollSeconds = 20;
const stopTimeoutMs = 2_000;
const slowMs = 10_000;
/** pg-boss renews it at half of this; a job without it belongs to a server that was killed. pg-boss takes no less than 10. */
const heartbeatSeconds = 15;
const abandonedCheckMs = 10_000;
/** Long enough for the largest installation: what a server that ended left is found by its heartbeat. */
const longestRunSeconds = 6 * 3600;

/** Jobs stored in PostgreSQL by pg-boss, over the connections of `database`. */
export function createJobs(database: Database, options: JobsOptions): Jobs {
  const log = options.log.child({ part: 'jobs' });
  const tasks: Task[] = [];
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 15,
    superviseIntervalSeconds: 120,
  });
  // Without a listener a lost connection in the background would end the process; the next look finds the database again.
  boss.on('error', (err) => log.warn({ err }, 'Background work was interrupted'));

  /** Of this server since its start. */
  const outcomes = new Map<string, { ok: boolean; at: number }>();
  if (options.metrics) observe(options.metrics, outcomes);

  /** Whose handlers run here: one that was not renewed because this process stood still is not abandoned. */
  const running = new Set<string>();
  /** Returns what pg-boss stores of the run. */
  const run = async (task: Task): Promise<{ skipped: boolean }> => {
    if (task.byAge && options.mayRemove?.() === false) {
      log.warn({ job: task.name }, 'Skipped a job: the clock may be wrong, so nothing is removed because of its age');
      return { skipped: true };
    }
    running.add(task.name);
    const begun = performance.now();
    try {
      await task.handler();
      const ms = Math.round(performance.now() - begun);
      // What runs every minute would fill the log with its success.
      const level = task.cron.startsWith('* ') && ms < slowMs ? 'debug' : 'info';
      log[level]({ job: task.name, ms }, 'A job ran');
      outcomes.set(task.name, { ok: true, at: Date.now() });
      return { skipped: false };
    } catch (err) {
      log.error({ err, job: task.name }, 'A job failed');
      outcomes.set(task.name, { ok: false, at: Date.now() });
      throw err;
    } finally {
      running.delete(task.name);
    }
  };

  const workers = new Map<string, string>();
  const open = async (task: Task) => {
    const limits = { heartbeatSeconds, expireInSeconds: longestRunSeconds };
    // Of earlier versions there are queues without a heartbeat.
    if (await boss.getQueue(task.name)) await boss.updateQueue(task.name, limits);
    else await boss.createQueue(task.name, { policy: 'stately', retryLimit: 0, ...limits });
    workers.set(task.name, await boss.work(task.name, { pollingIntervalSeconds: pollSeconds }, () => run(task)));
    // A server that is switched off at night does in the morning what was due.
    await boss.schedule(task.name, task.cron, null, { missed: 'once' });
  };

  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  /** Several servers may do this at once: what one of them has released the others find no more. */
  const releaseAbandoned = async () => {
    const idle = [...workers.keys()].filter((name) => !running.has(name));
    for (const { id, name } of await findAbandonedJobs(database, idle, heartbeatSeconds)) {
      log.warn(
        { job: name },
        'A job was left unfinished by a server that ended or lost the database; it is done again',
      );
      await boss.fail(name, id, { message: 'Nobody renewed it' });
      await boss.send(name, {});
      boss.notifyWorker(workers.get(name) ?? '');
    }
  };
  const poll = () => {
    polling = releaseAbandoned().catch((err: unknown) => log.warn({ err }, 'Unfinished jobs were not searched for'));
  };

  return {
    schedule: (name, cron, handler) => tasks.push({ name, cron, handler, byAge: false }),
    scheduleByAge: (name, cron, handler) => tasks.push({ name, cron, handler, byAge: true }),
    async report() {
      const runs = await readLastRuns(
        database,
        tasks.map(({ name }) => name),
      );
      return tasks.map(({ name, cron }) => ({ name, cron, ...(runs.get(name) ?? neverRan) }));
    },
    async runAgain(name) {
      const worker = workers.get(name);
      if (worker === undefined) return false;
      await boss.send(name, {});
      boss.notifyWorker(worker);
      return true;
    },
    async start() {
      await boss.start();
      for (const task of tasks) await open(task);
      poll();
      timer = setInterval(poll, abandonedCheckMs);
    },
    async stop() {
      clearInterval(timer);
      await polling;
      await boss.stop({ graceful: true, timeout: stopTimeoutMs, close: false });
    },
  };
}

const neverRan = { state: 'never', at: null, ms: null, error: null } as const;

function observe(metrics: Metrics, outcomes: ReadonlyMap<string, { ok: boolean; at: number }>): void {
  new Gauge({
    name: 'cyno_job_last_run_timestamp_seconds',
    help: 'When a background job last ended on this server, in seconds since the epoch',
    // Prometheus itself sets a label `job`.
    labelNames: ['job_name'],
    registers: [metrics],
    collect() {
      for (const [job, { at }] of outcomes) this.set({ job_name: job }, at / 1_000);
    },
  });
  new Gauge({
    name: 'cyno_job_failed',
    help: '1 while the last run of a background job on this server failed, else 0',
    labelNames: ['job_name'],
    registers: [metrics],
    collect() {
      for (const [job, { ok }] of outcomes) this.set({ job_name: job }, ok ? 0 : 1);
    },
  });
}
