import {
  type AlertScope,
  type AutomationDefinition,
  conditionsOfSteps,
  type DryRun,
  type DryRunStep,
  isValueCondition,
  type RuleCondition,
  type RuleDefinition,
  type RunReport,
  readBy,
  runText,
  type TimerDefinition,
  watchedBy,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { badRequest, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { duesBetween, type TimerPlace } from '../timers/index.ts';
import type { AlertFactsRepository } from './alert-facts.repository.ts';
import { ConditionSources } from './condition-sources.ts';
import { createDryRunPlaces } from './dry-run-places.ts';
import { type PointListener, type PointSource, walkPoints } from './merged-points.ts';
import { type ReplayedKnown, ReplayedSteps } from './replayed-steps.ts';
import { RuleMachine, type RuleMove } from './rule-machine.ts';
import { ThinnedSeries } from './thinned-series.ts';
import { type AlertFact, AlertWatch } from './watches/alert-watch.ts';
import { DevicesWatch } from './watches/devices-watch.ts';
import { ValueWatch } from './watches/value-watch.ts';
import type { Variable, VariableNames } from './watches/watch.ts';

const dayMs = 24 * 3_600_000;
const maxFirings = 500;
const longestMs = 20_000;
/** So many lines are drawn of what a rule reads. */
const maxSeries = 8;

interface DryRunDeps {
  readonly telemetry: Pick<Telemetry, 'reader' | 'variables'>;
  readonly clock: Clock;
  timeZoneOf(device: DeviceRecord): string;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
  /** Devices of the account that a condition on several is about now. */
  devicesIn(accountId: number, scope: AlertScope): DeviceRecord[];
  readonly alertFacts: Omit<AlertFactsRepository, 'hasRule'>;
}

interface DryRunOptions {
  readonly definition: AutomationDefinition;
  readonly days: number;
}

type Firing = DryRun['firings'][number];
/** A time of a timer. */
type Start = { readonly at: number; readonly why: RunReport };
type Range = { readonly from: number; readonly to: number; readonly signal: AbortSignal };

/** Computes what automations would have done, from stored history. */
export class DryRuns {
  readonly #deps: DryRunDeps;
  readonly #sources: ConditionSources;
  /** Whose turn it is; shared by all that is computed from stored history for the editor of a rule. */
  readonly places = createDryRunPlaces();

  constructor(deps: DryRunDeps) {
    this.#deps = deps;
    this.#sources = new ConditionSources(deps);
  }

  /** One after the other for an account; throws a 429 when too many of it wait. `signal`: nobody waits for the result any more. */
  async run(device: DeviceRecord, { definition, days }: DryRunOptions, signal: AbortSignal): Promise<DryRun> {
    const to = this.#deps.clock.now();
    const range = { from: to - days * dayMs, to };
    if (definition.kind === 'timer') return this.#timer(device, definition, { ...range, signal });
    return this.places.run({ key: device.accountId }, () => this.#rule(device, definition, { ...range, signal }));
  }

  async #timer(device: DeviceRecord, timer: TimerDefinition, range: Range): Promise<DryRun> {
    const { from, to } = range;
    const place: TimerPlace = { zone: this.#deps.timeZoneOf(device), location: device.location };
    const dues = [...duesBetween(timer, place, [from, to])];
    const why: RunReport = [{ code: 'due', at: timer.at, repeat: timer.repeat, lateMs: null }];
    const starts = dues.filter(({ skip }) => skip === null).map(({ at }) => ({ at, why }));
    // Without a condition there is nothing to read.
    const { averaged: _, ...run } =
      conditionsOfSteps(timer).length === 0
        ? await this.#replay(device, timer, { ...range, starts })
        : await this.places.run({ key: device.accountId }, () => this.#replay(device, timer, { ...range, starts }));
    const skipped = dues.find(({ skip }) => skip !== null)?.skip ?? null;
    const left = dues.length - starts.length;
    return { ...run, ...noteOf(skipped === null ? [] : [skipped, { code: 'on_days', count: left }]) };
  }

  async #rule(device: DeviceRecord, rule: RuleDefinition, range: Range): Promise<DryRun> {
    const { averaged, ...run } = await this.#replay(device, rule, { ...range, starts: [] });
    return { ...run, ...noteOf(averaged ? [{ code: 'averages' }] : []) };
  }

  async #replay(
    device: DeviceRecord,
    definition: AutomationDefinition,
    { signal, starts, ...range }: Range & { readonly starts: readonly Start[] },
  ): Promise<Omit<DryRun, 'note' | 'noteReport'> & { averaged: boolean }> {
    signal.throwIfAborted();
    const { accountId } = device;
    const conditions = readBy(definition);
    const ruleIds = conditions.flatMap((one) => (one.kind === 'alert' ? [one.ruleId] : []));
    const { alerts, ruleNames } = await this.#alertsOf({ accountId, ruleIds }, range);
    const triggers = [...alerts, ...starts].sort((a, b) => a.at - b.at);
    const options = { ...range, triggers, conditions, devices: this.#devicesOf(accountId, conditions) };
    const surroundings = this.#sources.surroundingsOf(device, { startedAt: range.from, writtenAt: range.from });
    const replay = new Replay(definition, options, {
      surroundings: { ...surroundings, names: remembered(surroundings.names) },
      espidsIn: this.#sources.valuesOf(accountId).espidsIn,
      ruleName: (id) => ruleNames.get(id) ?? null,
    });
    const begun = performance.now();
    const { averaged } = await walkPoints(
      this.#pointsOf(accountId, options),
      (point) => replay.take(point),
      () => {
        signal.throwIfAborted();
        if (performance.now() - begun > longestMs) {
          throw badRequest('This takes too long. Try it with fewer days.', because('dry_run_too_long'));
        }
      },
    );
    replay.end();
    const { count, firings, series } = replay;
    return { ...range, count, firings, series: series(), averaged };
  }

  /** The devices whose values each condition reads. */
  #devicesOf(accountId: number, conditions: readonly RuleCondition[]): string[][] {
    return conditions.map((condition) => {
      if (isValueCondition(condition)) return [condition.espid];
      if (condition.kind === 'alert') return [];
      return this.#deps.devicesIn(accountId, condition.scope).map(({ espid }) => espid);
    });
  }

  async #alertsOf(wanted: { accountId: number; ruleIds: readonly number[] }, range: { from: number; to: number }) {
    if (wanted.ruleIds.length === 0) return { alerts: [], ruleNames: new Map<number, string | null>() };
    const { alertFacts } = this.#deps;
    const [alerts, ruleNames] = await Promise.all([
      alertFacts.listBetween(wanted, range),
      alertFacts.ruleNames(wanted),
    ]);
    return { alerts, ruleNames };
  }

  /** One source for each device that the rule reads. */
  #pointsOf(accountId: number, { devices, conditions, from, to }: Omit<ReplayOptions, 'triggers'>): PointSource[] {
    const espids = new Set(devices.flat());
    return Array.from(espids, (espid) => {
      const device = this.#deps.findOwned(accountId, espid);
      if (!device) {
        throw badRequest(`There is no device "${espid}" in your account.`, because('device_not_yours', { espid }));
      }
      const indexes = conditions.keys().filter((index) => devices[index]?.includes(espid));
      const byKey = Map.groupBy(indexes, (index) => keyOf(conditions[index]));
      const keys = [...byKey.keys()];
      return {
        espid,
        points: this.#deps.telemetry.reader.storedPoints(device.id, { from, to, keys }),
        conditions: [...byKey.values()],
      };
    });
  }
}

/** Each name is looked up once: there may be thousands of firings. */
function remembered(names: (variable: Variable) => VariableNames): (variable: Variable) => VariableNames {
  const known = new Map<string, VariableNames>();
  return (variable) => {
    const id = `${variable.espid} ${variable.key}`;
    const found = known.get(id) ?? names(variable);
    known.set(id, found);
    return found;
  };
}

const noteOf = (noteReport: RunReport) => ({ note: runText(noteReport, 'en') || null, noteReport });

const keyOf = (condition: RuleCondition | undefined): string =>
  condition === undefined || condition.kind === 'alert' ? '' : condition.key;

interface ReplayOptions {
  readonly from: number;
  readonly to: number;
  /** The devices whose values each condition reads. */
  readonly devices: readonly (readonly string[])[];
  /** All conditions that are read, those of the steps last. */
  readonly conditions: readonly RuleCondition[];
  /** What became of alerts, and the times of a timer, oldest first. */
  readonly triggers: readonly (AlertFact | Start)[];
}

/** An automation that gets stored values and wakes between them as it would have. */
class Replay {
  readonly firings: Firing[] = [];
  count = 0;
  /** Null for a timer. */
  readonly #machine: RuleMachine | null;
  readonly #definition: AutomationDefinition;
  readonly #options: ReplayOptions;
  readonly #steps: ReplayedSteps;
  /** What it read, by the device and the variable. */
  readonly #series = new Map<
    string,
    { readonly espid: string; readonly key: string; readonly thinned: ThinnedSeries }
  >();
  #triggersTaken = 0;
  #wakeAt: number | null = null;

  constructor(definition: AutomationDefinition, options: ReplayOptions, known: ReplayedKnown) {
    const idle = { active: false, holdsSince: null, revertAt: null };
    this.#machine = definition.kind === 'rule' ? new RuleMachine(definition, known.surroundings, idle) : null;
    this.#definition = definition;
    this.#options = options;
    this.#steps = new ReplayedSteps(definition, known);
    for (const [index, condition] of watchedBy(definition).entries()) {
      const watch = this.#machine?.joined.watches[index];
      if (watch instanceof DevicesWatch) watch.setDevices(options.devices[index] ?? []);
      if (watch instanceof AlertWatch) watch.known();
      const key = keyOf(condition);
      for (const espid of options.devices[index] ?? []) {
        const thinned = new ThinnedSeries(options.from, options.to);
        const known = this.#series.get(`${espid} ${key}`);
        if (!known && this.#series.size < maxSeries) this.#series.set(`${espid} ${key}`, { espid, key, thinned });
      }
    }
    this.#wakeAt = this.#machine?.wakeAt(options.from) ?? null;
  }

  take({ at, espid, values }: Parameters<PointListener>[0]): void {
    this.#until(at);
    const taken = new Set<string>();
    for (const [index, value] of values) {
      const number = typeof value === 'string' ? null : value;
      const watch = this.#machine?.joined.watches[index];
      if (watch instanceof ValueWatch) watch.observe({ value: number, at });
      else if (watch instanceof DevicesWatch) watch.observe(espid, { value: number, at });
      const key = keyOf(this.#options.conditions[index]);
      if (taken.has(key)) continue;
      taken.add(key);
      this.#steps.observe({ espid, key }, number, at);
      if (number !== null) this.#series.get(`${espid} ${key}`)?.thinned.add(at, number);
    }
    this.#evaluate(at);
  }

  end(): void {
    this.#until(this.#options.to);
  }

  readonly series = (): DryRun['series'] =>
    Array.from(this.#series.values(), ({ espid, key, thinned }) => ({ espid, key, points: thinned.points() }));

  /** What became of alerts, times of a timer, and what is due of itself before an instant, in the order of time. */
  #until(at: number): void {
    for (;;) {
      const trigger = this.#options.triggers[this.#triggersTaken];
      const triggerAt = trigger ? Math.max(trigger.at, this.#options.from) : Number.POSITIVE_INFINITY;
      const stepAt = this.#steps.nextAt ?? Number.POSITIVE_INFINITY;
      const next = Math.min(triggerAt, this.#wakeAt ?? Number.POSITIVE_INFINITY, stepAt);
      if (next >= at) return;
      if (stepAt === next) this.#runSteps(next);
      else if (trigger && triggerAt === next) {
        this.#triggersTaken += 1;
        if ('why' in trigger) this.#start(next, trigger.why);
        else {
          this.#steps.observeAlert(trigger);
          for (const watch of this.#machine?.joined.watches ?? [])
            if (watch instanceof AlertWatch) watch.observe(trigger);
        }
      }
      this.#evaluate(next);
    }
  }

  #evaluate(at: number): void {
    const machine = this.#machine;
    if (!machine) return;
    for (let move = machine.decide(at); move; move = machine.decide(at)) {
      const { revertAt } = machine.progress;
      machine.take(move, at);
      if (move.phase === 'start') {
        if (!this.#start(at, move.why)) machine.adopt({ ...move.next, revertAt });
      } else if (move.phase !== 'pause') this.#ended(move.phase, at, move);
    }
    this.#wakeAt = machine.wakeAt(at);
  }

  #ended(phase: 'back' | 'limit', at: number, { isAction, why }: RuleMove): void {
    const { otherwise = [] } = this.#definition.kind === 'rule' ? this.#definition : {};
    if (!isAction && otherwise.length === 0) return;
    const steps = this.#list(at, phase, why);
    if (phase === 'back') this.#begin('back', at, steps);
  }

  /** False: it waits for its turn, or is left out. */
  #start(at: number, why: RunReport): boolean {
    if (!this.#steps.place(why)) return false;
    this.count += 1;
    this.#begin('start', at, this.#list(at, 'start', why));
    return true;
  }

  #begin(phase: 'start' | 'back', at: number, steps: DryRunStep[]): void {
    this.#steps.begin(phase, at, steps);
    this.#runSteps(at);
  }

  #runSteps(at: number): void {
    const why = this.#steps.run(at);
    if (why === null) return;
    this.#start(at, [...why, { code: 'waited', ms: null }]);
    const limit = this.#definition.kind === 'rule' ? this.#definition.limit : null;
    const progress = this.#machine?.progress;
    if (limit && progress?.revertAt === null) {
      this.#machine?.adopt({ ...progress, revertAt: at + limit.seconds * 1_000 });
    }
  }

  #list(at: number, phase: Firing['phase'], why: RunReport): DryRunStep[] {
    const steps: DryRunStep[] = [];
    if (this.firings.length < maxFirings) {
      this.firings.push({ at, phase, why: runText(why, 'en'), whyReport: why, steps });
    }
    return steps;
  }
}
