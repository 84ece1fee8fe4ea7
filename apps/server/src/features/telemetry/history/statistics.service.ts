import type { StatisticsQuery, StatisticsResponse, VariableStatistics } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { mapInSlices } from '../../../platform/map-in-slices.ts';
import { bucketOf, hourMs, hoursToReadFiner, type RollupLevel, rollupLevels, rowBudget } from '../storage/index.ts';
import type { DeviceRegistry, HistoryVariable } from '../variables/index.ts';
import {
  type BucketColumns,
  type DeviceRange,
  type HistoryRepository,
  type Span,
  splitByDirty,
} from './history.repository.ts';
import type { StatisticsRepository } from './statistics.repository.ts';
import { type BucketFigures, figuresOfBuckets, figuresOfPoints } from './statistics-figures.ts';
import { wantedVariables } from './wanted-variables.ts';

interface StatisticsDeps {
  repository: HistoryRepository;
  finder: StatisticsRepository;
  registry: DeviceRegistry;
  clock: Clock;
}

const [minutes] = rollupLevels;
/** More buckets would make the estimates hardly better, and take longer to send than to add up. */
const maxBuckets = 1_000;

/** Buckets of one width, of each variable. */
interface Part {
  readonly widthMs: number;
  readonly columns: BucketColumns;
}

/** Works out figures of a range: of each message when they are few, else of rollups, and of messages at the edges of those. */
export class Statistics {
  readonly #deps: StatisticsDeps;

  constructor(deps: StatisticsDeps) {
    this.#deps = deps;
  }

  async read(deviceId: number, { from, to, keys, above }: StatisticsQuery): Promise<StatisticsResponse> {
    const { repository, registry, clock } = this.#deps;
    const device = registry.find(deviceId);
    const variables = wantedVariables(device, keys).filter(({ isText }) => !isText);
    // Nothing holds into the future, but a board's clock may be a little ahead.
    const range: DeviceRange = { deviceId, from, to: Math.max(from + 1, Math.min(to, clock.now() + hourMs)) };
    const figureRange = { from, to: Math.max(from + 1, Math.min(to, clock.now())), above };
    const budget = rowBudget(variables.length);
    if ((await repository.count(range, budget + 1)) <= budget && (await this.#keepsMessages(range))) {
      const { times, values } = await repository.messages(range, variables, budget);
      const figures = await mapInSlices(variables, ({ key }, index): [string, VariableStatistics | null] => [
        key,
        figuresOfPoints(times, values[index] ?? [], figureRange),
      ]);
      return { from, to, estimated: false, variables: Object.fromEntries(figures) };
    }
    const level =
      rollupLevels.find(({ widthMs }) => (range.to - range.from) / widthMs <= budget / 2) ?? rollupLevels[3];
    const parts = await this.#parts(deviceId, [[range.from, range.to]], { level, variables });
    const found = await mapInSlices(variables, (variable, index) => {
      const buckets = parts.map(({ widthMs, columns: { starts, variables: each } }) => ({
        widthMs,
        starts,
        ...(each[index] ?? { counts: [], mins: [], maxs: [], sums: [] }),
      }));
      const isSwitch = device?.variables.get(variable.key)?.type === 'boolean';
      return figuresOfBuckets(buckets, { ...figureRange, to: range.to, isSwitch });
    });
    const exact = await this.#exact(deviceId, variables, found);
    const named = variables.map(({ key }, index) => [key, exact[index] ?? null]);
    return { from, to, estimated: true, variables: Object.fromEntries(named) };
  }

  /** False when rollups are older than the oldest message, so that messages alone would leave something out. */
  async #keepsMessages({ deviceId, from, to }: DeviceRange): Promise<boolean> {
    const oldest = (await this.#deps.repository.span(deviceId))?.[0] ?? to;
    return oldest <= from || !(await this.#deps.finder.hasRollups({ deviceId, from, to: Math.min(oldest, to) }));
  }

  /** What the level holds whole comes from it; the edges and the hours that changed since come from finer ones. */
  async #parts(
    deviceId: number,
    spans: readonly Span[],
    of: { level: RollupLevel; variables: HistoryVariable[] },
  ): Promise<Part[]> {
    if (spans.length === 0) return [];
    const { repository } = this.#deps;
    const { level, variables } = of;
    const splits = await Promise.all(
      spans.map(async ([from, to]) => {
        const inner: Span = [bucketOf(from + level.widthMs - 1, level.widthMs), bucketOf(to, level.widthMs)];
        if (inner[0] >= inner[1]) return { clean: [], rest: [[from, to] as const] };
        const dirty = await repository.dirtyHours({ deviceId, from: inner[0], to: inner[1] });
        const finer = hoursToReadFiner(dirty, variables, level);
        const { clean, rest } = splitByDirty(inner, finer, Math.max(level.widthMs, minutes.widthMs));
        const edges: Span[] = [
          [from, inner[0]],
          [inner[1], to],
        ];
        return { clean, rest: [...rest, ...edges.filter(([since, until]) => since < until)] };
      }),
    );
    const clean = splits.flatMap((split) => split.clean);
    const rest = splits.flatMap((split) => split.rest);
    const part = { deviceId, variables };
    const finer = finerLevel(level);
    const cleanMs = clean.reduce((sum, [from, to]) => sum + to - from, 0);
    const widthMs = level.widthMs * Math.ceil(cleanMs / level.widthMs / maxBuckets || 1);
    const [own, others] = await Promise.all([
      clean.length === 0 ? null : repository.bucketsOfRollups(level, { ...part, spans: clean, widthMs }),
      finer ? this.#parts(deviceId, rest, { level: finer, variables }) : this.#ofMessages(part, rest),
    ]);
    return [...(own ? [{ widthMs, columns: own }] : []), ...others];
  }

  async #ofMessages(part: { deviceId: number; variables: HistoryVariable[] }, spans: readonly Span[]): Promise<Part[]> {
    if (spans.length === 0) return [];
    const { widthMs } = minutes;
    return [{ widthMs, columns: await this.#deps.repository.bucketsOfMessages({ ...part, spans, widthMs }) }];
  }

  /** Finds the instants of the extremes and the last values, where the messages are still there. */
  async #exact(
    deviceId: number,
    variables: readonly HistoryVariable[],
    found: readonly (BucketFigures | null)[],
  ): Promise<(VariableStatistics | null)[]> {
    const { finder } = this.#deps;
    const known = found.flatMap((figures, index) =>
      figures ? [{ figures, slot: variables[index]?.slot ?? 0, since: variables[index]?.since ?? 0, index }] : [],
    );
    const sought = known.flatMap(({ slot, since, figures: { min, max } }) =>
      [min, max].map(({ value, at, withinMs }) => ({ slot, value, from: Math.max(at, since), to: at + withinMs })),
    );
    const spans = known.map(({ slot, since, figures: { lastBucket } }) => ({
      slot,
      from: Math.max(lastBucket[0], since),
      to: lastBucket[1],
    }));
    const [instants, lasts] = await Promise.all([finder.firstAt(deviceId, sought), finder.lasts(deviceId, spans)]);
    const exact: (VariableStatistics | null)[] = found.map(() => null);
    for (const [place, { figures, index }] of known.entries()) {
      const { lastBucket: _, ...rest } = figures;
      const [min, max] = [rest.min, rest.max].map((extreme, side) => {
        const at = instants[2 * place + side] ?? null;
        return at === null ? extreme : { ...extreme, at, withinMs: 0 };
      });
      exact[index] = { ...rest, min: min ?? rest.min, max: max ?? rest.max, last: lasts[place] ?? rest.mean };
    }
    return exact;
  }
}

/** Days are read on in hours, and what is smaller than a minute in messages. */
function finerLevel({ widthMs }: RollupLevel): RollupLevel | null {
  if (widthMs > hourMs) return rollupLevels[2];
  return widthMs > minutes.widthMs ? minutes : null;
}
