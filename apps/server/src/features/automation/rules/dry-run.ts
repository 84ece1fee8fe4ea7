import {
  type AlertScope,
  type AutomationDefinition,
  conditionsOf,
  type DryRun,
  isValueCondition,
  type RuleCondition,
  type RuleDefinition,
  type TimerDefinition,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { timerText } from '../definitions/index.ts';
import { duesBetween, type TimerPlace } from '../timers/index.ts';
import type { AlertFactsRepository } from './alert-facts.repository.ts';
import { createDryRunPlaces } from './dry-run-places.ts';
import { type PointListener, type PointSource, walkPoints } from './merged-points.ts';
import { RuleMachine } from './rule-machine.ts';
import { ThinnedSeries } from './thinned-series.ts';
import { type AlertFact, AlertWatch } from './watches/alert-watch.ts';
import { DevicesWatch } from './watches/devices-watch.ts';
import { ValueWatch } from './watches/value-watch.ts';
import type { RuleSurroundings, Variable } from './watches/watch.ts';

const dayMs = 24 * 3_600_000;
const maxFirings = 500;
const longestMs = 20_000;
/** So many lines are drawn of what a rule reads. */
const maxSeries = 8;
const averagesNote =
  'Where the single messages are no longer kept, or are very many, it is calculated from averages of a minute.';

interface DryRunDeps {
  readonly telemetry: Pick<Telemetry, 'reader' | 'variables'>;
  readonly clock: Clock;
  timeZoneOf(device: DeviceRecord): string;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
  /** Devices of the account that a condition on several is about now. */
  devicesIn(accountId: number, scope: AlertScope): DeviceRecord[];
  readonly alertFacts: Pick<AlertFactsRepository, 'listBetween'>;
}

interface DryRunOptions {
  readonly definition: AutomationDefinition;
  readonly days: number;
}

type Firing = DryRun['firings'][number];

/** Computes what automations would have done, from stored history. */
export class DryRuns {
  readonly #deps: DryRunDeps;
  /** Whose turn it is; shared by all that is computed from stored history for the editor of a rule. */
  readonly places = createDryRunPlaces();

  constructor(deps: DryRunDeps) {
    this.#deps = deps;
  }

  /** One after the other for an account; throws a 429 when too many of it wait. `signal`: nobody waits for the result any more. */
  async run(device: DeviceRecord, { definition, days }: DryRunOptions, signal: AbortSignal): Promise<DryRun> {
    const to = this.#deps.clock.now();
    const range = { from: to - days * dayMs, to };
    if (definition.kind === 'timer') return this.#timer(device, definition, range);
    return this.places.run({ key: device.accountId }, () => this.#rule(device, definition, { ...range, signal }));
  }

  #timer(device: DeviceRecord, timer: TimerDefinition, range: { from: number; to: number }): DryRun {
    const place: TimerPlace = { zone: this.#deps.timeZoneOf(device), location: device.location };
    const dues = [...duesBetween(timer, place, [range.from, range.to])];
    const why = `Due ${timerText(timer)}.`;
    const firings = dues.filter(({ skip }) => skip === null).map(({ at }): Firing => ({ at, phase: 'start', why }));
    const skipped = dues.find(({ skip }) => skip !== null)?.skip ?? null;
    const left = dues.length - firings.length;
    const note = skipped === null ? null : `${skipped} That is so on ${left} of these days.`;
    return { ...range, count: firings.length, firings: firings.slice(0, maxFirings), series: [], note };
  }

  async #rule(
    device: DeviceRecord,
    rule: RuleDefinition,
    { signal, ...range }: { from: number; to: number; signal: AbortSignal },
  ): Promise<DryRun> {
    signal.throwIfAborted();
    const devices = this.#devicesOf(device.accountId, rule);
    const ruleIds = conditionsOf(rule).flatMap((one) => (one.kind === 'alert' ? [one.ruleId] : []));
    const facts =
      ruleIds.length === 0
        ? []
        : await this.#deps.alertFacts.listBetween({ accountId: device.accountId, ruleIds }, range);
    const surroundings = {
      zone: this.#deps.timeZoneOf(device),
      startedAt: range.from,
      writtenAt: range.from,
      ...this.#labelsOf(device),
    };
    const replay = new Replay(rule, { ...range, devices, facts }, surroundings);
    const begun = performance.now();
    const { averaged } = await walkPoints(
      this.#sources(device.accountId, rule, { ...range, devices }),
      (point) => replay.take(point),
      () => {
        signal.throwIfAborted();
        if (performance.now() - begun > longestMs) {
          throw badRequest('This takes too long. Try it with fewer days.');
        }
      },
    );
    replay.end();
    const { count, firings, series } = replay;
    return { ...range, count, firings, series: series(), note: averaged ? averagesNote : null };
  }

  /** The devices whose values each condition reads. */
  #devicesOf(accountId: number, rule: RuleDefinition): string[][] {
    return conditionsOf(rule).map((condition) => {
      if (isValueCondition(condition)) return [condition.espid];
      if (condition.kind === 'alert') return [];
      return this.#deps.devicesIn(accountId, condition.scope).map(({ espid }) => espid);
    });
  }

  /** Looked up once: there may be thousands of firings. */
  #labelsOf(device: DeviceRecord) {
    const { findOwned, telemetry } = this.#deps;
    const known = new Map<string, { label: string; unit: string }>();
    const find = ({ espid, key }: Variable) => {
      const id = `${espid} ${key}`;
      const found = known.get(id);
      if (found) return found;
      const source = findOwned(device.accountId, espid);
      const variable = source && telemetry.variables(source.id).find((one) => one.key === key);
      const own = variable?.label ?? key;
      const label = espid === device.espid ? own : `${own} of ${source?.name ?? espid}`;
      const names = { label, unit: variable?.unit ?? '' };
      known.set(id, names);
      return names;
    };
    return {
      label: (variable: Variable) => find(variable).label,
      unit: (variable: Variable) => find(variable).unit,
      device: (espid: string) => findOwned(device.accountId, espid)?.name ?? espid,
    };
  }

  /** One source for each device that the rule reads. */
  #sources(
    accountId: number,
    rule: RuleDefinition,
    { devices, ...range }: { from: number; to: number; devices: readonly string[][] },
  ): PointSource[] {
    const conditions = conditionsOf(rule);
    const espids = new Set(devices.flat());
    return Array.from(espids, (espid) => {
      const device = this.#deps.findOwned(accountId, espid);
      if (!device) throw badRequest(`There is no device "${espid}" in your account.`);
      const indexes = conditions.keys().filter((index) => devices[index]?.includes(espid));
      const byKey = Map.groupBy(indexes, (index) => keyOf(conditions[index]));
      const keys = [...byKey.keys()];
      return {
        espid,
        points: this.#deps.telemetry.reader.storedPoints(device.id, { ...range, keys }),
        conditions: [...byKey.values()],
      };
    });
  }
}

const keyOf = (condition: RuleCondition | undefined): string =>
  condition === undefined || condition.kind === 'alert' ? '' : condition.key;

interface ReplayOptions {
  readonly from: number;
  readonly to: number;
  /** The devices whose values each condition reads. */
  readonly devices: readonly (readonly string[])[];
  /** What became of alerts, oldest first. */
  readonly facts: readonly AlertFact[];
}

/** A rule that gets stored values and wakes between them as it would have. */
class Replay {
  readonly firings: Firing[] = [];
  count = 0;
  readonly #machine: RuleMachine;
  readonly #rule: RuleDefinition;
  readonly #options: ReplayOptions;
  /** What it read, by the device and the variable. */
  readonly #series = new Map<
    string,
    { readonly espid: string; readonly key: string; readonly thinned: ThinnedSeries }
  >();
  #factsTaken = 0;
  #wakeAt: number | null;

  constructor(rule: RuleDefinition, options: ReplayOptions, surroundings: RuleSurroundings) {
    this.#machine = new RuleMachine(rule, surroundings, { active: false, holdsSince: null, revertAt: null });
    this.#rule = rule;
    this.#options = options;
    for (const [index, condition] of conditionsOf(rule).entries()) {
      const watch = this.#machine.watches[index];
      if (watch instanceof DevicesWatch) watch.setDevices(options.devices[index] ?? []);
      if (watch instanceof AlertWatch) watch.known();
      const key = keyOf(condition);
      for (const espid of options.devices[index] ?? []) {
        const thinned = new ThinnedSeries(options.from, options.to);
        if (this.#series.size < maxSeries) this.#series.set(`${espid} ${key}`, { espid, key, thinned });
      }
    }
    this.#wakeAt = this.#machine.wakeAt(options.from);
  }

  take({ at, espid, values }: Parameters<PointListener>[0]): void {
    this.#until(at);
    const drawn = new Set<string>();
    for (const [index, value] of values) {
      const number = typeof value === 'string' ? null : value;
      const watch = this.#machine.watches[index];
      if (watch instanceof ValueWatch) watch.observe({ value: number, at });
      else if (watch instanceof DevicesWatch) watch.observe(espid, { value: number, at });
      const key = keyOf(conditionsOf(this.#rule)[index]);
      if (number !== null && !drawn.has(key)) this.#series.get(`${espid} ${key}`)?.thinned.add(at, number);
      drawn.add(key);
    }
    this.#evaluate(at);
  }

  end(): void {
    this.#until(this.#options.to);
  }

  readonly series = (): DryRun['series'] =>
    Array.from(this.#series.values(), ({ espid, key, thinned }) => ({ espid, key, points: thinned.points() }));

  /** What became of alerts and what is due of itself before an instant, in the order of time. */
  #until(at: number): void {
    for (;;) {
      const fact = this.#options.facts[this.#factsTaken];
      const factAt = fact ? Math.max(fact.at, this.#options.from) : Number.POSITIVE_INFINITY;
      const wakeAt = this.#wakeAt ?? Number.POSITIVE_INFINITY;
      if (Math.min(factAt, wakeAt) >= at) return;
      if (fact && factAt <= wakeAt) {
        this.#factsTaken += 1;
        for (const watch of this.#machine.watches) if (watch instanceof AlertWatch) watch.observe(fact);
      }
      this.#evaluate(Math.min(factAt, wakeAt));
    }
  }

  #evaluate(at: number): void {
    for (let move = this.#machine.decide(at); move; move = this.#machine.decide(at)) {
      const { phase, isAction, why } = move;
      if (phase === 'start') this.count += 1;
      const isDone = isAction || (phase === 'back' && (this.#rule.otherwise ?? []).length > 0);
      if (isDone && phase !== 'pause' && this.firings.length < maxFirings) this.firings.push({ at, phase, why });
      this.#machine.take(move, at);
    }
    this.#wakeAt = this.#machine.wakeAt(at);
  }
}
