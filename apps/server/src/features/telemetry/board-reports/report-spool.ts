import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import { Spool, type SpoolSegment } from '../ingest/index.ts';
import { decodeReports, encodeReports, keyOf, type Report } from './report.ts';

/** Only the newest report of each pin, event and fact counts, so this is far more than boards have to report. */
const maxBytes = 64 * 1024 * 1024;
/** Above this what was overtaken by newer reports is left out. */
const compactAboveBytes = 1024 * 1024;
const retryMs = { first: 250, longest: 2_000 };

interface SpoolDeps {
  readonly directory: string;
  readonly log: Logger;
  /** Resolves when all that boards reported so far is in the database; rejects when the database does not take it. */
  saved(): Promise<void>;
}

/**
 * Reports that were echoed and may not be in the database yet, on disk. What is in here is also in the memory of those who keep it, who
 * write it as soon as the database takes it; after a crash it is taken in again from here.
 */
export class ReportSpool {
  readonly #deps: SpoolDeps;
  readonly #spool: Spool;
  /** The newest of each, as they stand in the spool. */
  #newest = new Map<string, Report>();
  #compactAbove = compactAboveBytes;
  readonly #draining = new SharedRun(() => this.#drain());
  /** What a former run left there could not be written, so it stays for the next start. */
  #keepsAll = false;
  readonly #stopping = new AbortController();
  /** Rejects at `stop`: a database that hangs must not hold it up. */
  readonly #stopped = Promise.withResolvers<never>();

  constructor(deps: SpoolDeps) {
    this.#deps = deps;
    this.#spool = new Spool(deps.directory, maxBytes, {
      onUnreadable: ({ name, bytes, reason }) =>
        deps.log.error({ file: name, bytes, reason }, 'A file of reports was put aside in reports/unreadable'),
    });
    this.#stopped.promise.catch(() => undefined);
  }

  /** True while reports that come are to be spooled, because earlier ones wait for the database. */
  get isHolding(): boolean {
    return this.#draining.isRunning;
  }

  /** Resolves when the reports are on the disk; rejects when it does not take them. */
  async append(reports: readonly Report[]): Promise<void> {
    const newest = new Map(reports.map((report) => [keyOf(report), report]));
    await this.#spool.append(encodeReports([...newest.values()]));
    for (const [key, report] of newest) this.#newest.set(key, report);
    void this.#draining.run();
  }

  /** Opens the spool and hands what a former run left there to `restore`, oldest first. To be called before boards can connect. */
  async replay(restore: (report: Report) => void): Promise<void> {
    await this.#spool.open();
    const newestAt = new Map<string, number>();
    for (let segment = await this.#spool.oldest(); segment; segment = await this.#spool.oldest()) {
      const { lostBytes } = segment;
      if (lostBytes > 0) this.#deps.log.error({ lostBytes }, 'A part of the spool of reports was damaged and left out');
      for (const report of segment.payloads.flatMap((payload) => this.#decode(segment, payload))) {
        const key = keyOf(report);
        // A record of the newest of each may stand behind reports that came while it was written.
        if (report.receivedAt < (newestAt.get(key) ?? 0)) continue;
        newestAt.set(key, report.receivedAt);
        restore(report);
      }
      try {
        await this.#deps.saved();
      } catch (error) {
        this.#keepsAll = true;
        this.#deps.log.error({ err: error }, 'Reports of boards from before the start are not in the database yet');
        return;
      }
      await segment.remove();
    }
    const reports = newestAt.size;
    if (reports > 0) this.#deps.log.info({ reports }, 'Reports of boards from before the start are stored');
  }

  #decode(segment: SpoolSegment, payload: Buffer): Report[] {
    try {
      return decodeReports(payload);
    } catch (error) {
      this.#deps.log.error(
        { err: error, bytes: payload.length },
        'A record of the spool of reports cannot be understood',
      );
      segment.markUnreadable('a record in it cannot be understood');
      return [];
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopped.reject(new Error('The server stops'));
    await this.#draining.settled();
    await this.#spool.close();
  }

  /** Ends when the database has everything, or at `stop`. */
  async #drain(): Promise<void> {
    let delayMs = retryMs.first;
    while (!this.#spool.isEmpty && !this.#keepsAll && !this.#stopping.signal.aborted) {
      try {
        await this.#removeSaved();
        delayMs = retryMs.first;
      } catch (error) {
        this.#deps.log.debug({ err: error }, 'Reports of boards wait for the database');
        await this.#compact().catch((err: unknown) =>
          this.#deps.log.warn({ err }, 'The spool of reports stays as it is'),
        );
        await wait(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        delayMs = Math.min(delayMs * 2, retryMs.longest);
      }
    }
  }

  async #removeSaved(): Promise<void> {
    const segment = await this.#spool.oldest();
    if (!segment) return;
    // What comes from now on goes to another segment; `saved` is about all that came before.
    const inside = [...this.#newest];
    await Promise.race([this.#deps.saved(), this.#stopped.promise]);
    await segment.remove();
    for (const [key, report] of inside) if (this.#newest.get(key) === report) this.#newest.delete(key);
  }

  /** Writes the newest of each in the place of all. */
  async #compact(): Promise<void> {
    if (this.#spool.bytes < this.#compactAbove) return;
    await this.#spool.replaceAll(() => encodeReports([...this.#newest.values()]));
    this.#compactAbove = compactAboveBytes + 2 * this.#spool.bytes;
  }
}
