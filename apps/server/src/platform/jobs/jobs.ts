import { PgBoss } from 'pg-boss';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log/index.ts';

/** Work that outlives a restart and runs once in the whole installation. Add all of it before `start`. */
export interface Jobs {
  /** Runs `handler` at the times of a five-field cron expression (UTC); a run that is still going is not joined by another. */
  schedule(name: string, cron: string, handler: () => Promise<void>): void;
  start(): Promise<void>;
  /** Waits a little for running handlers. */
  stop(): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly cron: string;
  readonly handler: () => Promise<void>;
}

/** Nobody waits for a task of the night, and each look costs one small query. */
const pollSeconds = 20;
const stopTimeoutMs = 2_000;
const slowMs = 10_000;

/** Jobs kept in PostgreSQL by pg-boss, over the connections of `database`. */
export function createJobs(database: Database, options: { log: Logger }): Jobs {
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

  const run = async (task: Task) => {
    const begun = performance.now();
    try {
      await task.handler();
      const ms = Math.round(performance.now() - begun);
      // What runs every minute would fill the log with its success.
      const level = task.cron.startsWith('* ') && ms < slowMs ? 'debug' : 'info';
      log[level]({ job: task.name, ms }, 'A job ran');
    } catch (err) {
      log.error({ err, job: task.name }, 'A job failed');
      throw err;
    }
  };

  const open = async (task: Task) => {
    if (!(await boss.getQueue(task.name))) await boss.createQueue(task.name, { policy: 'stately', retryLimit: 0 });
    await boss.work(task.name, { pollingIntervalSeconds: pollSeconds }, () => run(task));
    await boss.schedule(task.name, task.cron);
  };

  return {
    schedule: (name, cron, handler) => tasks.push({ name, cron, handler }),
    async start() {
      await boss.start();
      for (const task of tasks) await open(task);
    },
    stop: () => boss.stop({ graceful: true, timeout: stopTimeoutMs, close: false }),
  };
}
