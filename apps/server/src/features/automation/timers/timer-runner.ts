import type { TimerDefinition } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import { type NewRun, plannedSteps, type RunRow, type RunsRepository, resultOf, whyOf } from '../runs/index.ts';
import { isLate, latestMs, missed } from './lateness.ts';
import { type Due, duesBetween, nextDue, occasionOf, type TimerPlace } from './timer-due.ts';
import { WakeUps } from './wake-ups.ts';

/** What happened longer ago than this while no server ran is not written down any more. */
const catchUpMs = 7 * 24 * 3_600_000;
const retryMs = 2_000;
const justNowMs = 1_000;
/** The account's time zone, the device's location and the clock are looked at this often. */
const checkEveryMs = 5_000;
/** A clock that goes back by more was set. */
const clockStepMs = 5_000;

interface TimerRunnerDeps {
  readonly runs: Pick<RunsRepository, 'claimTime' | 'lastDues' | 'removeMissedAhead'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Timers of one device run in the order of their times. */
  readonly queue: FairQueue<number>;
  /** False when its board runs it, or its account may not be used. */
  mayRun(record: AutomationRecord): boolean;
  findAutomation(id: number): AutomationRecord | undefined;
  listAutomations(): readonly AutomationRecord[];
  findDevice(id: number): DeviceRecord | undefined;
  timeZoneOf(device: DeviceRecord): string;
  execute(run: RunRow, record: AutomationRecord): Promise<void>;
  announce(record: AutomationRecord): void;
  /** Steps that follow were written down. */
  stepsPlanned(): void;
  /** A timer that runs once has had its time. */
  finish(record: AutomationRecord): Promise<void>;
  /** The time of a timer that runs once is still to come. */
  reopen(record: AutomationRecord): Promise<void>;
}

interface Armed {
  /** Everything up to this instant was seen to. */
  readonly since: number;
  readonly place: TimerPlace;
}

/** Runs timers at their times, each time once in the whole installation. */
export class TimerRunner {
  readonly #deps: TimerRunnerDeps;
  /** For what fails at each try while the database is away. */
  readonly #log: QuietLog;
  readonly #wakeUps: WakeUps;
  readonly #armed = new Map<number, Armed>();
  /** The latest instant that the clock has shown since it was looked at last. */
  #latestAt = 0;
  /** Timers of which a clock that was ahead may have left out what is still to come. */
  readonly #ahead = new Set<number>();
  #checks: NodeJS.Timeout | undefined;

  constructor(deps: TimerRunnerDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    this.#wakeUps = new WakeUps(deps.clock, (id) => this.#wake(id));
  }

  /** Arms all timers, and sees to what they missed since they ran last. */
  async start(): Promise<void> {
    const { runs, clock, listAutomations } = this.#deps;
    const now = clock.now();
    this.#latestAt = now;
    await this.#undoMissed(listAutomations(), now);
    const timers = listAutomations().filter(({ enabled, definition }) => enabled && definition.kind === 'timer');
    const lastDues = await runs.lastDues(timers.map(({ id }) => id));
    for (const record of timers) {
      const since = Math.max(record.updatedAt, lastDues.get(record.id) ?? 0, now - catchUpMs);
      this.#arm(record, Math.min(since, now));
    }
    this.#checks = setInterval(() => this.#check(), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#checks);
    this.#wakeUps.stop();
  }

  /** A timer was made or changed. */
  put(record: AutomationRecord): void {
    // One that was changed at its very second still runs; what ran already is not claimed again.
    this.#arm(record, this.#deps.clock.now() - justNowMs);
  }

  forget(id: number): void {
    this.#armed.delete(id);
    this.#wakeUps.set(id, null);
  }

  #arm(record: AutomationRecord, since: number): void {
    const { id, definition, enabled } = record;
    const place = this.#placeOf(record);
    const due = enabled && definition.kind === 'timer' && place ? nextDue(definition, place, since) : null;
    if (!due || !place) {
      this.forget(id);
      return;
    }
    this.#armed.set(id, { since, place });
    this.#wakeUps.set(id, due.at);
  }

  #placeOf({ deviceId }: AutomationRecord): TimerPlace | undefined {
    const device = this.#deps.findDevice(deviceId);
    return device && { zone: this.#deps.timeZoneOf(device), location: device.location };
  }

  #check(): void {
    this.#followClock();
    this.#checkPlaces();
  }

  /** After the clock was set back each timer continues from there, once what it does at this moment is done. */
  #followClock(): void {
    const { clock, queue, listAutomations } = this.#deps;
    const now = clock.now();
    const wasAhead = this.#latestAt - now > clockStepMs;
    this.#latestAt = now;
    if (wasAhead) for (const { id } of listAutomations().filter(isTimer)) this.#ahead.add(id);
    for (const id of this.#ahead) {
      this.#ahead.delete(id);
      const record = this.#deps.findAutomation(id);
      if (!record) continue;
      queue
        .run(record.deviceId, () => this.#continue(record))
        .catch((err: unknown) => {
          this.#failed(id, err, 'A timer did not follow the clock; it is tried again');
          this.#ahead.add(id);
        });
    }
  }

  async #continue(record: AutomationRecord): Promise<void> {
    const { clock, findAutomation } = this.#deps;
    const now = clock.now();
    await this.#undoMissed([record], now);
    const after = findAutomation(record.id);
    if (after) this.#arm(after, Math.min(Math.max(after.updatedAt, now - latestMs), now));
  }

  /** What was only missed by a clock that was ahead is still to come, and timers that run once and were ended by that are not over. */
  async #undoMissed(records: readonly AutomationRecord[], now: number): Promise<void> {
    const { runs, reopen } = this.#deps;
    const timers = records.filter(isTimer);
    const ids = timers.map(({ id }) => id);
    const rows = await runs.removeMissedAhead(ids, { now, dueAfter: now - latestMs });
    const taken = new Set(rows.map(({ automationId, occasion }) => `${automationId} ${occasion}`));
    for (const record of timers) {
      const { id, enabled, definition } = record;
      if (enabled || definition.repeat.type !== 'once') continue;
      if (taken.has(`${id} ${occasionOf(definition, definition.repeat.date)}`)) await reopen(record);
    }
  }

  /** Another time zone or location moves the times that are to come, and a device that was deleted may be back. */
  #checkPlaces(): void {
    const since = this.#deps.clock.now() - checkEveryMs;
    for (const record of this.#deps.listAutomations()) {
      if (!record.enabled || record.definition.kind !== 'timer') continue;
      const known = this.#armed.get(record.id)?.place;
      const place = this.#placeOf(record);
      if (place ? !(known && isSamePlace(place, known)) : known) this.#arm(record, since);
    }
  }

  #wake(id: number): void {
    const record = this.#deps.findAutomation(id);
    const armed = this.#armed.get(id);
    if (!record || !armed) return;
    const now = this.#deps.clock.now();
    this.#latestAt = Math.max(this.#latestAt, now);
    this.#deps.queue
      .run(record.deviceId, () => this.#runDue(record, armed, now))
      .then(
        () => {
          if (this.#armed.get(id) === armed) this.#arm(record, now);
        },
        (err: unknown) => {
          this.#failed(id, err, 'A timer could not run; it is tried again');
          if (this.#armed.get(id) === armed) this.#wakeUps.set(id, this.#deps.clock.now() + retryMs);
        },
      );
  }

  #failed(id: number, err: unknown, message: string): void {
    this.#log('warn', message, { err, automation: id }, String(id));
  }

  /** Usually one time; several after the clock jumped or the server was away. */
  async #runDue(record: AutomationRecord, { since }: Armed, now: number): Promise<void> {
    const { definition } = record;
    const place = this.#placeOf(record);
    if (definition.kind !== 'timer' || !place || !this.#deps.mayRun(record)) return;
    const from = Math.max(since, now - catchUpMs);
    for (const due of duesBetween(definition, place, [from, now])) await this.#run(record, { due, now });
  }

  async #run(record: AutomationRecord, { due, now }: { due: Due; now: number }): Promise<void> {
    const definition = record.definition as TimerDefinition;
    const skip = due.skip ?? (isLate(due.at, now) ? missed(now - due.at) : null);
    const { at: time, repeat, whileRunning } = definition;
    const lateMs = skip !== null || now - due.at < 2_000 ? null : now - due.at;
    const run: NewRun = {
      automationId: record.id,
      phase: 'start',
      dueAt: due.at,
      at: now,
      outcome: skip === null ? 'sent' : 'skipped',
      ...whyOf([{ code: 'due', at: time, repeat, lateMs }]),
      ...resultOf(skip === null ? [] : [skip]),
      occasion: occasionOf(definition, due.date),
    };
    const steps = plannedSteps(definition, { automationId: record.id, phase: 'start', at: now, why: run.whyReport });
    const claimed = await this.#deps.runs.claimTime(run, { steps, whileRunning });
    if (claimed?.outcome === 'sent') await this.#deps.execute(claimed, record);
    else if (claimed) this.#deps.announce(record);
    if (steps.length > 0) this.#deps.stepsPlanned();
    if (definition.repeat.type === 'once') await this.#deps.finish(record);
  }
}

const isTimer = (record: AutomationRecord): record is AutomationRecord & { readonly definition: TimerDefinition } =>
  record.definition.kind === 'timer';

const isSamePlace = (a: TimerPlace, b: TimerPlace): boolean =>
  a.zone === b.zone && a.location?.latitude === b.location?.latitude && a.location?.longitude === b.location?.longitude;
