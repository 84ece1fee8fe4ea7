import { conditionsOfStep, type RunReport } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { type AutomationRecord, isSwitch } from '../definitions/index.ts';
import type { ConditionSources } from '../rules/index.ts';
import { isEnding, plannedSteps, type RunRow, type RunsRepository, resultOf, whyOf } from '../runs/index.ts';
import { isLate, missed, WakeUps } from '../timers/index.ts';

/** What comes later than this is found by one of the next checks. */
const aheadMs = 60_000;
/** A clock that goes back by more was set. */
const clockStepMs = 5_000;

interface StepRunnerDeps {
  readonly repository: Pick<RunsRepository, 'moveWaiting' | 'listWaiting' | 'takeTurn' | 'listQueued' | 'takeQueued'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: FairQueue<number>;
  readonly sources: Pick<ConditionSources, 'evaluate'>;
  findAutomation(id: number): AutomationRecord | undefined;
  findDevice(id: number): DeviceRecord | undefined;
  /** Whether the account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
  execute(run: RunRow, record: AutomationRecord): Promise<void>;
  /** A start that was queued has begun the time limit of its rule. */
  limitBegun(record: AutomationRecord): Promise<void>;
  announce(record: AutomationRecord): void;
}

/** Does the steps that follow on the first action of automations, each at its turn and once in the whole installation. */
export class StepRunner {
  readonly #deps: StepRunnerDeps;
  /** For what fails at each check while the database is away. */
  readonly #log: QuietLog;
  readonly #checking = new SharedRun(() => this.#checkOnce());
  readonly #wakeUps: WakeUps;
  /** Null before the first check. */
  #checkedAt: number | null = null;

  constructor(deps: StepRunnerDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    this.#wakeUps = new WakeUps(deps.clock, () => void this.check());
  }

  /** Does what is due, and is woken for what comes next. Never throws: it is checked again every 5 s. */
  async check(): Promise<void> {
    await this.#checking.runAgain().catch((err: unknown) => {
      this.#log('warn', 'Steps of automations could not be done; they are tried again', { err }, 'steps');
    });
  }

  async stop(): Promise<void> {
    this.#wakeUps.stop();
    await this.#checking.settled();
  }

  async #checkOnce(): Promise<void> {
    const { repository, clock } = this.#deps;
    await this.#followClock();
    for (let begun = 1; begun > 0; ) {
      const now = clock.now();
      const rows = await repository.listWaiting(now + aheadMs);
      for (const { dueAt } of rows) if (dueAt > now) this.#wakeUps.atLatest(0, dueAt);
      const due = rows.filter(({ dueAt }) => dueAt <= now);
      await this.#take(due, (row, record, device) => this.#takeOne(row, record, device));
      // What follows on a queued start may be due at once.
      begun = await this.#take(await repository.listQueued(), (row, record) => this.#begin(row, record));
    }
  }

  /** What waits does so no longer than it was to when the clock is set back, also while no server runs. */
  async #followClock(): Promise<void> {
    const now = this.#deps.clock.now();
    const backMs = this.#checkedAt === null ? 0 : this.#checkedAt - now;
    if (this.#checkedAt === null || backMs > clockStepMs) await this.#deps.repository.moveWaiting(now, backMs);
    this.#checkedAt = now;
  }

  /** Those of a device one after the other. Returns how many were taken. */
  async #take(
    rows: readonly RunRow[],
    take: (row: RunRow, record: AutomationRecord, device: DeviceRecord) => Promise<void>,
  ): Promise<number> {
    const { queue, findAutomation, findDevice, mayBeUsed } = this.#deps;
    const usable = rows.flatMap((row) => {
      const record = findAutomation(row.automationId);
      const device = record && findDevice(record.deviceId);
      return device && mayBeUsed(device.accountId) ? [{ row, record, device }] : [];
    });
    const byDevice = Map.groupBy(usable, ({ device }) => device.id);
    const takeAll = async (some: typeof usable) => {
      for (const { row, record, device } of some) await take(row, record, device);
    };
    await Promise.all(Array.from(byDevice, ([id, some]) => queue.run(id, () => takeAll(some))));
    return usable.length;
  }

  /** It is the turn of a start that was queued; it is done as it is defined by now. */
  async #begin(row: RunRow, record: AutomationRecord): Promise<void> {
    const { repository, clock, execute, limitBegun, announce } = this.#deps;
    const { definition, enabled } = record;
    const at = clock.now();
    const expectedAt = row.beganAt ?? at;
    const late = isLate(expectedAt, at) ? [missed(at - expectedAt)] : [];
    const skip: RunReport = enabled ? late : [{ code: 'switched_off' }];
    const isSkipped = skip.length > 0;
    const why: RunReport = [...row.whyReport, { code: 'waited', ms: at - row.at }];
    const limit = definition.kind === 'rule' ? definition.limit : null;
    const limitMs = limit && !isSkipped ? limit.seconds * 1_000 : null;
    const run = await repository.takeQueued(
      row,
      { at, ...whyOf(why), outcome: isSkipped ? 'skipped' : 'sent', ...resultOf(skip) },
      {
        steps: isSkipped
          ? []
          : plannedSteps(definition, { automationId: row.automationId, phase: 'start', at, why, cause: row.cause }),
        limitMs,
      },
    );
    if (run?.outcome === 'sent') await execute(run, record);
    else announce(record);
    if (run && limitMs !== null) await limitBegun(record);
  }

  async #takeOne(row: RunRow, record: AutomationRecord, device: DeviceRecord): Promise<void> {
    const { repository, clock, sources, execute, announce } = this.#deps;
    const at = clock.now();
    const skipped = (report: RunReport, leavesOut?: (later: RunRow) => boolean) =>
      repository.takeTurn(row, { at, outcome: 'skipped', ...resultOf(report) }, leavesOut && { leavesOut });
    if (isLate(row.dueAt, at) && !isDoneLate(row, record)) {
      const late = missed(at - row.dueAt);
      // What was to be done only if is not done unchecked.
      if (row.action?.kind === 'if')
        await skipped([late, { code: 'rest_left_out' }], (later) => !isDoneLate(later, record));
      else await skipped([late]);
    } else if (row.action?.kind === 'if') {
      const joined = conditionsOfStep(row.action);
      const { left, facts } = await sources.evaluate(joined, { device, writtenAt: record.updatedAt });
      const adds: RunReport = facts.length > 0 ? [{ code: 'continued', facts }] : [];
      if (left === null) await repository.takeTurn(row, null, { adds });
      else await skipped([...left, { code: 'rest_left_out' }], () => true);
    } else {
      const run = await repository.takeTurn(row, { at, outcome: 'sent', ...resultOf([]) });
      if (run) await execute(run, record);
      return;
    }
    announce(record);
  }
}

/** What ends what was begun is done however late; a message or a scene of its own is not. */
const isDoneLate = (row: RunRow, record: AutomationRecord): boolean =>
  row.action !== null && isSwitch(row.action) && isEnding(row, record);
