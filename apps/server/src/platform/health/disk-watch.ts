import { stat, statfs } from 'node:fs/promises';
import type { ServerDisk } from '@cyno/contract';
import { Gauge } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Problem } from './problem.ts';

const everyMs = 5_000;
/** From these shares on administrators are warned, percent. */
export const diskWarnings = [80, 95] as const;
/** So far below a threshold a disk must come before it can be crossed again, percent. */
const hysteresis = 2;

/** The crossed threshold: 0 for none. */
export type DiskLevel = 0 | (typeof diskWarnings)[number];

interface Space {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** The system's figures of the disk that a path is on; `device` shows whether two paths are on the same. */
export type ReadSpace = (path: string) => Promise<Space & { device: number }>;

interface Watched extends Space {
  readonly name: string;
  readonly path: string;
  readonly usedPercent: number;
  readonly level: DiskLevel;
  readonly tooFull: boolean;
  /** Since when the level, or `tooFull`, is what it is. */
  readonly since: number;
}

interface DiskWatchOptions {
  /** By what they hold. */
  readonly paths: Readonly<Record<string, string>>;
  /** With less free the server is not ready. */
  readonly leastFreeBytes: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readSpace?: ReadSpace;
}

/** Looks every few seconds how full the disks are that hold the data. */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  #disks: readonly Watched[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    this.#observe();
  }

  async start(): Promise<void> {
    await this.check();
    this.#timer = setInterval(() => void this.check(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get disks(): ServerDisk[] {
    return this.#disks.map(({ since: _, ...disk }) => disk);
  }

  /** True when a disk has less than the server needs. */
  get isTooFull(): boolean {
    return this.#disks.some((disk) => disk.tooFull);
  }

  problems(): Problem[] {
    return this.#disks.flatMap((disk): Problem[] => {
      const { since, usedPercent, freeBytes, name, level } = disk;
      const same = { part: 'disk', topic: 'disk', about: name, urgent: true, since } as const;
      if (disk.tooFull)
        return [{ ...same, severity: 'failing', reason: 'disk_full', values: { disk: name, freeBytes } }];
      if (level === 0) return [];
      const values = { disk: name, percent: usedPercent, freeBytes };
      return [{ ...same, severity: 'warning', reason: 'disk_filling', values, level: level === 80 ? 1 : 2 }];
    });
  }

  /** Checks now. A disk that cannot be read keeps its last figures. */
  async check(): Promise<void> {
    const seen = new Set<number>();
    const disks: Watched[] = [];
    for (const [name, path] of Object.entries(this.#options.paths)) {
      const before = this.#disks.find((disk) => disk.name === name);
      const space = await (this.#options.readSpace ?? readSpace)(path).catch((err: unknown) => {
        this.#options.log.debug({ err, disk: name }, 'The free space of a disk could not be read');
      });
      if (space && seen.has(space.device)) continue;
      if (space) seen.add(space.device);
      const disk = space ? this.#describe({ name, path, ...space }, before) : before;
      if (disk) disks.push(disk);
    }
    this.#disks = disks;
  }

  #describe(
    { name, path, totalBytes, freeBytes }: Space & { name: string; path: string },
    before: Watched | undefined,
  ): Watched {
    const { leastFreeBytes, clock, log } = this.#options;
    const percent = totalBytes === 0 ? 0 : ((totalBytes - freeBytes) / totalBytes) * 100;
    const usedPercent = Math.floor(percent);
    const level = levelOf(percent, before?.level ?? 0);
    const tooFull = freeBytes < leastFreeBytes;
    const isSame = before?.level === level && before.tooFull === tooFull;
    const now = { name, path, totalBytes, freeBytes, usedPercent, level, tooFull };
    if (!isSame && (before || level > 0 || tooFull)) {
      const how = tooFull || level === 95 ? 'error' : level === 80 ? 'warn' : 'info';
      const state = tooFull ? 'full' : `${usedPercent} % full`;
      log[how]({ disk: name, path, freeBytes, totalBytes }, `${titleOf(now)} is ${state}: ${free(now)} are free`);
    }
    return { ...now, since: isSame ? before.since : clock.now() };
  }

  #observe(): void {
    const gauge = (name: string, help: string, value: (disk: Watched) => number) => {
      const watch = this;
      new Gauge({
        name,
        help,
        labelNames: ['disk'],
        registers: [this.#options.metrics],
        collect() {
          this.reset();
          for (const disk of watch.#disks) this.set({ disk: disk.name }, value(disk));
        },
      });
    };
    gauge('cyno_disk_free_bytes', 'Free space of the disk that holds this', (disk) => disk.freeBytes);
    gauge('cyno_disk_size_bytes', 'Size of the disk that holds this', (disk) => disk.totalBytes);
  }
}

const titleOf = ({ name }: { name: string }): string => `The disk of the ${name}`;

const free = ({ freeBytes }: Space): string =>
  freeBytes >= 1e9 ? `${(freeBytes / 1e9).toFixed(1)} GB` : `${Math.floor(freeBytes / 1e6)} MB`;

/** A level is left only some percent below its threshold, so that a disk at the border is not reported every few seconds. */
function levelOf(percent: number, before: DiskLevel): DiskLevel {
  let level: DiskLevel = 0;
  for (const threshold of diskWarnings) {
    if (percent >= threshold - (before >= threshold ? hysteresis : 0)) level = threshold;
  }
  return level;
}

/** Blocks that only root may use count as used, as `df` counts them. */
async function readSpace(path: string): Promise<Space & { device: number }> {
  const [{ blocks, bfree, bavail, bsize }, { dev }] = await Promise.all([statfs(path), stat(path)]);
  return { totalBytes: (blocks - bfree + bavail) * bsize, freeBytes: bavail * bsize, device: dev };
}
