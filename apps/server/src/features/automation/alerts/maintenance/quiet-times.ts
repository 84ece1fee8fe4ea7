import { Temporal } from 'temporal-polyfill';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { SharedRun } from '../../../../platform/shared-run.ts';
import { type AlertChange, alertChanged, maintenanceChanged } from '../alerts.events.ts';
import type { MaintenanceRepository, MaintenanceRow } from './maintenance.repository.ts';
import type { QuietTimesRepository } from './quiet-times.repository.ts';

const everyMs = 5_000;

interface QuietTimesDeps {
  readonly repository: QuietTimesRepository;
  readonly maintenance: Pick<MaintenanceRepository, 'listOver' | 'move' | 'remove'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  /** False: the clock may be wrong. */
  mayRemoveByAge(): boolean;
  timeZoneOf(accountId: number): string;
}

type WeeklyTimes = Pick<MaintenanceRow, 'accountId' | 'from' | 'until' | 'firstFrom' | 'firstUntil'>;

/** Snoozes and maintenance begin and end: alerts notify nobody meanwhile, and those that are still active do when it is over. */
export class QuietTimes {
  readonly #deps: QuietTimesDeps;
  readonly #running = new SharedRun(() => this.#follow());
  #timer: NodeJS.Timeout | undefined;
  /** Accounts whose devices changed, and those that had changed by the check before. */
  #changed = new Set<number>();
  #changedBefore = new Set<number>();

  constructor(deps: QuietTimesDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#running.run(), everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running.settled();
  }

  /** Somebody snoozed a rule: its open alerts are quiet too. */
  async ruleMuted(ruleId: number, byId: number): Promise<void> {
    this.#publish(await this.#deps.repository.ruleMuted(ruleId, byId, this.#deps.clock.now()));
  }

  /** A reason to be quiet changed: what began is taken, and what has no reason any more notifies people again. */
  changed(accountId: number): Promise<void> {
    return this.#allChanged([accountId]);
  }

  /** Devices of the account came, went, or changed: some seconds later what is in maintenance by that is quiet, and what is not is not. */
  devicesChanged(accountId: number): void {
    this.#changed.add(accountId);
  }

  async #follow(): Promise<void> {
    const { repository, clock, log, mayRemoveByAge } = this.#deps;
    try {
      if (await repository.isDue(clock.now())) {
        await this.#begin([]);
        if (mayRemoveByAge()) await this.#endOver();
        this.#publish(await repository.resume(clock.now()));
      }
      // By a wrong clock everything seems to be over, or not to have begun.
      if (!mayRemoveByAge()) return;
      if (this.#changedBefore.size > 0) await this.#allChanged([...this.#changedBefore]);
      // One check later a rule that is not for a device any more has ended its alert, which would notify people first.
      this.#changedBefore = this.#changed;
      this.#changed = new Set();
    } catch (err) {
      log.debug({ err }, 'It could not be checked which alerts are quiet; it is tried again');
    }
  }

  async #endOver(): Promise<void> {
    const { maintenance, bus, clock } = this.#deps;
    for (const row of await maintenance.listOver(clock.now())) {
      if (row.weekly) await maintenance.move(row, this.weekAfter(row));
      else await maintenance.remove(row.id);
      bus.publish(maintenanceChanged, { accountId: row.accountId });
    }
  }

  /** The next week of a maintenance whose end is not over, at the hours of its first one on its owner's clock. */
  weekAfter({ accountId, from, until, firstFrom, firstUntil }: WeeklyTimes): Omit<WeeklyTimes, 'accountId'> {
    const { clock, timeZoneOf } = this.#deps;
    const zone = timeZoneOf(accountId);
    const first = { firstFrom: firstFrom ?? from, firstUntil: firstUntil ?? until };
    const at = (instant: number, weeks: number) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).add({ weeks }).epochMilliseconds;
    let weeks = 1;
    while (at(first.firstUntil, weeks) <= Math.max(clock.now(), until)) weeks += 1;
    return { from: at(first.firstFrom, weeks), until: at(first.firstUntil, weeks), ...first };
  }

  async #allChanged(accountIds: readonly number[]): Promise<void> {
    const { repository, clock } = this.#deps;
    await this.#begin(accountIds);
    this.#publish(await repository.resume(clock.now(), accountIds));
  }

  async #begin(changed: readonly number[]): Promise<void> {
    const { repository, bus, clock } = this.#deps;
    const { changes, begun } = await repository.begin(clock.now(), changed);
    this.#publish(changes);
    for (const accountId of begun) bus.publish(maintenanceChanged, { accountId });
  }

  #publish(changes: readonly AlertChange[]): void {
    for (const change of changes) this.#deps.bus.publish(alertChanged, change);
  }
}
