import type { StatisticsQuery, StatisticsResponse, VariableStatistics } from '@cyno/contract';
import { mapInSlices } from '../../../platform/map-in-slices.ts';
import { hourMs } from '../packing/index.ts';
import { rollupLevels, rowBudget } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { readBuckets } from './buckets.ts';
import { type BucketFigures, figuresOfBuckets, figuresOfPoints } from './statistics-figures.ts';
import type { HistoryRepository } from './stored/history.repository.ts';
import type { DeviceRange } from './stored/history.types.ts';
import type { TelemetrySource } from './telemetry-source.ts';
import { wantedVariables } from './wanted-variables.ts';

/** Figures of a range: of each message when they are few, else of rollups, and of messages at the edges of those. */
export async function readStatistics(
  { repository, registry, clock }: TelemetrySource,
  deviceId: number,
  { from, to, keys, above }: StatisticsQuery,
): Promise<StatisticsResponse> {
  const device = registry.find(deviceId);
  const variables = wantedVariables(device, keys).filter(({ isText }) => !isText);
  // Nothing holds into the future, but a board's clock may be a little ahead.
  const range: DeviceRange = { deviceId, from, to: Math.max(from + 1, Math.min(to, clock.now() + hourMs)) };
  const figureRange = { from, to: Math.max(from + 1, Math.min(to, clock.now())), above };
  const budget = rowBudget(variables.length);
  if ((await repository.extent.count(range, budget + 1)) <= budget && (await storesMessages(repository, range))) {
    const { times, values } = await repository.messages(range, variables, budget);
    const figures = await mapInSlices(variables, ({ key }, index): [string, VariableStatistics | null] => [
      key,
      figuresOfPoints(times, values[index] ?? [], figureRange),
    ]);
    return { from, to, estimated: false, variables: Object.fromEntries(figures) };
  }
  const level = rollupLevels.find(({ widthMs }) => (range.to - range.from) / widthMs <= budget / 2) ?? rollupLevels[3];
  const request = { deviceId, variables, spans: [[range.from, range.to] as const], widthMs: null };
  const parts = await readBuckets(repository, request, level);
  const found = await mapInSlices(variables, (variable, index) => {
    const buckets = parts.map(({ widthMs, starts, variables: each }) => ({
      widthMs,
      starts,
      ...(each[index] ?? { counts: [], mins: [], maxs: [], sums: [] }),
    }));
    const isSwitch = device?.variables.get(variable.key)?.type === 'boolean';
    return figuresOfBuckets(buckets, { ...figureRange, to: range.to, isSwitch });
  });
  const exact = await findExact(repository, { deviceId, variables }, found);
  const named = variables.map(({ key }, index) => [key, exact[index] ?? null]);
  return { from, to, estimated: true, variables: Object.fromEntries(named) };
}

/** False when rollups are older than the oldest message, so that messages alone would leave something out. */
async function storesMessages(repository: HistoryRepository, { deviceId, from, to }: DeviceRange): Promise<boolean> {
  const oldest = (await repository.extent.span(deviceId))?.[0] ?? to;
  return oldest <= from || !(await repository.extent.hasRollups({ deviceId, from, to: Math.min(oldest, to) }));
}

/** Finds the instants of the extremes and the last values, where the messages are still there. */
async function findExact(
  repository: HistoryRepository,
  { deviceId, variables }: { deviceId: number; variables: readonly HistoryVariable[] },
  found: readonly (BucketFigures | null)[],
): Promise<(VariableStatistics | null)[]> {
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
  const [instants, lasts] = await Promise.all([
    repository.exact.firstAt(deviceId, sought),
    repository.exact.lasts(deviceId, spans),
  ]);
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
