import type { HistoryQuery, HistoryResponse } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryWriter } from '../ingest/index.ts';
import {
  bucketOf,
  hourMs,
  hoursToReadFiner,
  planHistory,
  type RollupLevel,
  rollupLevels,
  rowBudget,
} from '../storage/index.ts';
import type { DeviceRegistry, DeviceTelemetry } from '../variables/index.ts';
import {
  type BucketColumns,
  type BucketPart,
  type DeviceRange,
  type HistoryRepository,
  type Span,
  splitByDirty,
} from './history.repository.ts';
import { columnsOfBuckets, columnsOfMessages } from './history.series.ts';
import { wantedVariables } from './wanted-variables.ts';

interface HistoryDeps {
  repository: HistoryRepository;
  registry: DeviceRegistry;
  writer: Pick<TelemetryWriter, 'pendingOf'>;
  clock: Clock;
}

/** Returns how a device's variables went. */
export class History {
  readonly #deps: HistoryDeps;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  /**
   * The messages of a range when they are at most `points`, otherwise buckets with average, minimum and maximum. Holds what was
   * accepted up to now; messages that are not stored yet are left out of buckets only, where the next live value shows them.
   */
  async read(deviceId: number, query: HistoryQuery): Promise<HistoryResponse> {
    const { repository, registry } = this.#deps;
    const { from, points } = query;
    const range: DeviceRange = { deviceId, from, to: query.to };
    const device = registry.find(deviceId);
    const variables = wantedVariables(device, query.keys);
    // Taken before the database is read: a message that is stored meanwhile is then in both, and joined by its instant.
    const pending = device ? this.#pending(device, range) : [];
    const [messages, offline] = await Promise.all([
      repository.count(range, Math.max(points, rowBudget(variables.length)) + 1),
      this.#offline(range, points),
    ]);
    const plan = planHistory({ ...range, points, variables: variables.length, messages: messages + pending.length });
    if (plan.kind === 'raw') {
      const stored = await repository.messages(range, variables, points);
      const columns = columnsOfMessages(stored, pending, variables);
      return { from, to: query.to, resolution: 'raw', bucketMs: null, ...columns, offline };
    }
    const { widthMs, level } = plan;
    const whole: Span = [bucketOf(from, widthMs), bucketOf(query.to - 1, widthMs) + widthMs];
    const parts = await this.#readBuckets({ deviceId, spans: [whole], widthMs, variables }, level);
    return {
      from,
      to: query.to,
      resolution: level?.resolution ?? 'raw',
      bucketMs: widthMs,
      ...columnsOfBuckets(parts, variables),
      offline,
    };
  }

  /** Reads from the level what it holds whole, and the rest from finer ones; at last from the messages. */
  async #readBuckets(part: BucketPart, level: RollupLevel | null): Promise<BucketColumns[]> {
    const { repository } = this.#deps;
    if (part.spans.length === 0) return [];
    if (level === null) return [await repository.bucketsOfMessages(part)];
    const splits = await Promise.all(
      part.spans.map(async ([from, to]) => {
        const dirty = await repository.dirtyHours({ deviceId: part.deviceId, from, to });
        const finer = hoursToReadFiner(dirty, part.variables, level);
        return splitByDirty([from, to], finer, Math.max(level.widthMs, hourMs));
      }),
    );
    const clean = splits.flatMap((split) => split.clean);
    const rest = splits.flatMap((split) => split.rest);
    const finer = level.widthMs > hourMs ? (rollupLevels.find((one) => one.widthMs === hourMs) ?? null) : null;
    const [rollups, others] = await Promise.all([
      clean.length === 0 ? [] : [await repository.bucketsOfRollups(level, { ...part, spans: clean })],
      this.#readBuckets({ ...part, spans: rest }, finer),
    ]);
    return [...rollups, ...others];
  }

  #pending(device: DeviceTelemetry, { from, to }: DeviceRange) {
    return this.#deps.writer.pendingOf(device).filter(({ at }) => at >= from && at < to);
  }

  /** When the board was away; nothing is known of the time before it was ever seen. Gaps that nobody could see are left out. */
  async #offline(range: DeviceRange, points: number): Promise<Gap[]> {
    const to = Math.min(range.to, this.#deps.clock.now());
    const visibleMs = (range.to - range.from) / points / 2;
    const gaps: Gap[] = [];
    let awaySince: number | null = null;
    for (const [online, until] of await this.#deps.repository.presence(range)) {
      if (awaySince !== null && online > awaySince) gaps.push({ from: awaySince, to: online });
      awaySince = until === null ? null : Math.max(until, awaySince ?? until);
      if (until === null) break;
    }
    if (awaySince !== null) gaps.push({ from: awaySince, to });
    return gaps
      .map((gap) => ({ from: Math.max(gap.from, range.from), to: Math.min(gap.to, to) }))
      .filter((gap) => gap.to - gap.from > visibleMs);
  }
}

type Gap = HistoryResponse['offline'][number];
