import { conditionsOf, isValueCondition, type RuleCondition, type RuleDefinition, stepsOf } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { ReceivedPoint } from '../../telemetry/ingest/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import type { NewRun, RunRow } from '../runs/index.ts';
import { plannedSteps, resultOf, valueIn, whyOf } from '../runs/index.ts';
import { WakeUps } from '../timers/index.ts';
import type { ConditionSources } from './condition-sources.ts';
import { numberOf } from './reading.ts';
import { RuleMachine, type RuleMove, type RuleProgress } from './rule-machine.ts';
import type { RuleProgressRepository, StoredHoldsSince, StoredProgress } from './rule-progress.repository.ts';
import { type AlertUpdate, AlertWatch } from './watches/alert-watch.ts';
import { DevicesWatch } from './watches/devices-watch.ts';
import { ValueWatch } from './watches/value-watch.ts';

const retryMs = 2_000;
/** Devices of an account that come and go together are looked at together. */
const applyAfterMs = 1_000;
/** A clock that goes back by more was set. */
const clockStepMs = 5_000;
const idle: RuleProgress = { active: false, holdsSince: null, revertAt: null };

interface RuleRunnerDeps {
  readonly repository: RuleProgressRepository;
  readonly sources: ConditionSources;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: FairQueue<number>;
  /** False when its board runs it, or its account may not be used. */
  mayRun(record: AutomationRecord): boolean;
  findDevice(id: number): DeviceRecord | undefined;
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
  /** The alert rules that it reads. */
  readonly ruleIds: ReadonlySet<number>;
  /** While a step waits for its turn or is written down no other is taken. */
  isBusy: boolean;
  /** Not before this instant, because the database did not respond. */
  notBefore: number;
  savedHoldsSince: number | null;
}

/** Follows the rules that run on the server: what boards send, and what time brings about. */
export class RuleRunner {
  readonly #deps: RuleRunnerDeps;
  /** For what fails at each try while the database is away. */
  readonly #log: QuietLog;
  readonly #wakeUps: WakeUps;
  readonly #byId = new Map<number, Followed>();
  /** Who reads a board; a message of a board that no rule reads costs one look into this map. */
  readonly #byEspid = new Map<string, Set<Followed>>();
  /** Rules that restart as soon as that is written down. */
  readonly #resets = new Map<number, { record: AutomationRecord; keepsLimit: boolean }>();
  #startedAt: number;
  #lastNow: number;
  readonly #changedAccounts = new Set<number>();
  #applyTimer: NodeJS.Timeout | undefined;

  constructor(deps: RuleRunnerDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    this.#startedAt = deps.clock.now();
    this.#lastNow = this.#startedAt;
    this.#wakeUps = new WakeUps(deps.clock, (id) => this.#wake(id));
  }

  stop(): void {
    this.#wakeUps.stop();
    clearTimeout(this.#applyTimer);
    this.#byId.clear();
    this.#byEspid.clear();
  }

  /** Takes a point of a board; never throws and never waits. */
  observe({ espid, accountId, point }: ReceivedPoint): void {
    const readers = this.#byEspid.get(espid);
    if (readers === undefined) return;
    const reading = { at: Math.min(point.at, this.#now()), values: point.values };
    for (const followed of readers) {
      if (followed.accountId !== accountId) continue;
      if (this.#take(followed, espid, reading)) this.#evaluate(followed);
    }
  }

  #take({ conditions, machine }: Followed, espid: string, { at, values }: ReceivedPoint['point']): boolean {
    let isNew = false;
    for (const [index, condition] of conditions.entries()) {
      if (condition.kind === 'alert' || (isValueCondition(condition) && condition.espid !== espid)) continue;
      const value = Object.hasOwn(values, condition.key) ? values[condition.key] : undefined;
      if (value === undefined) continue;
      const watch = machine.joined.watches[index];
      if (watch instanceof ValueWatch) watch.observe({ value: numberOf(value), at });
      else if (watch instanceof DevicesWatch) watch.observe(espid, { value: numberOf(value), at });
      isNew = true;
    }
    return isNew;
  }

  /** Follows a rule from the state in its record; one that is switched off only until its limit has ended. */
  follow(record: AutomationRecord): void {
    const before = this.#byId.get(record.id);
    this.forget(record.id);
    const device = this.#deps.findDevice(record.deviceId);
    if (record.definition.kind !== 'rule' || !device || !mayStep(record)) return;
    const { accountId } = device;
    const { sources } = this.#deps;
    const zone = sources.zoneOf(device);
    const { active, holdsSince, revertAt } = record;
    const surroundings = sources.surroundingsOf(device, { startedAt: this.#startedAt, writtenAt: record.updatedAt });
    const machine = new RuleMachine(record.definition, surroundings, { active, holdsSince, revertAt });
    const rule = record.definition;
    const conditions = conditionsOf(rule);
    const ruleIds = new Set(conditions.flatMap((one) => (one.kind === 'alert' ? [one.ruleId] : [])));
    const savedHoldsSince = before ? before.savedHoldsSince : holdsSince;
    const more = { ruleIds, isBusy: false, notBefore: 0, savedHoldsSince };
    const followed: Followed = { record, rule, conditions, accountId, zone, machine, ...more };
    this.#byId.set(record.id, followed);
    machine.joined.seed(sources.valuesOf(accountId));
    for (const espid of readEspids(followed)) this.#read(followed, espid);
    void this.#learnAlerts(followed);
    this.#evaluate(followed);
  }

  /** Devices of the account came, went, or got other tags and groups. */
  devicesChanged(accountId: number): void {
    this.#changedAccounts.add(accountId);
    this.#applyTimer ??= serverTimer(() => {
      this.#applyTimer = undefined;
      const changed = new Set(this.#changedAccounts);
      this.#changedAccounts.clear();
      for (const followed of this.#byId.values()) {
        if (changed.has(followed.accountId) && this.#setDevices(followed)) this.#evaluate(followed);
      }
    }, applyAfterMs);
  }

  /** Something became of an alert of the account. */
  alertChanged(accountId: number, update: AlertUpdate): void {
    for (const followed of this.#byId.values()) {
      if (followed.accountId !== accountId || !followed.ruleIds.has(update.ruleId)) continue;
      for (const watch of followed.machine.joined.watches) if (watch instanceof AlertWatch) watch.observe(update);
      this.#evaluate(followed);
    }
  }

  #read(followed: Followed, espid: string): void {
    const readers = this.#byEspid.get(espid) ?? new Set();
    this.#byEspid.set(espid, readers.add(followed));
  }

  #drop(followed: Followed, espid: string): void {
    const readers = this.#byEspid.get(espid);
    readers?.delete(followed);
    if (readers?.size === 0) this.#byEspid.delete(espid);
  }

  /** Follows the devices that conditions on several are about now. Returns whether there are such conditions. */
  #setDevices(followed: Followed): boolean {
    const { machine, accountId } = followed;
    const watches = machine.joined.watches.filter((watch) => watch instanceof DevicesWatch);
    const before = watches.flatMap(({ espids }) => espids);
    const { espidsIn, reading } = this.#deps.sources.valuesOf(accountId);
    for (const watch of watches) watch.setDevices(espidsIn(watch.condition.scope), reading);
    const now = readEspids(followed);
    for (const espid of before) if (!now.has(espid)) this.#drop(followed, espid);
    for (const espid of now) this.#read(followed, espid);
    return watches.length > 0;
  }

  /** What became of alerts so far; as long as the database does not respond it is not known, and requested again. */
  async #learnAlerts(followed: Followed): Promise<void> {
    const watches = followed.machine.joined.watches.filter((watch) => watch instanceof AlertWatch);
    if (watches.every(({ isKnown }) => isKnown)) return;
    try {
      const { accountId, ruleIds } = followed;
      const facts = await this.#deps.sources.alertsOf(accountId, [...ruleIds]);
      for (const watch of watches) {
        for (const fact of facts) watch.observe(fact);
        watch.known();
      }
      if (this.#byId.get(followed.record.id) === followed) this.#evaluate(followed);
    } catch (err) {
      this.#failed(followed.record.id, err, 'Alerts of a rule were not read; it is tried again');
    }
  }

  /** Begins a rule again, because it was changed or switched on or off; `keepsLimit`: what it began still ends on time. */
  restart(record: AutomationRecord, keepsLimit: boolean): void {
    this.forget(record.id);
    Object.assign(record, idle);
    this.#resets.set(record.id, { record, keepsLimit });
    const { definition } = record;
    const limit = keepsLimit && definition.kind === 'rule' ? definition.limit : null;
    const latestRevertAt = limit && this.#now() + limit.seconds * 1_000;
    this.#deps.repository.resetProgress(record.id, { latestRevertAt }).then(
      (revertAt) => {
        // It may have been removed or changed again in the meantime.
        if (this.#resets.get(record.id)?.record !== record) return;
        this.#resets.delete(record.id);
        record.revertAt = revertAt;
        this.follow(record);
      },
      (err: unknown) => {
        this.#failed(record.id, err, 'A changed rule could not be restarted; retrying');
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
    for (const espid of readEspids(followed)) this.#drop(followed, espid);
  }

  /** How far a rule is; undefined when it is not followed. Its record has only what is written down at each step. */
  progressOf(id: number): RuleProgress | undefined {
    return this.#byId.get(id)?.machine.progress;
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
  listUnsaved(): StoredHoldsSince[] {
    const changed = [];
    for (const followed of this.#byId.values()) {
      const { holdsSince } = followed.machine.progress;
      if (followed.isBusy || followed.rule.forSeconds === 0 || holdsSince === followed.savedHoldsSince) continue;
      changed.push({ id: followed.record.id, updatedAt: followed.record.updatedAt, holdsSince });
    }
    return changed;
  }

  /** What `listUnsaved` returned is written down. */
  saved(written: readonly StoredHoldsSince[]): void {
    for (const { id, updatedAt, holdsSince } of written) {
      const followed = this.#byId.get(id);
      if (followed?.record.updatedAt === updatedAt) followed.savedHoldsSince = holdsSince;
    }
  }

  /** Follows what is not followed yet, because its device was deleted and is back, and the clock of another time zone. */
  inspect(records: readonly AutomationRecord[]): void {
    this.#now();
    for (const record of records) {
      if (record.definition.kind !== 'rule' || !mayStep(record) || this.#resets.has(record.id)) continue;
      const followed = this.#byId.get(record.id);
      if (followed) void this.#learnAlerts(followed);
      if (followed?.isBusy || followed?.zone === this.#zoneOf(record)) continue;
      if (followed) Object.assign(record, followed.machine.progress);
      this.follow(record);
    }
  }

  #zoneOf({ deviceId }: AutomationRecord): string | undefined {
    const device = this.#deps.findDevice(deviceId);
    return device && this.#deps.sources.zoneOf(device);
  }

  /** The present instant. When the clock was set back, what lasts continues from there. */
  #now(): number {
    const now = this.#deps.clock.now();
    const movedMs = now - this.#lastNow;
    this.#lastNow = now;
    if (movedMs < -clockStepMs) this.#clockSetBack(movedMs, now);
    return now;
  }

  #clockSetBack(ms: number, now: number): void {
    this.#startedAt += ms;
    for (const followed of this.#byId.values()) {
      followed.machine.moveClock(ms, now);
      followed.notBefore = 0;
      this.#evaluate(followed);
    }
  }

  #wake(id: number): void {
    const [followed, changed] = [this.#byId.get(id), this.#resets.get(id)];
    if (followed) this.#evaluate(followed);
    else if (changed) this.restart(changed.record, changed.keepsLimit);
  }

  #evaluate(followed: Followed): void {
    const now = this.#now();
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
    // A limit ends what was begun here, also when the rule is switched off or runs on the board by now.
    if (machine.isLimitDue(now)) return machine.decide(now);
    // What alerts came to is about to be read: until then nothing ceased either.
    const isKnown = machine.joined.watches.every((watch) => !(watch instanceof AlertWatch) || watch.isKnown);
    return isKnown && record.enabled && this.#deps.mayRun(record) ? machine.decide(now) : null;
  }

  /** What the rule reads may be something else by now, and so may the rule. */
  async #runNext(followed: Followed): Promise<void> {
    const now = this.#now();
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
      this.#failed(record.id, err, 'A step of a rule failed; it is tried again');
      followed.notBefore = this.#deps.clock.now() + retryMs;
      this.#wakeUps.atLatest(record.id, followed.notBefore);
    }
  }

  #failed(id: number, err: unknown, message: string): void {
    this.#log('warn', message, { err, automation: id }, String(id));
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

/** The devices whose values a rule gets. */
const readEspids = ({ conditions, machine }: Followed): Set<string> =>
  new Set([
    ...conditions.flatMap((condition) => (isValueCondition(condition) ? [condition.espid] : [])),
    ...machine.joined.watches.flatMap((watch) => (watch instanceof DevicesWatch ? watch.espids : [])),
  ]);

/** One that is switched off may still have to end what it began. */
const mayStep = ({ enabled, revertAt }: AutomationRecord): boolean => enabled || revertAt !== null;

/** What follows on a step; null: nothing that takes the place of what still waits. */
function stepsAfter({ id, definition }: AutomationRecord, { phase, why, cause }: RuleMove, at: number) {
  if (definition.kind !== 'rule' || (phase !== 'start' && phase !== 'back')) return null;
  const steps = plannedSteps(definition, { automationId: id, phase, at, why, cause });
  // Also where the limit has done already what is done at the end: what waits belongs to conditions that have ceased.
  return phase === 'start' || definition.back !== null || steps.length > 0 ? steps : null;
}

/** What is written of a step; a rule that merely came to rest leaves no line. */
function runOf({ id }: AutomationRecord, { phase, isAction, dueAt, why, cause }: RuleMove, at: number): NewRun | null {
  const known = { automationId: id, dueAt, at, ...whyOf(why), cause };
  if (phase === 'pause') return { ...known, phase: 'start', outcome: 'skipped', ...resultOf([{ code: 'not_sent' }]) };
  return isAction ? { ...known, phase, outcome: 'sent', result: '' } : null;
}
