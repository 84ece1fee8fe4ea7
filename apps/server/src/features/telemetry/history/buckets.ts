import { hourMs } from '../packing/index.ts';
import { bucketOf, hoursToReadFiner, type RollupLevel, rollupLevels } from '../storage/index.ts';
import type { HistoryRepository } from './stored/history.repository.ts';
import type { BucketColumns, BucketPart, Span } from './stored/history.types.ts';

const [minutes, , hours] = rollupLevels;
/** More buckets would make estimates hardly better, and take longer to send than to add up. */
const maxBuckets = 1_000;

/** Which buckets to read; without a width each source gives its own, or wider ones where they would be too many. */
interface BucketRequest extends Omit<BucketPart, 'widthMs'> {
  readonly widthMs: number | null;
}

/** Reads from a level what it holds whole, and the rest from finer ones; at last, or without a level, from the messages. */
export async function readBuckets(
  repository: HistoryRepository,
  request: BucketRequest,
  level: RollupLevel | null,
): Promise<BucketColumns[]> {
  if (request.spans.length === 0) return [];
  if (level === null) {
    return repository.bucketsOfMessages({ ...request, widthMs: request.widthMs ?? minutes.widthMs });
  }
  const splits = await Promise.all(request.spans.map((span) => splitSpan(repository, { ...request, span }, level)));
  const clean = splits.flatMap((split) => split.clean);
  const dirty = splits.flatMap((split) => split.dirty);
  const edges = splits.flatMap((split) => split.edges);
  const widthMs = request.widthMs ?? widthFor(clean, level);
  const finer = level.widthMs > hourMs ? hours : level === minutes ? null : minutes;
  // Every level lacks the same hours, but of a day the others can be read by the hour.
  const fromMessages = finer === minutes ? dirty : [];
  const fromFiner = finer === minutes ? edges : [...dirty, ...edges];
  const found = await Promise.all([
    clean.length === 0 ? [] : repository.bucketsOfRollups(level, { ...request, spans: clean, widthMs }),
    readBuckets(repository, { ...request, spans: fromFiner }, finer),
    readBuckets(repository, { ...request, spans: fromMessages }, null),
  ]);
  return found.flat();
}

function widthFor(spans: readonly Span[], { widthMs }: RollupLevel): number {
  const length = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  return widthMs * Math.ceil(length / widthMs / maxBuckets || 1);
}

/** Splits a span into what a level holds whole, what holds hours that it lacks, and the parts of buckets at both ends. */
async function splitSpan(
  repository: HistoryRepository,
  { deviceId, variables, span: [from, to] }: Omit<BucketRequest, 'spans'> & { span: Span },
  level: RollupLevel,
): Promise<Record<'clean' | 'dirty' | 'edges', Span[]>> {
  const inner: Span = [bucketOf(from + level.widthMs - 1, level.widthMs), bucketOf(to, level.widthMs)];
  if (inner[0] >= inner[1]) return { clean: [], dirty: [], edges: [[from, to]] };
  const lacking = await repository.dirtyHours({ deviceId, from: inner[0], to: inner[1] });
  const ends: Span[] = [
    [from, inner[0]],
    [inner[1], to],
  ];
  return {
    ...splitByDirty(inner, hoursToReadFiner(lacking, variables, level), level.widthMs),
    edges: ends.filter(([since, until]) => since < until),
  };
}

/** Splits a range of whole buckets by the hours that lie in it; both come as few spans as possible. */
function splitByDirty([from, to]: Span, hours: readonly number[], bucketMs: number): { clean: Span[]; dirty: Span[] } {
  const dirty: [number, number][] = [];
  for (const hour of hours) {
    const start = Math.max(from, bucketOf(hour, bucketMs));
    const end = Math.min(to, Math.max(hour + hourMs, bucketOf(hour, bucketMs) + bucketMs));
    const before = dirty.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else if (start < end) dirty.push([start, end]);
  }
  const clean: Span[] = [];
  let at = from;
  for (const [start, end] of dirty) {
    if (at < start) clean.push([at, start]);
    at = end;
  }
  if (at < to) clean.push([at, to]);
  return { clean, dirty };
}
