import { getHeapStatistics } from 'node:v8';
import type { ServerJob } from '@cyno/contract';
import type { Core } from '../../../core.ts';
import type { EventLoopDelay } from '../../../platform/event-loop/index.ts';
import type { DiskWatch, Problem } from '../../../platform/health/index.ts';
import { median, memoryGrowth } from './samples/forecast.ts';
import type { Sampler } from './samples/sampler.ts';

const minuteMs = 60_000;
/** Boards wait 700 ms for what is stored. */
const slowDatabaseMs = 250;
const judgedMinutes = 5;
const fewDays = 14;
const lostWithinMinutes = 15;
const spoolShares = { warning: 25, urgent: 50 };
const shortMemoryShare = 0.88;
const jobsAgeMs = minuteMs;

export interface WarningsDeps extends Pick<Core, 'clock' | 'jobs' | 'certificates'> {
  readonly sampler: Pick<Sampler, 'samples' | 'disksFullIn'>;
  readonly disks: Pick<DiskWatch, 'disks'>;
  readonly eventLoop: Pick<EventLoopDelay, 'load'>;
  readonly spool: () => { readonly spoolBytes: number; readonly spoolLimitBytes: number };
  /** When the process began, ms since the epoch. */
  readonly startedAt: number;
  readonly heap?: () => { readonly used: number; readonly limit: number };
}

/** Warns of what will cost data unless somebody intervenes, from what was measured in the last minutes, hours and days. */
export class Warnings {
  readonly #deps: WarningsDeps;
  /** Since when each is so. */
  readonly #since = new Map<string, number>();
  #jobs: { at: number; failed: readonly ServerJob[] } = { at: Number.NEGATIVE_INFINITY, failed: [] };
  #heapShortSince: number | undefined;

  constructor(deps: WarningsDeps) {
    this.#deps = deps;
  }

  problems(): Problem[] {
    this.#readJobs();
    const found = [
      ...this.#database(),
      ...this.#lost(),
      ...this.#spool(),
      ...this.#disks(),
      ...this.#memory(),
      ...this.#eventLoop(),
      ...this.#failedJobs(),
    ];
    const now = this.#deps.clock.now();
    const names = new Set(found.map(({ reason, about = '' }) => reason + about));
    for (const name of this.#since.keys()) if (!names.has(name)) this.#since.delete(name);
    return [
      ...found.map(({ since, ...problem }): Problem => {
        const name = problem.reason + (problem.about ?? '');
        if (!this.#since.has(name)) this.#since.set(name, since || now);
        return { ...problem, since: this.#since.get(name) ?? now };
      }),
      ...this.#deps.certificates.problems(),
    ];
  }

  #last(minutes: number) {
    const since = this.#deps.clock.now() - minutes * minuteMs - minuteMs / 2;
    return this.#deps.sampler.samples.filter(({ at }) => at >= since);
  }

  #database(): Problem[] {
    const times = this.#last(judgedMinutes).flatMap(({ databaseMs }) => databaseMs ?? []);
    const ms = median(times);
    if (times.length < judgedMinutes || ms < slowDatabaseMs) return [];
    return [{ part: 'database', severity: 'warning', reason: 'database_slow', values: { ms }, urgent: true, since: 0 }];
  }

  #lost(): Problem[] {
    const count = this.#last(lostWithinMinutes).reduce((sum, { lost }) => sum + (lost ?? 0), 0);
    if (count <= 0) return [];
    return [
      { part: 'messages', severity: 'warning', reason: 'messages_lost', values: { count }, urgent: true, since: 0 },
    ];
  }

  #spool(): Problem[] {
    const { spoolBytes, spoolLimitBytes } = this.#deps.spool();
    const percent = Math.floor((spoolBytes / spoolLimitBytes) * 100);
    if (percent < spoolShares.warning) return [];
    const values = { bytes: spoolBytes, percent };
    const level = percent < spoolShares.urgent ? 1 : 2;
    return [{ part: 'spool', severity: 'warning', reason: 'spool_filling', values, urgent: true, level, since: 0 }];
  }

  #disks(): Problem[] {
    return this.#deps.sampler.disksFullIn().flatMap(({ disk, days }): Problem[] => {
      const found = this.#deps.disks.disks.find(({ name }) => name === disk);
      // Above a threshold the disk has a warning of its own.
      if (days === null || days >= fewDays || !found || found.level > 0 || found.tooFull) return [];
      const values = { disk, days, freeBytes: found.freeBytes };
      return [
        { part: 'disk', severity: 'warning', reason: 'disk_full_soon', values, about: disk, urgent: true, since: 0 },
      ];
    });
  }

  #memory(): Problem[] {
    const { clock, sampler, startedAt } = this.#deps;
    const { used, limit } = (this.#deps.heap ?? heap)();
    const isShort = used > shortMemoryShare * limit;
    this.#heapShortSince = isShort ? (this.#heapShortSince ?? clock.now()) : undefined;
    // Just before memory is collected it is full by nature.
    if (this.#heapShortSince !== undefined && clock.now() - this.#heapShortSince >= judgedMinutes * minuteMs) {
      const values = { bytes: used, limitBytes: limit };
      return [
        {
          part: 'memory',
          severity: 'warning',
          reason: 'memory_short',
          values,
          topic: 'memory',
          level: 2,
          urgent: true,
          since: this.#heapShortSince,
        },
      ];
    }
    const points = sampler.samples.flatMap(({ at, memoryBytes }) =>
      memoryBytes === null ? [] : { at, value: memoryBytes },
    );
    const growth = memoryGrowth(points, startedAt);
    if (!growth) return [];
    const values = { bytes: points.at(-1)?.value ?? 0, grownBytes: growth.grown, hours: growth.hours };
    return [{ part: 'memory', severity: 'warning', reason: 'memory_growing', values, topic: 'memory', since: 0 }];
  }

  #eventLoop(): Problem[] {
    const { slowForMinutes } = this.#deps.eventLoop.load();
    if (slowForMinutes === null) return [];
    return [{ part: 'load', severity: 'warning', reason: 'loop_slow', values: { minutes: slowForMinutes }, since: 0 }];
  }

  #failedJobs(): Problem[] {
    return this.#jobs.failed.map(
      ({ name, at }): Problem => ({
        part: 'jobs',
        severity: 'warning',
        reason: 'job_failed',
        values: { job: name },
        about: name,
        since: at ?? 0,
      }),
    );
  }

  /** What became of jobs is in the database: as of the last minute, so that nothing waits for it. */
  #readJobs(): void {
    const now = this.#deps.clock.now();
    if (now - this.#jobs.at < jobsAgeMs) return;
    this.#jobs = { ...this.#jobs, at: now };
    this.#deps.jobs.report().then(
      (jobs) => {
        this.#jobs = { ...this.#jobs, failed: jobs.filter(({ state }) => state === 'failed') };
      },
      // That the database is away is reported elsewhere.
      () => undefined,
    );
  }
}

function heap(): { used: number; limit: number } {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return { used, limit };
}
