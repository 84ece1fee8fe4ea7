import type { HistoryQuery, HistoryResponse } from '@cyno/contract';
import { bucketOf, planHistory, rowBudget } from '../storage/index.ts';
import { readBuckets } from './buckets.ts';
import { columnsOfBuckets, columnsOfMessages } from './history.series.ts';
import type { DeviceRange } from './stored/history.types.ts';
import type { TelemetrySource } from './telemetry-source.ts';
import { wantedVariables } from './wanted-variables.ts';

/**
 * The messages of a range when they are at most `points` and none of them was removed, otherwise buckets with average, minimum
 * and maximum. Holds what was accepted up to now; messages that are not stored yet are left out of buckets only, where the next
 * live value shows them.
 */
export async function readHistory(
  source: TelemetrySource,
  deviceId: number,
  { from, to, points, keys }: HistoryQuery,
): Promise<HistoryResponse> {
  const { repository, registry, writer } = source;
  const range: DeviceRange = { deviceId, from, to };
  const device = registry.find(deviceId);
  const variables = wantedVariables(device, keys);
  // Taken before the database is read: a message that is stored meanwhile is then in both, and joined by its instant.
  const pending = (device ? writer.pendingOf(device) : []).filter(({ at }) => at >= from && at < to);
  const [stored, onlyRollups, offline] = await Promise.all([
    repository.extent.count(range, Math.max(points, rowBudget(variables.length)) + 1),
    repository.extent.beginsWithRollups(range),
    readOffline(source, range, points),
  ]);
  // The messages that are left would hide what is older.
  const messages = onlyRollups ? null : stored + pending.length;
  const wanted = { to, points, variables: variables.length, messages };
  const whole = planHistory({ ...wanted, from });
  // The buckets of a young board's day are those of its first minutes.
  const first = whole.kind === 'raw' ? from : ((await repository.extent.firstKnown(range)) ?? from);
  const plan = whole.kind === 'raw' ? whole : planHistory({ ...wanted, from: first });
  if (plan.kind === 'raw') {
    const columns = columnsOfMessages(await repository.messages(range, variables, points), pending, variables);
    return { from, to, resolution: 'raw', bucketMs: null, ...columns, offline };
  }
  const { widthMs, level } = plan;
  const spans = [[bucketOf(first, widthMs), bucketOf(to - 1, widthMs) + widthMs] as const];
  const parts = await readBuckets(repository, { deviceId, variables, spans, widthMs }, level);
  return {
    from,
    to,
    resolution: level?.resolution ?? 'raw',
    bucketMs: widthMs,
    ...columnsOfBuckets(parts, variables),
    offline,
  };
}

/** When the board was away. Gaps that nobody could see are left out. */
async function readOffline({ repository, clock }: TelemetrySource, range: DeviceRange, points: number) {
  const to = Math.min(range.to, clock.now());
  const gaps = await repository.offline({ ...range, to }, (range.to - range.from) / points / 2);
  return gaps.map(([from, until]) => ({ from, to: until }));
}
