import { isDeepStrictEqual } from 'node:util';
import type { AlertReport } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { serverTimer } from '../../../../platform/server-timer.ts';
import { SharedRun } from '../../../../platform/shared-run.ts';
import type { DeviceRecord, Devices } from '../../../boards/devices/index.ts';
import type { ReceivedPoint } from '../../../telemetry/ingest/index.ts';
import type { Telemetry } from '../../../telemetry/telemetry/index.ts';
import { numberOf } from '../../rules/index.ts';
import { WakeUps } from '../../timers/index.ts';
import type { AlertRuleDirectory } from '../alert-rule-directory.ts';
import type { AlertRuleRecord } from '../alert-rules.repository.ts';
import { devicesInScope } from '../alert-scope.ts';
import type { AlertMove } from '../machines/alert-machine.ts';
import { createMachine, unknownBefore } from '../machines/create-machine.ts';
import { FailureDetector } from '../machines/failure-detector.ts';
import { LimitDetector } from '../machines/limit-detector.ts';
import { SilenceDetector, type UsualInterval } from '../machines/silence-detector.ts';
import type { AlertStepsRepository, OpenAlert } from './alert-steps.repository.ts';
import { AlertWriter } from './alert-writer.ts';
import { type EndReason, type Followed, keyOf, namesOf, newAlertOf } from './followed.ts';
import { FollowedRules } from './followed-rules.ts';
import type { UsualIntervals } from './usual-intervals.ts';
import { UsualProfiles } from './usual-profiles.ts';
import { WarmUps } from './warm-ups.ts';

/** So many rules × devices of an account are followed; what is beyond is refused when a rule is saved. */
export const maxFollowed = 20_000;
const hourMs = 3_600_000;
const tickMs = 5_000;
/** The clock is read at least each tick: when it moved on by more it was set, or the machine slept. */
const longestTickMs = 15_000;
const clockStepMs = 1_000;
/** Devices of an account that come and go together are looked at together. */
const applyAfterMs = 1_000;
/** Who is silent may send something that is no telemetry. */
const recheckMs = 60_000;
const maxLearnedAtOnce = 500;
/** The built-in rule does not report devices that had been silent for so long when it came. */
const longGoneMs = 7 * 24 * hourMs;

interface AlertRunnerDeps {
  readonly repository: AlertStepsRepository;
  readonly usualIntervals: Pick<UsualIntervals, 'find'>;
  readonly directory: AlertRuleDirectory;
  readonly devices: Pick<Devices, 'findById' | 'ofAccount'>;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  timeZoneOf(device: DeviceRecord): string;
  /** Whether the account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
}

/** Something of a device that failed or succeeded. */
export interface Outcome {
  readonly kind: 'command-failed' | 'update-failed';
  readonly failed: boolean;
  /** What was tried, so that a success of the same ends its failure. */
  readonly what: string;
  readonly report: AlertReport;
}

/** Follows all alert rules on the devices that they are for: what boards send, and what time brings about. */
export class AlertRunner {
  readonly #deps: AlertRunnerDeps;
  readonly #wakeUps: WakeUps;
  readonly #writer: AlertWriter;
  readonly #warmUps: WarmUps;
  readonly #profiles: UsualProfiles;
  readonly #followed = new FollowedRules((followed) => this.#evaluate(followed, this.#now()));
  readonly #learning = new SharedRun(() => this.#learnAll());
  readonly #saving = new SharedRun(() => this.#savePending());
  readonly #unlearned = new Set<Followed>();
  readonly #changedAccounts = new Set<number>();
  /** Stored alerts that never became active and whose conditions no longer hold. */
  #dropped: number[] = [];
  #open = new Map<string, OpenAlert>();
  #activations = new Map<string, number[]>();
  #nextKey = 1;
  #lastNow: number;
  #timers: NodeJS.Timeout[] = [];
  #applyTimer: NodeJS.Timeout | undefined;

  constructor(deps: AlertRunnerDeps) {
    this.#deps = deps;
    this.#lastNow = deps.clock.now();
    this.#wakeUps = new WakeUps(deps.clock, (key) => this.#wake(key));
    this.#warmUps = new WarmUps({ reader: deps.telemetry.reader, log: deps.log });
    this.#profiles = new UsualProfiles({
      ...deps,
      has: (followed) => this.#followed.has(followed),
      learned: (followed) => this.#evaluate(followed, this.#now()),
    });
    this.#writer = new AlertWriter({
      ...deps,
      decide: (followed) => (this.#followed.has(followed) ? this.#decide(followed, this.#now()) : null),
      done: (followed, retryMs) => this.#stepDone(followed, retryMs),
    });
  }

  /** Takes up everything where it was left. To be called when the directory is loaded, and before boards can connect. */
  async start(): Promise<void> {
    const { repository, directory } = this.#deps;
    const now = this.#now();
    for (const open of await repository.listOpen()) this.#open.set(pairOf(open.ruleId, open.deviceId), open);
    for (const { ruleId, deviceId, at } of await repository.listActivations(now - hourMs)) {
      const pair = pairOf(ruleId, deviceId);
      this.#activations.set(pair, [...(this.#activations.get(pair) ?? []), at]);
    }
    for (const accountId of directory.accountIds()) this.apply(accountId);
    for (const open of this.#open.values()) this.#endStored(open, 'rule_elsewhere');
    this.#open.clear();
    this.#activations.clear();
    this.#timers = [setInterval(() => this.#tick(), tickMs)];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#applyTimer);
    this.#wakeUps.stop();
    await this.#learning.settled();
    await this.#profiles.stop();
    await this.#writer.stop();
    await this.#saving.runAgain();
  }

  /** Takes a point of a board; never throws and never waits. */
  observe({ deviceId, point }: ReceivedPoint): void {
    const watched = this.#followed.watchedOf(deviceId);
    if (watched === undefined) return;
    const now = this.#now();
    watched.observe(point.values, Math.min(point.at, now));
    if (watched.silent.size === 0) return;
    for (const followed of watched.silent) this.#evaluate(followed, now);
  }

  /** A board came, or reported its network. */
  reported(deviceId: number): void {
    const now = this.#now();
    for (const followed of this.#followed.ofDevice(deviceId)) {
      const { condition } = followed.rule;
      const { rssi } = followed.device;
      if (condition.kind === 'signal' && rssi !== null) followed.machine.observe(rssi, now);
      if (condition.kind === 'signal' || condition.kind === 'silent') this.#evaluate(followed, now);
    }
  }

  /** A board lost its connection. */
  disconnected(deviceId: number): void {
    const now = this.#now();
    for (const followed of this.#followed.ofDevice(deviceId)) {
      const { detector } = followed.machine;
      if (!(detector instanceof SilenceDetector)) continue;
      detector.disconnected(now);
      this.#evaluate(followed, now);
    }
  }

  /** Whether a rule reads such outcomes of the device. */
  reads(deviceId: number, kind: Outcome['kind']): boolean {
    return [...this.#followed.ofDevice(deviceId)].some(({ rule }) => rule.condition.kind === kind);
  }

  /** A command or an update of a device failed or succeeded. */
  outcome(deviceId: number, { kind, failed, ...outcome }: Outcome): void {
    const now = this.#now();
    for (const followed of this.#followed.ofDevice(deviceId)) {
      const { detector } = followed.machine;
      if (followed.rule.condition.kind !== kind || !(detector instanceof FailureDetector)) continue;
      if (failed) detector.fail({ ...outcome, at: now });
      else detector.succeed({ ...outcome, at: now });
      this.#evaluate(followed, now);
    }
  }

  /** Devices of the account came, went, or changed. */
  devicesChanged(accountId: number): void {
    this.#changedAccounts.add(accountId);
    this.#applyTimer ??= serverTimer(() => {
      this.#applyTimer = undefined;
      const changed = [...this.#changedAccounts];
      this.#changedAccounts.clear();
      for (const id of changed) this.apply(id);
    }, applyAfterMs);
  }

  /** Follows the account's rules as they are now, on the devices that they are for now. */
  apply(accountId: number): void {
    const { directory, devices } = this.#deps;
    const rules = directory.ofAccount(accountId).filter(({ enabled }) => enabled);
    const all = devices.ofAccount(accountId);
    const wanted = new Map<string, { rule: AlertRuleRecord; device: DeviceRecord }>();
    for (const rule of rules) {
      for (const device of devicesInScope(rule, all)) {
        if (wanted.size < maxFollowed) wanted.set(pairOf(rule.id, device.id), { rule, device });
      }
    }
    for (const followed of this.#followed.ofAccount(accountId)) {
      const pair = pairOf(followed.rule.id, followed.device.id);
      const now = wanted.get(pair);
      if (now?.device === followed.device && isSameCondition(now.rule, followed.rule)) {
        followed.rule = now.rule;
        wanted.delete(pair);
      } else this.#unfollow(followed, this.#endReason(followed, now?.rule));
    }
    for (const { rule, device } of wanted.values()) this.#follow(rule, device);
  }

  #endReason({ rule, device }: Followed, changed: AlertRuleRecord | undefined): EndReason {
    const { directory, devices } = this.#deps;
    if (changed) return 'rule_changed';
    const known = directory.find(rule.accountId, rule.id);
    if (!known) return 'rule_deleted';
    if (!known.enabled) return 'rule_disabled';
    if (devices.findById(device.id)?.accountId !== rule.accountId) return 'device_gone';
    return device.paused ? 'device_paused' : 'rule_elsewhere';
  }

  #follow(rule: AlertRuleRecord, device: DeviceRecord): void {
    const { telemetry } = this.#deps;
    const { condition } = rule;
    const now = this.#now();
    const pair = pairOf(rule.id, device.id);
    const open = this.#open.get(pair);
    this.#open.delete(pair);
    const known = open
      ? { ...open, state: open.state === 'pending' ? ('pending' as const) : ('active' as const) }
      : unknownBefore;
    const machine = createMachine(condition, {
      names: namesOf(condition, () => telemetry.variables(device.id)),
      now,
      known: { ...known, activations: this.#activations.get(pair) ?? [] },
    });
    const followed: Followed = {
      key: this.#nextKey,
      rule,
      device,
      machine,
      alertId: open?.id ?? null,
      isBusy: false,
      isWarming: machine.detector.windowMs !== undefined,
      notBefore: 0,
      savedStart: open?.state === 'pending' ? open.startedAt : null,
    };
    this.#nextKey += 1;
    this.#followed.add(followed);
    this.#profiles.add(followed);
    if (followed.isWarming) void this.#warmUp(followed);
    else {
      this.#seed(followed, now);
      this.#evaluate(followed, now);
    }
  }

  async #warmUp(followed: Followed): Promise<void> {
    const isFollowed = () => this.#followed.has(followed);
    await this.#warmUps.run(followed, () => this.#now(), isFollowed);
    followed.isWarming = false;
    if (isFollowed()) this.#evaluate(followed, this.#now());
  }

  /** What the board sent last counts, as long as it is fresh. */
  #seed({ rule: { condition }, device, machine }: Followed, now: number): void {
    const { detector } = machine;
    if (!(detector instanceof LimitDetector)) return;
    if (condition.kind === 'signal') {
      if (device.rssi !== null) machine.observe(device.rssi, now);
      return;
    }
    const key = keyOf(condition);
    const variable = this.#deps.telemetry.variables(device.id).find((one) => one.key === key);
    if (!variable || variable.value === null || variable.at === null) return;
    const { value, at, intervalMs } = variable;
    // An alert may be stored before the value that began it, which a crash then loses: an older one does not clear it.
    if (at < (machine.progress.startedAt ?? at)) return;
    detector.seed({ value: numberOf(value), at: Math.min(at, now), intervalMs });
  }

  #unfollow(followed: Followed, reason: EndReason): void {
    this.#wakeUps.set(followed.key, null);
    this.#unlearned.delete(followed);
    this.#followed.remove(followed);
    followed.endReason = reason;
    // What is being written ends when it is.
    if (!followed.isBusy) this.#endFollowed(followed);
  }

  #endFollowed({ alertId, machine, endReason }: Followed): void {
    if (alertId === null) return;
    this.#endStored({ id: alertId, state: machine.progress.state }, endReason);
  }

  #endStored({ id, state }: { readonly id: number; readonly state: string }, reason: EndReason | undefined): void {
    const report: AlertReport = reason === undefined ? [] : [{ code: reason }];
    if (state === 'active' || state === 'acknowledged') this.#writer.end({ alertId: id, at: this.#now(), report });
    else this.#dropped.push(id);
  }

  #wake(key: number): void {
    const followed = this.#followed.find(key);
    if (followed) this.#evaluate(followed, this.#now());
  }

  #evaluate(followed: Followed, now: number): void {
    if (followed.isBusy || followed.isWarming || now < followed.notBefore) return;
    const { machine, rule, device } = followed;
    if (rule.condition.kind === 'silent') this.#hear(followed, now);
    if (this.#decide(followed, now) !== null && this.#deps.mayBeUsed(rule.accountId)) {
      followed.isBusy = true;
      this.#writer.add(followed);
      return;
    }
    if (machine.detector instanceof SilenceDetector && machine.detector.needsUsual) {
      this.#unlearned.add(followed);
      void this.#learning.run();
    }
    const isSilent = rule.condition.kind === 'silent' && machine.progress.state === 'active';
    this.#followed.setSilent(device.id, followed, isSilent);
    const wakeAt = machine.wakeAt(now) ?? Number.POSITIVE_INFINITY;
    const next = isSilent || !this.#deps.mayBeUsed(rule.accountId) ? Math.min(wakeAt, now + recheckMs) : wakeAt;
    if (next !== Number.POSITIVE_INFINITY) this.#wakeUps.atLatest(followed.key, next);
  }

  #decide(followed: Followed, now: number): AlertMove | null {
    this.#followed.watchedOf(followed.device.id)?.settle(followed);
    return followed.machine.decide(now);
  }

  #hear({ rule, device, machine }: Followed, now: number): void {
    const heardAt = device.lastSeenAt;
    if (heardAt === null || (rule.builtIn && heardAt < rule.createdAt - longGoneMs)) return;
    machine.observe(null, Math.min(heardAt, now));
  }

  #stepDone(followed: Followed, retryMs: number | null): void {
    followed.isBusy = false;
    if (!this.#followed.has(followed)) {
      this.#endFollowed(followed);
      return;
    }
    if (retryMs === null) this.#evaluate(followed, this.#now());
    else {
      followed.notBefore = this.#now() + retryMs;
      this.#wakeUps.atLatest(followed.key, followed.notBefore);
    }
  }

  /** How often those usually send that have been silent for a while. */
  async #learnAll(): Promise<void> {
    while (this.#unlearned.size > 0) {
      const some = [...this.#unlearned].slice(0, maxLearnedAtOnce);
      for (const one of some) this.#unlearned.delete(one);
      try {
        const ids = some.map(({ device }) => device.id);
        const usual = await this.#deps.usualIntervals.find(ids, this.#now());
        for (const followed of some) this.#learned(followed, usual.get(followed.device.id) ?? null);
      } catch (err) {
        this.#deps.log.debug({ err }, 'The usual intervals of devices could not be read; it is tried again');
        for (const { key } of some) this.#wakeUps.atLatest(key, this.#now() + tickMs);
        return;
      }
    }
  }

  #learned(followed: Followed, usual: UsualInterval | null): void {
    const { detector } = followed.machine;
    if (!(detector instanceof SilenceDetector) || !this.#followed.has(followed)) return;
    detector.learn(usual, followed.device.online);
    this.#evaluate(followed, this.#now());
  }

  /** The present instant. When the clock was set, or the machine slept, what lasts continues from there. */
  #now(): number {
    const now = this.#deps.clock.now();
    const movedMs = now - this.#lastNow;
    this.#lastNow = now;
    if (movedMs > longestTickMs || movedMs < -clockStepMs) this.#clockMoved(movedMs, now);
    return now;
  }

  #clockMoved(ms: number, now: number): void {
    this.#deps.log.info({ ms }, 'The clock was set, or this machine slept: alerts continue from here');
    for (const watched of this.#followed.allWatched()) watched.settleAll();
    for (const { machine, key } of this.#followed.all()) {
      machine.moveClock(ms, now);
      this.#wakeUps.set(key, now);
    }
  }

  #tick(): void {
    this.#now();
    void this.#saving.run();
    this.#profiles.refresh();
  }

  /** Stores which conditions hold but not yet for long enough. */
  async #savePending(): Promise<void> {
    const dropped = this.#dropped;
    this.#dropped = [];
    const pending = [...this.#followed.all()].filter((followed) => {
      const { state, startedAt } = followed.machine.progress;
      if (followed.isBusy || state === 'active') return false;
      if (state === 'pending') return startedAt !== followed.savedStart;
      if (followed.alertId !== null) dropped.push(followed.alertId);
      followed.alertId = null;
      followed.savedStart = null;
      return false;
    });
    try {
      if (dropped.length > 0) await this.#deps.repository.removePending(dropped);
      if (pending.length > 0) await this.#saveStarts(pending);
    } catch (err) {
      this.#deps.log.debug({ err }, 'Conditions that hold could not be stored; it is tried again');
      this.#dropped.push(...dropped);
    }
  }

  async #saveStarts(pending: readonly Followed[]): Promise<void> {
    const starts = new Map(pending.map((followed) => [followed, followed.machine.progress.startedAt ?? 0]));
    const saved = await this.#deps.repository.savePending(
      pending.map((followed) => newAlertOf(followed, starts.get(followed) ?? 0)),
    );
    const ids = new Map(saved.map(({ id, ruleId, deviceId }) => [pairOf(ruleId, deviceId), id]));
    for (const [followed, startedAt] of starts) {
      const id = ids.get(pairOf(followed.rule.id, followed.device.id));
      // It became active meanwhile, which is the same row.
      if (id === undefined || followed.machine.progress.state === 'active') continue;
      followed.alertId = id;
      followed.savedStart = startedAt;
      if (!this.#followed.has(followed)) this.#endFollowed(followed);
    }
  }
}

const isSameCondition = (one: AlertRuleRecord, other: AlertRuleRecord): boolean =>
  one === other || isDeepStrictEqual(one.condition, other.condition);
const pairOf = (ruleId: number, deviceId: number): string => `${ruleId} ${deviceId}`;
