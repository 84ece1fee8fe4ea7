import { type RollupLevel, rollupLevels } from './rollup-levels.ts';

/**
 * Statements that make the buckets of one device between two instants: $1 device, $2 from, $3 until. Array elements are read by
 * their place, which is several times faster than unnesting; so the text depends on how many slots the device has.
 */
export function rollupStatement(level: RollupLevel, slots: number): string {
  const source = rollupLevels[rollupLevels.indexOf(level) - 1];
  const bucket = `at - at % ${level.widthMs}`;
  const from = source?.table ?? 'telemetry';
  const columns = source ? ofRollups(slots) : ofMessages(slots);
  return `
    WITH buckets AS (
      SELECT ${bucket} AS bucket, ${columns.join(', ')}
      FROM ${from} WHERE device_id = $1 AND at >= $2 AND at < $3 GROUP BY 1
    ), newest AS (${textsOf(from, bucket)})
    INSERT INTO ${level.table} (at, device_id, counts, mins, maxs, sums, lasts, texts)
    SELECT bucket, $1, counts, mins, maxs, sums, lasts, texts
    FROM buckets LEFT JOIN newest USING (bucket)
    ON CONFLICT (device_id, at) DO UPDATE SET counts = excluded.counts, mins = excluded.mins, maxs = excluded.maxs,
      sums = excluded.sums, lasts = excluded.lasts, texts = excluded.texts`;
}

function ofMessages(slots: number): string[] {
  return [
    `${array(slots, 'int', (slot) => `count(numbers[${slot}])`)} AS counts`,
    `${array(slots, 'float8', (slot) => `min(numbers[${slot}])`)} AS mins`,
    `${array(slots, 'float8', (slot) => `max(numbers[${slot}])`)} AS maxs`,
    `${array(slots, 'float8', (slot) => `sum(numbers[${slot}])`)} AS sums`,
    `${array(slots, 'float8', (slot) => last(`numbers[${slot}]`))} AS lasts`,
  ];
}

function ofRollups(slots: number): string[] {
  return [
    `${array(slots, 'int', (slot) => `coalesce(sum(counts[${slot}]), 0)`)} AS counts`,
    `${array(slots, 'float8', (slot) => `min(mins[${slot}])`)} AS mins`,
    `${array(slots, 'float8', (slot) => `max(maxs[${slot}])`)} AS maxs`,
    `${array(slots, 'float8', (slot) => `sum(sums[${slot}])`)} AS sums`,
    `${array(slots, 'float8', (slot) => last(`lasts[${slot}]`))} AS lasts`,
  ];
}

function array(slots: number, type: string, element: (slot: number) => string): string {
  return `ARRAY[${Array.from({ length: slots }, (_, index) => element(index + 1)).join(', ')}]::${type}[]`;
}

const last = (value: string): string => `(array_agg(${value} ORDER BY at DESC) FILTER (WHERE ${value} IS NOT NULL))[1]`;

/** The newest text of each slot: of equal keys jsonb_object_agg keeps the last one. */
const textsOf = (source: string, bucket: string): string => `
  SELECT ${bucket} AS bucket, jsonb_object_agg(entry.key, entry.value ORDER BY at) AS texts
  FROM ${source}, jsonb_each(texts) AS entry WHERE device_id = $1 AND at >= $2 AND at < $3 GROUP BY 1`;
