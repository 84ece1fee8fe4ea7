import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';
import type { Database } from '../../../../platform/database/index.ts';

const maxTextLength = 512;

/** A line of a device's event log that is not written yet. */
export interface Line {
  deviceId: number;
  at: number;
  kind: DeviceLogKind;
  text: string;
  raw: string | null;
}

/** PostgreSQL's text has no NUL; other control characters stay, since the console shows text and never markup. */
export function printable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').slice(0, maxTextLength);
}

/** Printable ASCII as it is, every other byte as `\\xNN`, so that nothing of a malformed message is lost to the eye. */
export function escaped(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes.subarray(0, maxTextLength)) {
    const printed = byte >= 0x20 && byte < 0x7f && byte !== 0x5c;
    text += printed ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text.slice(0, maxTextLength);
}

/** The join leaves out lines of devices that were removed for good in the meantime. */
export async function writeLines(
  { pool }: Database,
  lines: readonly Line[],
): Promise<(DeviceLogLine & { deviceId: number })[]> {
  const { rows } = await pool.query<DeviceLogLine & { deviceId: number }>(
    `insert into device_log (device_id, at, kind, text, raw)
     select device_id, at, kind, line.text, raw
     from unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::text[])
       with ordinality as line(device_id, at, kind, text, raw, position)
     join devices on devices.id = line.device_id
     order by position
     returning id, device_id as "deviceId", at, kind, text, raw`,
    [
      lines.map((l) => l.deviceId),
      lines.map((l) => l.at),
      lines.map((l) => l.kind),
      lines.map((l) => l.text),
      lines.map((l) => l.raw),
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
