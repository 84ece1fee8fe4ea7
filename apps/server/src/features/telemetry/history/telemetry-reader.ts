import type {
  HistoryQuery,
  HistoryResponse,
  SparklineResponse,
  StatisticsQuery,
  StatisticsResponse,
  ValuesAt,
} from '@cyno/contract';
import type { Reads } from '../../../platform/database/index.ts';
import type { DamagedHours } from '../packing/index.ts';
import { rollupLevels } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { columnsOfBuckets } from './history.series.ts';
import { readHistory } from './history.ts';
import { readPastValues } from './past-values.ts';
import { slicesOf } from './slices.ts';
import { readSparklines } from './sparklines.ts';
import { readStatistics } from './statistics.ts';
import { HistoryRepository } from './stored/history.repository.ts';
import type { BucketColumns, DeviceRange, MessageRange, Span } from './stored/history.types.ts';
import type { MessageColumns } from './stored/message-columns.ts';
import { SparklinesRepository } from './stored/sparklines.repository.ts';
import { readStoredExtremes, readStoredHours, type StoredExtremes, type StoredHours } from './stored-extremes.ts';
import { readStoredPoints, type StoredPoints } from './stored-points.ts';
import type { TelemetrySource } from './telemetry-source.ts';

/** The one way to read what devices measured. */
export class TelemetryReader {
  readonly #source: TelemetrySource;

  constructor({
    reads,
    damaged,
    ...deps
  }: { reads: Reads; damaged: DamagedHours } & Pick<TelemetrySource, 'registry' | 'writer' | 'clock'>) {
    this.#source = {
      ...deps,
      repository: new HistoryRepository(reads, damaged),
      sparklines: new SparklinesRepository(reads),
    };
  }

  /** How a device's variables went: the messages, or buckets of them. */
  history(deviceId: number, query: HistoryQuery): Promise<HistoryResponse> {
    return readHistory(this.#source, deviceId, query);
  }

  /** Figures of a range of each variable that has numbers. */
  statistics(deviceId: number, query: StatisticsQuery): Promise<StatisticsResponse> {
    return readStatistics(this.#source, deviceId, query);
  }

  /** The newest values of a device at an instant of the past. */
  valuesAt(deviceId: number, at: number): Promise<ValuesAt> {
    return readPastValues(this.#source, deviceId, at);
  }

  sparklines(
    devices: readonly { id: number; espid: string }[],
    query: { minutes: number; points: number },
  ): Promise<SparklineResponse> {
    return readSparklines(this.#source, { devices, ...query });
  }

  /**
   * The stored points of some variables in order, some thousand at a time: messages where they are stored and not too many,
   * otherwise averages of a minute.
   */
  storedPoints(
    deviceId: number,
    { from, to, keys }: { from: number; to: number; keys: readonly string[] },
  ): AsyncGenerator<StoredPoints> {
    return readStoredPoints(this.#source, { deviceId, from, to }, keys);
  }

  /**
   * What a variable was, in order, some thousand messages at a time; where they are not stored any more or very many, the extremes of
   * each minute or five.
   */
  storedExtremes(range: DeviceRange, key: string): AsyncGenerator<StoredExtremes> {
    return readStoredExtremes(this.#source, range, key);
  }

  /** The extremes and the mean of a variable by the hour. */
  storedHours(range: DeviceRange, key: string): Promise<StoredHours> {
    return readStoredHours(this.#source, range, key);
  }

  /** The first messages of a range, so many at most. */
  firstMessages(range: MessageRange, variables: readonly HistoryVariable[], limit: number): Promise<MessageColumns> {
    return this.#source.repository.messages(range, variables, limit);
  }

  /** The messages of a range, the oldest first, so many at a time; who wants the first alone calls `firstMessages`. */
  messages(
    range: MessageRange,
    variables: readonly HistoryVariable[],
    rowsPerPage: number,
  ): AsyncGenerator<MessageColumns> {
    return this.#source.repository.pages(range, variables, rowsPerPage);
  }

  /** The starts of the minutes in which a device sent. */
  async minutesHeard({ from, to, deviceId }: DeviceRange): Promise<number[]> {
    const found: number[] = [];
    const [minutes] = rollupLevels;
    const slots = this.#sentSlots(deviceId);
    const variables = slots?.map((slot) => ({ key: String(slot), slot, isText: true, since: null })) ?? [];
    for (const span of slicesOf(from, to)) {
      const part = { deviceId, spans: [span], widthMs: minutes.widthMs, variables };
      const buckets = await this.#source.repository.bucketsOfRollups(minutes, part);
      const { times } = columnsOfBuckets(slots ? buckets.map(withValues) : buckets, []);
      found.push(...times);
    }
    return found;
  }

  /** The instants at which a device sent, the oldest first, so many at a time. */
  async *instantsHeard(range: DeviceRange, perPage: number): AsyncGenerator<readonly number[]> {
    const sent = { ...range, slots: this.#sentSlots(range.deviceId) };
    for await (const { times } of this.messages(sent, [], perPage)) yield times;
  }

  /** The last instants at which devices sent, at most `limit` of each, oldest first, by their ids. */
  lastInstants(
    deviceIds: readonly number[],
    range: { readonly from: number; readonly to: number; readonly limit: number },
  ): Promise<Map<number, number[]>> {
    const devices = deviceIds.map((id) => ({ id, slots: this.#sentSlots(id) }));
    return this.#source.repository.lastInstants(devices, range);
  }

  /** About how many messages a range has; exact when they are few. */
  estimateMessages(range: DeviceRange, variables: readonly HistoryVariable[]): Promise<number> {
    return this.#source.repository.extent.estimateMessages(range, variables);
  }

  /** The instants of the first and the last message of a device, ms since the epoch; undefined when there is none. */
  span(deviceId: number): Promise<Span | undefined> {
    return this.#source.repository.extent.span(deviceId);
  }

  /** Since when there are messages and rollups of an account, ms since the epoch; null: there are none. */
  oldest(accountId: number): Promise<{ raw: number | null; rollup: number | null }> {
    return this.#source.repository.extent.oldest(accountId);
  }

  #sentSlots(deviceId: number): number[] | undefined {
    return this.#source.registry.find(deviceId)?.sentSlots();
  }
}

/** The starts of the buckets in which a variable has a value. */
function withValues({ widthMs, starts, variables }: BucketColumns): BucketColumns {
  const hasValue = (_: number, index: number) =>
    variables.some(({ counts, texts }) => (counts[index] ?? 0) > 0 || texts?.[index] != null);
  return { widthMs, starts: starts.filter(hasValue), variables: [] };
}
