import type { StoredKind, StoredSize, SystemSample } from '@cyno/contract';
import { Gauge } from 'prom-client';
import type { Core } from '../../../../core.ts';
import type { EventLoopDelay } from '../../../../platform/event-loop/index.ts';
import type { DiskWatch } from '../../../../platform/health/index.ts';
import { serverTimer } from '../../../../platform/server-timer.ts';
import { metricValue } from '../figures/counters.ts';
import { databaseFiguresRepository } from '../figures/database-figures.repository.ts';
import { folderSizes } from '../figures/folder-sizes.ts';
import { daysUntilNothing, hourly, type Point } from './forecast.ts';
import { type StoredSample, samplesRepository } from './samples.repository.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const retentionMs = 8 * dayMs;
const sizesEveryMs = 10 * minuteMs;

export interface SamplerDeps extends Pick<Core, 'database' | 'metrics' | 'clock' | 'log' | 'dataDirectory'> {
  readonly disks: Pick<DiskWatch, 'disks'>;
  readonly eventLoop: Pick<EventLoopDelay, 'lastMinute'>;
}

interface Counts {
  readonly received: number;
  readonly stored: number;
  readonly lost: number;
}

/**
 * Measures the server once a minute: one small row in the database, which is all that it writes, and forgets those older than 8 days. The
 * last day is in memory as well, so that pages cost no query.
 */
export class Sampler {
  readonly #deps: SamplerDeps;
  readonly #repository: ReturnType<typeof samplesRepository>;
  readonly #database: ReturnType<typeof databaseFiguresRepository>;
  /** Of the last day, oldest first. */
  #samples: StoredSample[] = [];
  /** The least free space of each disk in each hour that is remembered. */
  readonly #diskHours = new Map<string, Point[]>();
  #disksFullIn: readonly { disk: string; days: number | null }[] = [];
  #counts: Counts | undefined;
  #sizes: { at: number; bytes: Map<StoredKind, number>; databaseBytes: number } | undefined;
  #sizesStoredAt = Number.NEGATIVE_INFINITY;
  #forgotAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #taking: Promise<void> = Promise.resolve();

  constructor(deps: SamplerDeps) {
    this.#deps = deps;
    this.#repository = samplesRepository(deps.database);
    this.#database = databaseFiguresRepository(deps.database);
    this.#observe();
  }

  async start(): Promise<void> {
    const now = this.#deps.clock.now();
    for (const sample of await this.#repository.since(now - retentionMs)) this.#remember(sample, now);
    this.#forecast();
    this.#wait();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#taking;
  }

  /** Of the last day, oldest first. */
  get samples(): readonly StoredSample[] {
    return this.#samples;
  }

  /** In how many days each disk is full, as of the last minute; null: it is not filling, or not known for a day yet. */
  disksFullIn(): readonly { disk: string; days: number | null }[] {
    return this.#disksFullIn;
  }

  /** What takes space, the largest first, measured every ten minutes. */
  async sizes(): Promise<StoredSize[]> {
    await this.#measureSizes();
    const before = this.#sizesOfYesterday();
    return [...(this.#sizes?.bytes ?? [])]
      .filter(([, bytes]) => bytes > 0)
      .map(([what, bytes]) => ({ what, bytes, dayBytes: before ? bytes - (before[what] ?? 0) : null }))
      .sort((a, b) => b.bytes - a.bytes);
  }

  /** Measures now, stores it and resolves; a database that is away costs the row only. */
  async take(): Promise<void> {
    const { clock, log } = this.#deps;
    const sample = await this.#measure();
    this.#remember(sample, clock.now());
    this.#forecast();
    try {
      await this.#repository.add(sample);
      if (sample.at - this.#forgotAt >= hourMs) {
        this.#forgotAt = sample.at;
        await this.#repository.forget(sample.at - retentionMs);
      }
    } catch (err) {
      log.debug({ err }, 'The figures of a minute were not stored');
    }
  }

  #wait(): void {
    const untilNextMinute = minuteMs - (this.#deps.clock.now() % minuteMs);
    this.#timer = serverTimer(() => {
      this.#taking = this.take().catch((err: unknown) => this.#deps.log.warn({ err }, 'The server was not measured'));
      void this.#taking.finally(() => this.#isStopped || this.#wait());
    }, untilNextMinute);
  }

  async #measure(): Promise<StoredSample> {
    const { metrics, disks, eventLoop, clock } = this.#deps;
    const now = clock.now();
    const [counts, databaseMs, boards, spoolBytes] = await Promise.all([
      this.#count(),
      this.#database.latencyMs().catch(() => null),
      metricValue(metrics, 'cyno_mqtt_connections'),
      metricValue(metrics, 'cyno_telemetry_spool_bytes'),
    ]);
    await this.#measureSizes();
    const { p99Ms } = eventLoop.lastMinute();
    const free = Object.fromEntries(disks.disks.map(({ name, freeBytes }) => [name, freeBytes]));
    const sizes = now - this.#sizesStoredAt >= hourMs ? this.#sizes : undefined;
    if (sizes) this.#sizesStoredAt = now;
    return {
      at: now,
      ...counts,
      delayMs: p99Ms,
      memoryBytes: process.memoryUsage.rss(),
      databaseMs: databaseMs === null ? null : Math.round(databaseMs * 10) / 10,
      databaseBytes: this.#sizes?.databaseBytes ?? null,
      spoolBytes,
      diskFreeBytes: disks.disks[0]?.freeBytes ?? null,
      boards,
      disks: free,
      ...(sizes && { sizes: Object.fromEntries(sizes.bytes) }),
    };
  }

  /** What came since the last time; null the first time. */
  async #count(): Promise<Pick<SystemSample, 'received' | 'stored' | 'lost'>> {
    const of = (name: string) => metricValue(this.#deps.metrics, `cyno_telemetry_${name}_total`);
    const [received, stored, dropped, refused] = await Promise.all(
      ['messages', 'stored', 'dropped', 'refused'].map(of),
    );
    const now = { received: received ?? 0, stored: stored ?? 0, lost: (dropped ?? 0) + (refused ?? 0) };
    const before = this.#counts;
    this.#counts = now;
    if (!before) return { received: null, stored: null, lost: null };
    return {
      received: now.received - before.received,
      stored: now.stored - before.stored,
      lost: now.lost - before.lost,
    };
  }

  async #measureSizes(): Promise<void> {
    const { clock, log, dataDirectory } = this.#deps;
    const now = clock.now();
    if (this.#sizes && now - this.#sizes.at < sizesEveryMs) return;
    try {
      const [folders, database] = await Promise.all([folderSizes(dataDirectory), this.#database.sizes()]);
      const { databaseBytes, telemetryBytes, walBytes } = database;
      folders.set('telemetry', telemetryBytes).set('database_rest', Math.max(0, databaseBytes - telemetryBytes));
      if (walBytes !== null) folders.set('wal', walBytes);
      this.#sizes = { at: now, bytes: folders, databaseBytes };
    } catch (err) {
      log.debug({ err }, 'What takes space could not be measured');
    }
  }

  #sizesOfYesterday(): StoredSample['sizes'] {
    const dayAgo = this.#deps.clock.now() - dayMs;
    // What is in memory reaches back a day: the first ones are from about then, unless the server is new.
    return this.#samples.find(({ at, sizes }) => sizes !== undefined && at <= dayAgo + 2 * hourMs)?.sizes;
  }

  #remember(sample: StoredSample, now: number): void {
    if (sample.at > now) return;
    this.#samples.push(sample);
    while ((this.#samples[0]?.at ?? now) < now - dayMs - 5 * minuteMs) this.#samples.shift();
    for (const [disk, value] of Object.entries(sample.disks ?? {})) {
      const points = [...(this.#diskHours.get(disk) ?? []), { at: sample.at, value }];
      this.#diskHours.set(
        disk,
        hourly(points).filter(({ at }) => at >= now - retentionMs),
      );
    }
  }

  #forecast(): void {
    this.#disksFullIn = this.#deps.disks.disks.map(({ name }) => ({
      disk: name,
      days: daysUntilNothing(this.#diskHours.get(name) ?? []),
    }));
  }

  #observe(): void {
    const sampler = this;
    const registers = [this.#deps.metrics];
    new Gauge({
      name: 'cyno_disk_full_in_days',
      help: 'In how many days a disk is full, by how it filled in the last week; absent: it is not filling',
      labelNames: ['disk'],
      registers,
      collect() {
        this.reset();
        for (const { disk, days } of sampler.disksFullIn()) if (days !== null) this.set({ disk }, days);
      },
    });
    new Gauge({
      name: 'cyno_stored_bytes',
      help: 'What takes space in the data folder and the database, by kind',
      labelNames: ['kind'],
      registers,
      collect() {
        for (const [kind, bytes] of sampler.#sizes?.bytes ?? []) this.set({ kind }, bytes);
      },
    });
    const ofLast = (name: string, help: string, value: (sample: StoredSample) => number | null) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const last = sampler.#samples.at(-1);
          const measured = last && value(last);
          this.set(measured ?? Number.NaN);
        },
      });
    ofLast(
      'cyno_database_latency_seconds',
      'How long a small query took, each minute; NaN: the database is away',
      (sample) => (sample.databaseMs === null ? null : sample.databaseMs / 1_000),
    );
    ofLast(
      'cyno_database_size_bytes',
      'Size of the database without its write-ahead log',
      (sample) => sample.databaseBytes,
    );
  }
}
