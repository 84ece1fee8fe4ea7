import { type RollupLevel, rollupLevels } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { columnsOfBuckets } from './history.series.ts';
import { slicesOf } from './slices.ts';
import type { HistoryRepository } from './stored/history.repository.ts';
import type { DeviceRange, Span } from './stored/history.types.ts';
import type { TelemetrySource } from './telemetry-source.ts';
import { noSlot, wantedVariables } from './wanted-variables.ts';

const rowsPerRead = 10_000;
/** Above this many messages rollups are read instead. */
const maxMessages = 200_000;
/** Above this many minutes those of five are read. */
const maxMinutes = 60_000;
/** The newest rollups may still lack messages. */
const unsettledMs = 2 * 3_600_000;
const [minute, fiveMinutes, hour] = rollupLevels;

/**
 * Numbers of a variable in columns, oldest first: the lowest and the highest of `widthMs` up to `times[i]`; 0: of a message, where they
 * are the same. Null: it was not sent, or was a text.
 */
export interface StoredExtremes {
  readonly times: readonly number[];
  readonly lows: readonly (number | null)[];
  readonly highs: readonly (number | null)[];
  readonly widthMs: number;
}

/**
 * What a variable of a device was, some thousand messages at a time. Where they are not stored any more, or very many, the extremes of
 * each minute, or of each five where those are very many as well.
 */
export async function* readStoredExtremes(
  { repository, registry }: TelemetrySource,
  { deviceId, from, to }: DeviceRange,
  key: string,
): AsyncGenerator<StoredExtremes> {
  const variable = variableOf({ registry }, deviceId, key);
  const isMuch = (await repository.extent.count({ deviceId, from, to }, maxMessages + 1)) > maxMessages;
  const oldest = (await repository.extent.span(deviceId))?.[0] ?? to;
  const messagesFrom = isMuch ? Math.max(to - unsettledMs, from) : Math.min(Math.max(oldest, from), to);
  const level = (messagesFrom - from) / minute.widthMs > maxMinutes ? fiveMinutes : minute;
  const border = messagesFrom - (messagesFrom % level.widthMs);
  if (from < border) {
    const { widthMs } = level;
    for (const span of slicesOf(from, border)) {
      const buckets = await readRollups(repository, level, { deviceId, spans: [span], variable });
      const times = buckets.starts.map((start) => start + widthMs - 1);
      if (times.length > 0) yield { times, lows: buckets.lows, highs: buckets.highs, widthMs };
    }
  }
  const rest = { deviceId, from: Math.max(from, border), to };
  for await (const { times, values } of repository.pages(rest, [variable], rowsPerRead)) {
    const numbers = (values[0] ?? []).map((value) => (typeof value === 'number' ? value : null));
    yield { times, lows: numbers, highs: numbers, widthMs: 0 };
  }
}

/** The lowest, highest and mean number of a variable in whole hours, in columns, oldest first; null: it was not sent. */
export interface StoredHours {
  readonly starts: readonly number[];
  readonly lows: readonly (number | null)[];
  readonly highs: readonly (number | null)[];
  readonly means: readonly (number | null)[];
}

/** What a variable was, by the hour. */
export async function readStoredHours(
  { repository, registry }: TelemetrySource,
  { deviceId, from, to }: DeviceRange,
  key: string,
): Promise<StoredHours> {
  const variable = variableOf({ registry }, deviceId, key);
  return readRollups(repository, hour, { deviceId, spans: [[from, to]], variable });
}

async function readRollups(
  repository: HistoryRepository,
  level: RollupLevel,
  { deviceId, spans, variable }: { deviceId: number; spans: readonly Span[]; variable: HistoryVariable },
): Promise<StoredHours> {
  const variables = [{ ...variable, isText: false }];
  const buckets = await repository.bucketsOfRollups(level, { deviceId, spans, widthMs: level.widthMs, variables });
  const { times, series } = columnsOfBuckets(buckets, variables);
  const { value = [], min, max } = series[variable.key] ?? {};
  return { starts: times, lows: min ?? [], highs: max ?? [], means: value as (number | null)[] };
}

function variableOf({ registry }: Pick<TelemetrySource, 'registry'>, deviceId: number, key: string): HistoryVariable {
  const known = wantedVariables(registry.find(deviceId), undefined).find((one) => one.key === key);
  return known ?? { key, slot: noSlot, isText: false, since: null };
}
