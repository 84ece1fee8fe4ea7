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

/** Keeps the newest lines of each device, and beside them its newest refused connections. */
export async function pruneLines(
  { pool }: Database,
  { lines, refusals }: { lines: number; refusals: number },
): Promise<void> {
  await pool.query(
    `delete from device_log using (
       select device_id, refused, (array_agg(id order by id desc))[case when refused then $2::int else $1::int end] as oldest
       from (select id, device_id, kind = 'refused' as refused from device_log) as all_lines
       group by device_id, refused
     ) as ring
     where device_log.device_id = ring.device_id and (device_log.kind = 'refused') = ring.refused
       and device_log.id < ring.oldest`,
    [lines, refusals],
  );
}
