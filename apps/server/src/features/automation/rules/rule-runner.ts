import { conditionsOf, type DeviceVariable, type RuleCondition, type RuleDefinition, stepsOf } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { ReceivedPoint } from '../../telemetry/ingest/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import type { NewRun, RunRow } from '../runs/index.ts';
import { plannedSteps, valueIn } from '../runs/index.ts';
import { WakeUps } from '../timers/index.ts';
import { numberOf } from './reading.ts';
import { RuleMachine, type RuleMove, type RuleProgress } from './rule-machine.ts';
import type { RuleProgressRepository, StoredProgress } from './rule-progress.repository.ts';

const retryMs = 2_000;
const idle: RuleProgress = { active: false, holdsSince: null, revertAt: null };

interface RuleRunnerDeps {
  readonly repository: RuleProgressRepository;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: FairQueue<number>;
  /** False when its board runs it, or its account may not be used. */
  mayRun(record: AutomationRecord): boolean;
  findDevice(id: number): DeviceRecord | undefined;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
  timeZoneOf(device: DeviceRecord): string;
  execute(run: RunRow, record: AutomationRecord, value?: number | string): Promise<void>;
  announce(record: AutomationRecord): void;
  /** Steps that follow were written down. */
  stepsPlanned(): void;
}

/** A rule that is followed. */
interface Followed {
  readonly record: AutomationRecord;
  readonly rule: RuleDefinition;
  /** All of them, in the order in which the machine counts them. */
  readonly conditions: readonly RuleCondition[];
  readonly accountId: number;
  readonly zone: string;
  readonly machine: RuleMachine;
  /** While a step waits for its turn or is written down no other is taken. */
  isBusy: boolean;
  /** Not before this instant, because the database did not respond. */
  notBefore: number;
  savedHoldsSince: number | null;
}

/** Follows the rules that run on the server: what boards send, and what time brings about. */
export class RuleRunner {
  readonly #deps: RuleRunnerDeps;
  readonly #wakeUps: WakeUps;
  readonly #byId = new Map<number, Followed>();
  /** Who reads a board; a message of a board that no rule reads costs one look into this map. */
  readonly #byEspid = new Map<string, Set<Followed>>();
  /** Rules that restart as soon as that is written down. */
  readonly #resets = new Map<number, { record: AutomationRecord; keepsLimit: boolean }>();
  readonly #startedAt: number;

  constructor(deps: RuleRunnerDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#wakeUps = new WakeUps(deps.clock, (id) => this.#wake(id));
  }

  stop(): void {
    this.#wakeUps.stop();
    this.#byId.clear();
    this.#byEspid.clear();
  }

  /** Takes a point of a board; never throws and never waits. */
  observe({ espid, accountId, point }: ReceivedPoint): void {
    const readers = this.#byEspid.get(espid);
    if (readers === undefined) return;
    for (const followed of readers) {
      if (followed.accountId !== accountId) continue;
      if (this.#take(followed, espid, point)) this.#evaluate(followed);
    }
  }

  #take({ conditions, machine }: Followed, espid: string, { at, values }: ReceivedPoint['point']): boolean {
    let isNew = false;
    for (const [index, condition] of conditions.entries()) {
      const value = condition.espid === espid ? values[condition.key] : undefined;
      if (value === undefined || !Object.hasOwn(values, condition.key)) continue;
      machine.observe(index, { value: numberOf(value), at: Math.min(at, this.#deps.clock.now()) });
      isNew = true;
    }
    return isNew;
  }

  /** Follows a rule from the state in its record; one that is switched off only until its limit has ended. */
  follow(record: AutomationRecord): void {
    this.forget(record.id);
    const device = this.#deps.findDevice(record.deviceId);
    if (record.definition.kind !== 'rule' || !device || !mayStep(record)) return;
    const { accountId } = device;
    const zone = this.#deps.timeZoneOf(device);
    const label = (condition: RuleCondition) => this.#label(condition, device);
    const { active, holdsSince, revertAt } = record;
    const unit = (condition: RuleCondition) => this.#variable(accountId, condition)?.unit ?? '';
    const surroundings = { zone, startedAt: this.#startedAt, label, unit };
    const machine = new RuleMachine(record.definition, surroundings, { active, holdsSince, revertAt });
    const rule = record.definition;
    const conditions = conditionsOf(rule);
    const more = { isBusy: false, notBefore: 0, savedHoldsSince: holdsSince };
    const followed: Followed = { record, rule, conditions, accountId, zone, machine, ...more };
    this.#byId.set(record.id, followed);
    for (const { espid } of conditions) {
      const readers = this.#byEspid.get(espid) ?? new Set();
      this.#byEspid.set(espid, readers.add(followed));
    }
    this.#seed(followed);
    this.#evaluate(followed);
  }

  /** Begins a rule again, because it was changed or switched on or off; `keepsLimit`: what it began still ends on time. */
  restart(record: AutomationRecord, keepsLimit: boolean): void {
    this.forget(record.id);
    Object.assign(record, idle);
    this.#resets.set(record.id, { record, keepsLimit });
    this.#deps.repository.resetProgress(record.id, { keepsLimit }).then(
      (revertAt) => {
        // It may have been removed or changed again in the meantime.
        if (this.#resets.get(record.id)?.record !== record) return;
        this.#resets.delete(record.id);
        record.revertAt = revertAt;
        this.follow(record);
      },
      (err: unknown) => {
        this.#deps.log.warn({ err, automation: record.id }, 'A changed rule could not be restarted; retrying');
        this.#wakeUps.set(record.id, this.#deps.clock.now() + retryMs);
      },
    );
  }

  forget(id: number): void {
    this.#resets.delete(id);
    this.#wakeUps.set(id, null);
    const followed = this.#byId.get(id);
    if (!followed) return;
    this.#byId.delete(id);
    for (const { espid } of followed.conditions) {
      const readers = this.#byEspid.get(espid);
      readers?.delete(followed);
      if (readers?.size === 0) this.#byEspid.delete(espid);
    }
  }

  /** Continues from what another server did. */
  adopt(stored: StoredProgress): void {
    const followed = this.#byId.get(stored.id);
    if (!followed || followed.isBusy || followed.record.updatedAt !== stored.updatedAt) return;
    const { active, revertAt } = followed.machine.progress;
    if (active === stored.active && revertAt === stored.revertAt) return;
    this.#stands(followed, { active: stored.active, holdsSince: stored.holdsSince, revertAt: stored.revertAt });
    this.#evaluate(followed);
  }

  /** Rules whose conditions hold since another instant than is written down. */
  takeUnsaved(): { id: number; updatedAt: number; holdsSince: number | null }[] {
    const changed = [];
    for (const followed of this.#byId.values()) {
      const { holdsSince } = followed.machine.progress;
      if (followed.isBusy || followed.rule.forSeconds === 0 || holdsSince === followed.savedHoldsSince) continue;
      followed.savedHoldsSince = holdsSince;
      changed.push({ id: followed.record.id, updatedAt: followed.record.updatedAt, holdsSince });
    }
    return changed;
  }

  /** Follows what is not followed yet, because its device was deleted and is back, and the clock of another time zone. */
  inspect(records: readonly AutomationRecord[]): void {
    for (const record of records) {
      if (record.definition.kind !== 'rule' || !mayStep(record) || this.#resets.has(record.id)) continue;
      const followed = this.#byId.get(record.id);
      if (followed?.isBusy || followed?.zone === this.#zoneOf(record)) continue;
      if (followed) Object.assign(record, followed.machine.progress);
      this.follow(record);
    }
  }

  #zoneOf({ deviceId }: AutomationRecord): string | undefined {
    const device = this.#deps.findDevice(deviceId);
    return device && this.#deps.timeZoneOf(device);
  }

  #label(condition: RuleCondition, device: DeviceRecord): string {
    const { espid, key } = condition;
    const label = this.#variable(device.accountId, condition)?.label ?? key;
    if (espid === device.espid) return label;
    return `${label} of ${this.#deps.findOwned(device.accountId, espid)?.name ?? espid}`;
  }

  /** What the boards sent last counts, as long as it is fresh. */
  #seed({ conditions, machine, accountId }: Followed): void {
    const now = this.#deps.clock.now();
    for (const [index, condition] of conditions.entries()) {
      const known = this.#variable(accountId, condition);
      if (!known || known.value === null || known.at === null) continue;
      // Of messages that come at once each gets a millisecond of its own, ahead of the clock: what comes next must not be older.
      const at = Math.min(known.at, now);
      machine.observe(index, { value: numberOf(known.value), at, intervalMs: known.intervalMs });
    }
  }

  #variable(accountId: number, { espid, key }: RuleCondition): DeviceVariable | undefined {
    const device = this.#deps.findOwned(accountId, espid);
    return device && this.#deps.telemetry.variables(device.id).find((variable) => variable.key === key);
  }

  #wake(id: number): void {
    const [followed, changed] = [this.#byId.get(id), this.#resets.get(id)];
    if (followed) this.#evaluate(followed);
    else if (changed) this.restart(changed.record, changed.keepsLimit);
  }

  #evaluate(followed: Followed): void {
    const now = this.#deps.clock.now();
    if (followed.isBusy || now < followed.notBefore) return;
    const { machine, record } = followed;
    if (this.#dueMove(followed, now)) {
      followed.isBusy = true;
      void this.#deps.queue.run(record.deviceId, () => this.#runNext(followed));
    } else {
      const wakeAt = machine.wakeAt(now);
      if (wakeAt !== null) this.#wakeUps.atLatest(record.id, wakeAt);
    }
  }

  #dueMove({ machine, record }: Followed, now: number): RuleMove | null {
    const { revertAt } = machine.progress;
    // A limit ends what was begun here, also when the rule is switched off or runs on the board by now.
    const isLimitDue = revertAt !== null && now >= revertAt;
    return isLimitDue || (record.enabled && this.#deps.mayRun(record)) ? machine.decide(now) : null;
  }

  /** What the rule reads may be something else by now, and so may the rule. */
  async #runNext(followed: Followed): Promise<void> {
    const now = this.#deps.clock.now();
    const isFollowed = () => this.#byId.get(followed.record.id) === followed;
    const move = isFollowed() ? this.#dueMove(followed, now) : null;
    if (move) await this.#step(followed, move, now);
    followed.isBusy = false;
    if (isFollowed()) this.#evaluate(followed);
  }

  async #step(followed: Followed, move: RuleMove, now: number): Promise<void> {
    const { machine, record } = followed;
    try {
      const taken = await this.#deps.repository.takeStep({
        record,
        before: machine.progress,
        after: move.next,
        run: runOf(record, move, now),
        steps: stepsAfter(record, move, now),
      });
      if (taken === undefined) await this.#catchUp(followed);
      else {
        const { run, after } = taken;
        machine.take(move, now);
        this.#stands(followed, after);
        const phase = move.phase === 'pause' ? 'start' : move.phase;
        if (run?.outcome === 'sent') await this.#deps.execute(run, record, valueIn(record, phase));
        else this.#deps.announce(record);
        if (stepsOf(record.definition).length > 0) this.#deps.stepsPlanned();
      }
    } catch (err) {
      this.#deps.log.warn({ err, automation: record.id }, 'A step of a rule failed; it is tried again');
      followed.notBefore = this.#deps.clock.now() + retryMs;
      this.#wakeUps.atLatest(record.id, followed.notBefore);
    }
  }

  /** Another server was faster, or the rule was changed meanwhile. */
  async #catchUp(followed: Followed): Promise<void> {
    const stored = await this.#deps.repository.findProgress(followed.record.id);
    // The rule was changed here, so something newer is followed in its place.
    if (this.#byId.get(followed.record.id) !== followed) return;
    if (!stored || stored.updatedAt !== followed.record.updatedAt) this.forget(followed.record.id);
    else this.#stands(followed, { active: stored.active, holdsSince: stored.holdsSince, revertAt: stored.revertAt });
  }

  /** The record is what the API shows. */
  #stands(followed: Followed, progress: RuleProgress): void {
    followed.machine.adopt(progress);
    followed.savedHoldsSince = progress.holdsSince;
    Object.assign(followed.record, progress);
  }
}

/** One that is switched off may still have to end what it began. */
const mayStep = ({ enabled, revertAt }: AutomationRecord): boolean => enabled || revertAt !== null;

/** What follows on a step; null: nothing that takes the place of what still waits. */
function stepsAfter({ id, definition }: AutomationRecord, { phase, isAction, why }: RuleMove, at: number) {
  if (definition.kind !== 'rule' || (phase !== 'start' && phase !== 'back')) return null;
  const steps = plannedSteps(definition, { automationId: id, phase, at, why });
  return phase === 'start' || isAction || steps.length > 0 ? steps : null;
}

/** What is written of a step; a rule that merely came to rest leaves no line. */
function runOf({ id }: AutomationRecord, { phase, isAction, dueAt, why }: RuleMove, at: number): NewRun | null {
  const known = { automationId: id, dueAt, at, why };
  if (phase === 'pause') return { ...known, phase: 'start', outcome: 'skipped', result: 'Not sent.' };
  return isAction ? { ...known, phase, outcome: 'sent', result: '' } : null;
}
