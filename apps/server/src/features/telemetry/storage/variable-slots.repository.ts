import type { ClientBase } from 'pg';
import type { DeviceTelemetry, Variable } from '../variables/index.ts';

interface FromDevice {
  readonly device: DeviceTelemetry;
}

/**
 * Gives a slot to every variable of these messages that has none. Slots are given once, in the order in which variables first
 * came. Returns the ids of devices that no longer exist.
 */
export async function allocateSlots(client: ClientBase, messages: readonly FromDevice[]): Promise<Set<number>> {
  const gone = new Set<number>();
  for (const [device, variables] of withoutSlot(messages)) {
    const { rows } = await client.query<{ key: string; slot: number }>(
      `WITH taken AS (SELECT coalesce(max(slot), 0) AS slot FROM variables WHERE device_id = $1)
       INSERT INTO variables (device_id, slot, key, type)
       SELECT devices.id, taken.slot + row_number() OVER (ORDER BY new.place), new.key, new.type
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new(key, type, place)
       JOIN devices ON devices.id = $1 CROSS JOIN taken
       ON CONFLICT (device_id, key) DO UPDATE SET type = excluded.type
       RETURNING key, slot`,
      [device.id, variables.map((variable) => variable.key), variables.map((variable) => variable.type)],
    );
    if (rows.length === 0) gone.add(device.id);
    for (const { key, slot } of rows) device.setSlot(key, slot);
  }
  return gone;
}

function withoutSlot(messages: readonly FromDevice[]): Map<DeviceTelemetry, Variable[]> {
  const found = new Map<DeviceTelemetry, Variable[]>();
  for (const { device } of messages) {
    const variables = device.withoutSlot();
    if (variables.length > 0) found.set(device, variables);
  }
  return found;
}
