import {
  type AutomationDefinition,
  conditionsOf,
  type DryRun,
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
import { createDryRunPlaces } from './dry-run-places.ts';
import { type PointSource, walkPoints } from './merged-points.ts';
import { RuleMachine } from './rule-machine.ts';
import { ThinnedSeries } from './thinned-series.ts';

const dayMs = 24 * 3_600_000;
const maxFirings = 500;
const longestMs = 20_000;
const averagesNote =
  'Where the single messages are no longer kept, or are very many, it is calculated from averages of a minute.';

interface DryRunDeps {
  readonly telemetry: Pick<Telemetry, 'reader' | 'variables'>;
  readonly clock: Clock;
  timeZoneOf(device: DeviceRecord): string;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
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
    const replay = new Replay(rule, range, {
      zone: this.#deps.timeZoneOf(device),
      startedAt: range.from,
      ...this.#labelsOf(device, rule),
    });
    const begun = performance.now();
    const { averaged } = await walkPoints(
      this.#sources(device.accountId, rule, range),
      ({ at, values }) => replay.take(at, values),
      () => {
        signal.throwIfAborted();
        if (performance.now() - begun > longestMs) {
          throw badRequest('This takes too long. Try it with fewer days.');
        }
      },
    );
    replay.end();
    const { count, firings, series } = replay;
    return {
      ...range,
      count,
      firings,
      series: conditionsOf(rule)
        .map(({ espid, key }, index) => ({ espid, key, points: series[index]?.points() ?? [] }))
        .filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index),
      note: averaged ? averagesNote : null,
    };
  }

  /** Looked up once: there may be thousands of firings. */
  #labelsOf(device: DeviceRecord, rule: RuleDefinition) {
    const { findOwned, telemetry } = this.#deps;
    const labels = new Map<RuleCondition, { label: string; unit: string }>();
    for (const condition of conditionsOf(rule)) {
      const { espid, key } = condition;
      const source = findOwned(device.accountId, espid);
      const variable = source && telemetry.variables(source.id).find((one) => one.key === key);
      const own = variable?.label ?? key;
      const label = espid === device.espid ? own : `${own} of ${source?.name ?? espid}`;
      labels.set(condition, { label, unit: variable?.unit ?? '' });
    }
    return {
      label: (condition: RuleCondition) => labels.get(condition)?.label ?? condition.key,
      unit: (condition: RuleCondition) => labels.get(condition)?.unit ?? '',
    };
  }

  /** One source for each device that the rule reads. */
  #sources(accountId: number, rule: RuleDefinition, range: { from: number; to: number }): PointSource[] {
    const conditions = conditionsOf(rule);
    const byEspid = Map.groupBy(conditions.keys(), (index) => conditions[index]?.espid ?? '');
    return Array.from(byEspid, ([espid, indexes]) => {
      const device = this.#deps.findOwned(accountId, espid);
      if (!device) throw badRequest(`There is no device "${espid}" in your account.`);
      const byKey = Map.groupBy(indexes, (index) => conditions[index]?.key ?? '');
      const keys = [...byKey.keys()];
      return {
        points: this.#deps.telemetry.reader.storedPoints(device.id, { ...range, keys }),
        conditions: [...byKey.values()],
      };
    });
  }
}

const isSame = (a: { espid: string; key: string }, b: { espid: string; key: string }): boolean =>
  a.espid === b.espid && a.key === b.key;

/** A rule that gets stored values and wakes between them as it would have. */
class Replay {
  readonly firings: Firing[] = [];
  readonly series: ThinnedSeries[];
  count = 0;
  readonly #machine: RuleMachine;
  readonly #rule: RuleDefinition;
  readonly #range: { from: number; to: number };
  #wakeAt: number | null;

  constructor(
    rule: RuleDefinition,
    range: { from: number; to: number },
    surroundings: ConstructorParameters<typeof RuleMachine>[1],
  ) {
    this.#machine = new RuleMachine(rule, surroundings, { active: false, holdsSince: null, revertAt: null });
    this.#rule = rule;
    this.#range = range;
    this.#wakeAt = this.#machine.wakeAt(range.from);
    this.series = conditionsOf(rule).map(() => new ThinnedSeries(range.from, range.to));
  }

  take(at: number, values: readonly (readonly [condition: number, value: number | string])[]): void {
    this.#until(at);
    for (const [condition, value] of values) {
      const number = typeof value === 'string' ? null : value;
      this.#machine.observe(condition, { value: number, at });
      if (number !== null) this.series[condition]?.add(at, number);
    }
    this.#evaluate(at);
  }

  end(): void {
    this.#until(this.#range.to);
  }

  #until(at: number): void {
    while (this.#wakeAt !== null && this.#wakeAt < at) this.#evaluate(this.#wakeAt);
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
