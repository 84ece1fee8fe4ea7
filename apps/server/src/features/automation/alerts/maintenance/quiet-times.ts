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
  async changed(accountId: number): Promise<void> {
    const { repository, clock } = this.#deps;
    await this.#begin();
    this.#publish(await repository.resume(clock.now(), accountId));
  }

  async #follow(): Promise<void> {
    const { repository, clock, log, mayRemoveByAge } = this.#deps;
    try {
      if (!(await repository.isDue(clock.now()))) return;
      await this.#begin();
      if (mayRemoveByAge()) await this.#endOver();
      this.#publish(await repository.resume(clock.now()));
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

  async #begin(): Promise<void> {
    const { repository, bus, clock } = this.#deps;
    const { changes, accountIds } = await repository.begin(clock.now());
    this.#publish(changes);
    for (const accountId of accountIds) bus.publish(maintenanceChanged, { accountId });
  }

  #publish(changes: readonly AlertChange[]): void {
    for (const change of changes) this.#deps.bus.publish(alertChanged, change);
  }
}
