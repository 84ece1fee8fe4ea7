import type { ValuesAt } from '@cyno/contract';
import type pg from 'pg';
import { element, hasText } from '../storage/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import { readTimeoutMs, within } from '../variables/index.ts';
import { wantedVariables } from './wanted-variables.ts';

/** Boards send most variables with each message; what they send more seldom than this is not looked for. */
const maxMessagesRead = 200;

/** The newest value of each variable at or before an instant. */
export async function readPastValues(
  { pool, registry }: { pool: pg.Pool; registry: DeviceRegistry },
  deviceId: number,
  at: number,
): Promise<ValuesAt> {
  const variables = wantedVariables(registry.find(deviceId), undefined);
  const cells = variables.map((variable) => {
    const number = `to_json(${element('numbers', variable)})`;
    const text = `CASE WHEN ${hasText(variable)} THEN to_json(texts->>'${variable.slot}') END`;
    return `, json_agg(${variable.isText ? `coalesce(${text}, ${number})` : number})`;
  });
  const { rows } = await pool.query<(unknown[] | null)[]>(
    within(readTimeoutMs, {
      text: `SELECT json_agg(at)${cells.join('')} FROM (
        SELECT * FROM telemetry WHERE device_id = $1 AND at <= $2 ORDER BY at DESC LIMIT ${maxMessagesRead}
      ) AS messages`,
      values: [deviceId, at],
      rowMode: 'array',
    }),
  );
  const [times, ...columns] = rows[0] ?? [];
  const values: ValuesAt['values'] = {};
  for (const [index, { key }] of variables.entries()) {
    const place = columns[index]?.findIndex((value) => value !== null) ?? -1;
    const value = columns[index]?.[place] as number | string | undefined;
    if (value !== undefined) values[key] = { value, at: Number(times?.[place]) };
  }
  return { values };
}
