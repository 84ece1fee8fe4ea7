import { rollupLevels } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { columnsOfBuckets } from './history.series.ts';
import { slicesOf } from './slices.ts';
import type { HistoryRepository } from './stored/history.repository.ts';
import type { DeviceRange } from './stored/history.types.ts';
import type { TelemetrySource } from './telemetry-source.ts';
import { noSlot, wantedVariables } from './wanted-variables.ts';

const rowsPerRead = 10_000;
/** Above this many messages averages of a minute are read instead. */
const maxMessages = 600_000;
/** The newest rollups may still lack messages. */
const unsettledMs = 2 * 3_600_000;
const [minutes] = rollupLevels;

/** Points in columns, at least one, oldest first: `values[k][i]` is what key k had at `times[i]`; null: it was not sent. */
export interface StoredPoints {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | string | null)[])[];
  /** These are averages of a minute, and their times are those of its end. */
  readonly averaged: boolean;
}

/**
 * The stored points of some variables of a device, some thousand at a time. Messages where they are stored and not too
 * many, otherwise averages of a minute.
 */
export async function* readStoredPoints(
  { repository, registry }: TelemetrySource,
  { deviceId, from, to }: DeviceRange,
  keys: readonly string[],
): AsyncGenerator<StoredPoints> {
  const known = new Map(wantedVariables(registry.find(deviceId), undefined).map((one) => [one.key, one]));
  const variables = keys.map(
    (key): HistoryVariable => known.get(key) ?? { key, slot: noSlot, isText: false, since: null },
  );
  const isMuch = (await repository.extent.count({ deviceId, from, to }, maxMessages + 1)) > maxMessages;
  const oldest = (await repository.extent.span(deviceId))?.[0] ?? to;
  const messagesFrom = isMuch ? Math.max(to - unsettledMs, from) : Math.min(Math.max(oldest, from), to);
  const border = messagesFrom - (messagesFrom % minutes.widthMs);
  if (from < border) {
    for (const [since, until] of slicesOf(from, border)) {
      const found = await averages(repository, { deviceId, from: since, to: until }, variables);
      if (found.times.length > 0) yield found;
    }
  }
  const rest = { deviceId, from: Math.max(from, border), to };
  for await (const messages of repository.pages(rest, variables, rowsPerRead)) yield { ...messages, averaged: false };
}

async function averages(
  repository: HistoryRepository,
  { deviceId, from, to }: DeviceRange,
  variables: readonly HistoryVariable[],
): Promise<StoredPoints> {
  const part = { deviceId, spans: [[from, to] as const], widthMs: minutes.widthMs, variables };
  const { times, series } = columnsOfBuckets(await repository.bucketsOfRollups(minutes, part), variables);
  return {
    times: times.map((start) => start + minutes.widthMs - 1),
    values: variables.map(({ key }) => series[key]?.value ?? []),
    averaged: true,
  };
}
