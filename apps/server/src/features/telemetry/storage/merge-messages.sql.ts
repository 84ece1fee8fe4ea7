import type { ClientBase } from 'pg';
import { hourOf, unpackHours } from '../packing/index.ts';
import type { Message } from '../variables/index.ts';
import { messageAsText } from './message-encoder.ts';

/**
 * Adds messages of one device, each of another instant, to what is stored, within a transaction that marks the hours that it
 * changes. A row that has all of a message already is left alone.
 */
export async function mergeMessages(
  client: ClientBase,
  messages: readonly Message[],
  overwrite: boolean,
): Promise<{ added: number; changed: number }> {
  const deviceId = messages[0]?.device.id ?? 0;
  const hours = [...new Set(messages.map(({ at }) => hourOf(at)))];
  const cells = messages.map(messageAsText);
  const numbers = overwrite
    ? 'telemetry_merge(stored.numbers, excluded.numbers)'
    : 'telemetry_merge(excluded.numbers, stored.numbers)';
  const texts = overwrite
    ? 'coalesce(stored.texts || excluded.texts, excluded.texts, stored.texts)'
    : 'coalesce(excluded.texts || stored.texts, stored.texts, excluded.texts)';
  await client.query('BEGIN');
  try {
    await unpackHours(
      client,
      hours.map((hour) => ({ deviceId, hour })),
    );
    // A partitioned table does not report which rows an upsert inserted; nobody else writes meanwhile.
    const { rows: there } = await client.query(
      'SELECT FROM telemetry WHERE device_id = $1 AND at = ANY($2::bigint[])',
      [deviceId, messages.map(({ at }) => at)],
    );
    const { rows } = await client.query<{ at: number }>(
      `INSERT INTO telemetry AS stored (at, device_id, numbers, texts)
       SELECT at, $1::int, numbers::float8[], texts::jsonb
       FROM unnest($2::bigint[], $3::text[], $4::text[]) AS given(at, numbers, texts)
       ON CONFLICT (device_id, at) DO UPDATE SET numbers = ${numbers}, texts = ${texts}
         WHERE ${numbers} IS DISTINCT FROM stored.numbers OR ${texts} IS DISTINCT FROM stored.texts
       RETURNING at`,
      [deviceId, messages.map(({ at }) => at), cells.map((cell) => cell.numbers), cells.map((cell) => cell.texts)],
    );
    const changed = [...new Set(rows.map(({ at }) => hourOf(at)))];
    await client.query(
      'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT $1::int, hour FROM unnest($2::bigint[]) AS hour',
      [deviceId, changed],
    );
    await client.query('COMMIT');
    const added = messages.length - there.length;
    return { added, changed: rows.length - added };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
