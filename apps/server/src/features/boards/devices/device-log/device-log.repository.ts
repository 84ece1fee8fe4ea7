import type { DeviceLogLine } from '@cyno/contract';
import type { Database } from '../../../../platform/database/index.ts';
import type { Line } from './device-log-lines.ts';

/** The join leaves out lines of devices that were removed for good in the meantime. */
export async function writeLines(
  { pool }: Database,
  lines: readonly Line[],
): Promise<(DeviceLogLine & { deviceId: number })[]> {
  const { rows } = await pool.query<DeviceLogLine & { deviceId: number }>(
    `insert into device_log (device_id, at, kind, text, raw, run)
     select device_id, at, kind, line.text, raw, line.run
     from unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::jsonb[])
       with ordinality as line(device_id, at, kind, text, raw, run, position)
     join devices on devices.id = line.device_id
     order by position
     returning id, device_id as "deviceId", at, kind, text, raw, run`,
    [
      lines.map((l) => l.deviceId),
      lines.map((l) => l.at),
      lines.map((l) => l.kind),
      lines.map((l) => l.text),
      lines.map((l) => l.raw),
      lines.map((l) => l.run && JSON.stringify(l.run)),
    ],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Keeps the newest lines of these devices, or of all, and beside them their newest refused connections. */
export async function pruneLines(
  { pool }: Database,
  { lines, refusals }: { lines: number; refusals: number },
  deviceIds: readonly number[] | null = null,
): Promise<void> {
  await pool.query(
    // Without `materialized` the newest one would be sought again for each line.
    `with surplus as materialized (
       select devices.id as device_id, refused, (
         select id from device_log where device_id = devices.id and (kind = 'refused') = refused
         order by id desc offset size limit 1
       ) as newest
       from devices cross join (values (false, $1::int), (true, $2::int)) as ring(refused, size)
       where $3::int[] is null or devices.id = any($3)
     )
     delete from device_log using surplus
     where device_log.device_id = surplus.device_id and (kind = 'refused') = refused and device_log.id <= newest`,
    [lines, refusals, deviceIds],
  );
}
