import { createHash, randomBytes } from 'node:crypto';
import { deviceLogText, updateReason } from '@cyno/contract';
import type { BoardSession, DeviceBroker } from '../../../platform/broker/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { type JobStates, nameOf } from './job-states.ts';
import type { Job, RolloutsRepository } from './rollouts.repository.ts';

/** From the offer to the download. */
const startWithinMs = 60_000;
/** A download that stands still, and a board that does not come back after its restart, or that of this server. */
const silenceMs = 3 * 60_000;
const returnMs = 3 * 60_000;
/** A download that hardly moves takes a place from others; 16 MB at 10 KB a second need less. */
const longestDownloadMs = 30 * 60_000;
/** How long a rollout waits for a board that is offline when it is its turn. */
export const waitMs = 24 * 3_600_000;
/** What a board is sent right after it has connected (its clock, its outputs) goes first. */
const settleMs = 2_500;
/** A board reports at once after connecting how its update went. */
const statusWithinMs = 20_000;
/** So often may an offer be lost with its connection. */
const maxMissed = 2;
/** Of one account, and of all: each holds a piece of its image in memory. */
const maxPerAccount = 5;
export const maxAtOnce = 50;
const checkEveryMs = 1_000;
/** When the clock moved on by more between two checks it was set, this machine slept, or nothing was under way. */
const longestPauseMs = 15_000;
const clockStepMs = 1_000;

interface RunnerDeps {
  readonly repository: RolloutsRepository;
  readonly states: JobStates;
  readonly broker: Pick<DeviceBroker, 'publishToBoard' | 'session'>;
  readonly clock: Clock;
  readonly log: Logger;
  findDevice(deviceId: number): DeviceRecord | undefined;
  /** Ends the download of a job. */
  abortDownload(jobId: number): void;
}

/** What this process saw of a job; a restart forgets it, and then its times restart. */
interface Seen {
  /** When the connection began on which the update was offered; undefined: another process offered it. */
  offeredTo: number | undefined;
  /** How many offers were lost with their connections. */
  missed: number;
  percent: number;
  movedAt: number;
  /** The library's version before the update; null: it reported none, so it is older than 1.0.8. */
  firmware: string | null | undefined;
}

/**
 * Leads updates from one state to the next by what boards do and by the time that passes. All that counts is in the database, and
 * each step is taken by anyone who changes the row first, so a restart or a second server does no harm.
 */
export class UpdateRunner {
  readonly #deps: RunnerDeps;
  /** For what fails at each check while the database is away. */
  readonly #log: QuietLog;
  readonly #seen = new Map<number, Seen>();
  /** When the board of an update was last paused, by the update. */
  readonly #pausedAt = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #checking = new SharedRun(() => this.#tryStep());
  /** When this process began to look after updates, or its clock was set: no time of an update began before that. */
  #startedAt = 0;
  #checkedAt = 0;
  /** Without updates there is nothing to look at. */
  #isIdle = false;
  #added = 0;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
  }

  start(): void {
    this.#startedAt = this.#deps.clock.now();
    this.#checkedAt = this.#startedAt;
    this.#timer = setInterval(() => this.check(), checkEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking.settled();
  }

  /** An update was added. */
  wake(): void {
    this.#isIdle = false;
    this.#added += 1;
    this.check();
  }

  /** Looks after all updates, unless that is being done. */
  check(): void {
    if (!this.#isIdle) void this.#checking.run();
  }

  async #tryStep(): Promise<void> {
    try {
      await this.step();
    } catch (err) {
      this.#log('warn', 'Firmware updates could not be checked', { err }, 'updates');
    }
  }

  /** One look at all updates that are under way. */
  async step(): Promise<void> {
    this.#followClock();
    const added = this.#added;
    const jobs = await this.#deps.repository.listOpen();
    // One that was added while they were listed is not among them.
    this.#isIdle = jobs.length === 0 && added === this.#added;
    const open = new Set(jobs.map(({ id }) => id));
    for (const known of [this.#seen, this.#pausedAt]) {
      for (const id of known.keys()) if (!open.has(id)) known.delete(id);
    }
    const places = new Places(jobs);
    for (const job of jobs) await this.#follow(job, places);
  }

  #followClock(): void {
    const now = this.#deps.clock.now();
    const passedMs = now - this.#checkedAt;
    this.#checkedAt = now;
    if (passedMs > longestPauseMs || passedMs < -clockStepMs) this.#startedAt = now;
  }

  /** How long ago something of an update was; what seems to be still to come was before the clock was set back. */
  #msSince(at: number): number {
    const now = this.#deps.clock.now();
    return now - (at > now ? this.#startedAt : Math.max(at, this.#startedAt));
  }

  /** Whether a board connected after something of its update. */
  #isAfter(session: BoardSession, job: Job, at: number): boolean {
    const isOfOffer = session.connectedAt === this.#seen.get(job.id)?.offeredTo;
    return !isOfOffer && (session.connectedAt >= at || at > this.#deps.clock.now());
  }

  /** The board reported on `ota/status` how its update went; it repeats the report a minute later. */
  async statusReported(device: DeviceRecord, session: BoardSession, succeeded: boolean): Promise<void> {
    const [job] = await this.#deps.repository.openOf([device.id]);
    // A report on the connection of before the offer is about an update of before.
    if (!job || job.startedAt === null || !this.#isAfter(session, job, job.startedAt)) return;
    if (!succeeded) await this.#deps.states.fail(job, reported(job));
    else if (job.state !== 'offered') await this.#deps.states.succeed(job);
    this.check();
  }

  async #follow(job: Job, places: Places): Promise<void> {
    const device = this.#deps.findDevice(job.deviceId);
    if (!device || device.accountId !== job.accountId) {
      await this.#left(job, updateReason(device ? 'handed_over' : 'device_deleted', {}));
      return;
    }
    switch (job.state) {
      case 'waiting':
        return this.#wait(job, device, places);
      case 'offered':
        return this.#checkOffered(job, device);
      case 'downloading':
        return this.#checkDownload(job);
      case 'restarting':
        return this.#checkRestart(job, device);
    }
  }

  /** The device is not the account's any more, which reveals nothing about the image; the rest may wait for the success of the first one. */
  async #left(job: Job, reason: string): Promise<void> {
    const { states } = this.#deps;
    const hasBegun = job.state === 'downloading' || job.state === 'restarting';
    const isFirst = job.strategy === 'first_then_rest' && job.place === 0;
    if (hasBegun || isFirst) await states.fail(job, reason);
    else await states.cancel(job, reason);
  }

  async #wait(job: Job, device: DeviceRecord, places: Places): Promise<void> {
    const { states, clock, broker } = this.#deps;
    const now = clock.now();
    if (device.paused) this.#pausedAt.set(job.id, now);
    if (device.paused || !isItsTurn(job)) return;
    const session = broker.session(device.espid, device.accountId);
    if (!session) {
      const since = Math.max(waitsSince(job, device), this.#pausedAt.get(job.id) ?? 0);
      // While this server was away a board could not come back to it.
      const isOver = now - since > waitMs && now - this.#startedAt > returnMs;
      if (isOver) await states.fail(job, updateReason('not_online', {}));
      return;
    }
    // The clock may have been set back since it connected.
    const isSettled = Math.abs(now - session.connectedAt) >= settleMs;
    if (!isSettled || !places.take(job.accountId)) return;
    await this.#offer(job, device, session);
  }

  async #offer(job: Job, device: DeviceRecord, { connectedAt }: BoardSession): Promise<void> {
    const { states, clock, broker } = this.#deps;
    const token = randomBytes(32).toString('base64url');
    const startedAt = clock.now();
    const offered = await states.move(job, {
      from: ['waiting'],
      to: { state: 'offered', startedAt, tokenHash: hashOfToken(token), percent: 0 },
      line: deviceLogText('update_offered', { image: nameOf(job) }),
    });
    if (!offered) return;
    const { firmware } = device;
    const { missed } = this.#remember(job);
    this.#seen.set(job.id, { offeredTo: connectedAt, missed, percent: 0, movedAt: startedAt, firmware });
    if (!broker.publishToBoard(device.espid, 'ota/start', token)) await this.#missed(job);
  }

  /** The board is offered its update again, with another token, when it is back. */
  async #missed(job: Job): Promise<void> {
    await this.#deps.states.move(job, {
      from: ['offered'],
      to: { state: 'waiting', startedAt: null, tokenHash: null },
      line: deviceLogText('update_missed', {}),
    });
  }

  async #checkOffered(job: Job, device: DeviceRecord): Promise<void> {
    const { states, broker } = this.#deps;
    const offeredAt = job.startedAt ?? job.createdAt;
    if (this.#msSince(offeredAt) <= startWithinMs) return;
    const session = broker.session(device.espid, device.accountId);
    const seen = this.#remember(job);
    const mayBeLost = !session || this.#isAfter(session, job, offeredAt);
    if (mayBeLost && seen.missed < maxMissed) {
      seen.missed += 1;
      await this.#missed(job);
    } else await states.fail(job, updateReason('not_fetched', {}));
  }

  async #checkDownload(job: Job): Promise<void> {
    const seen = this.#remember(job);
    if (seen.percent !== job.percent) {
      seen.percent = job.percent;
      seen.movedAt = this.#deps.clock.now();
    }
    const isLong = this.#msSince(job.startedAt ?? job.createdAt) > longestDownloadMs;
    if (!isLong && this.#msSince(seen.movedAt) <= silenceMs) return;
    this.#deps.abortDownload(job.id);
    await this.#deps.states.fail(job, updateReason(isLong ? 'too_long' : 'stood_still', { percent: job.percent }));
  }

  /** Success is what the board reports (protocol 3.3); docs/decisions/0014-firmware.md defines what counts without a report. */
  async #checkRestart(job: Job, device: DeviceRecord): Promise<void> {
    const { states, broker } = this.#deps;
    const downloadedAt = job.downloadedAt ?? this.#startedAt;
    const session = broker.session(device.espid, device.accountId);
    const backAt = session && this.#isAfter(session, job, downloadedAt) ? session.connectedAt : null;
    if (backAt !== null && this.#msSince(backAt) <= statusWithinMs) return;
    const sign = backAt === null ? null : this.#signOfSuccess(job, device);
    if (sign !== null) {
      await states.succeed(job, sign);
      return;
    }
    // While this server was away a board could not come back to it.
    if (this.#msSince(downloadedAt) <= returnMs) return;
    await states.fail(job, updateReason(backAt === null ? 'not_back' : 'not_reported', {}));
  }

  #signOfSuccess(job: Job, { firmware }: DeviceRecord): string | null {
    if (firmware === null) return updateReason('cannot_report', {});
    const before = this.#seen.get(job.id)?.firmware;
    if (before === undefined || before === firmware) return null;
    return updateReason('back_with', { version: firmware });
  }

  #remember(job: Job): Seen {
    const known = this.#seen.get(job.id);
    if (known) return known;
    const { percent } = job;
    const seen = { offeredTo: undefined, missed: 0, percent, movedAt: this.#deps.clock.now(), firmware: undefined };
    this.#seen.set(job.id, seen);
    return seen;
  }
}

/** How many boards may be sent the update at this moment. */
class Places {
  readonly #taken = new Map<number, number>();
  #all = 0;

  constructor(jobs: readonly Job[]) {
    for (const { state, accountId } of jobs) {
      if (state === 'offered' || state === 'downloading') this.#count(accountId);
    }
  }

  take(accountId: number): boolean {
    if (this.#all >= maxAtOnce || (this.#taken.get(accountId) ?? 0) >= maxPerAccount) return false;
    this.#count(accountId);
    return true;
  }

  #count(accountId: number): void {
    this.#all += 1;
    this.#taken.set(accountId, (this.#taken.get(accountId) ?? 0) + 1);
  }
}

/** Whether a board may be offered its update: the first of a careful rollout goes alone, and the others follow when it runs the image. */
export function isItsTurn({ rolloutState, strategy, place, firstState }: Job): boolean {
  if (rolloutState !== 'running') return false;
  return strategy === 'all' || place === 0 || firstState === 'succeeded';
}

/** Since when a board whose turn it is has been offline, or could have been offered its update; ms since the epoch. */
function waitsSince({ createdAt, strategy, firstFinishedAt }: Job, { lastSeenAt }: DeviceRecord): number {
  const turnAt = strategy === 'all' ? createdAt : (firstFinishedAt ?? createdAt);
  return Math.max(turnAt, lastSeenAt ?? 0);
}

const reported = ({ state }: Job): string => updateReason(state === 'offered' ? 'never_fetched' : 'failed', {});

/** What is stored of a token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
