import type pg from 'pg';

/** The id of the n-th board, from 1, as `insertDevices` numbers them. */
export const espidOf = (number: number): string => `ESP32-D0WDQ6-100_${number.toString(16).padStart(8, '0')}`;

/**
 * Gives the account of a bench `count` devices with four variables each, places in and around a country, groups and tags. The
 * server reads them at its next start.
 */
export async function insertDevices(database: pg.Pool, count: number): Promise<void> {
  await database.query(
    `insert into device_groups (account_id, name, hue, "order")
     select 1, 'House ' || n, 1 + n % 8, n from generate_series(1, 40) n on conflict do nothing`,
  );
  await database.query(
    `insert into devices (account_id, espid, name, "order", family, rssi, firmware, latitude, longitude, tags, group_id,
       last_seen_at, online_changed_at, spoke_at)
     select 1, 'ESP32-D0WDQ6-100_' || lpad(to_hex(n), 8, '0'), 'Sensor ' || lpad(n::text, 4, '0'), n, 'esp32',
       -40 - n % 50, '1.0.8', 13 + (n::bigint * 7919 % 1000) / 250.0, 99 + (n::bigint * 104729 % 1000) / 250.0,
       array[(array['North', 'South', 'East', 'West'])[1 + n % 4]],
       (select id from device_groups where account_id = 1 and name = 'House ' || (1 + n % 40)),
       now() - n * interval '1 second', now() - n * interval '1 minute', now()
     from generate_series(1, $1::int) n on conflict do nothing`,
    [count],
  );
  await database.query(
    `insert into variables (device_id, slot, key, last_number, last_at)
     select devices.id, slot, (array['temp', 'humid', 'soil', 'light'])[slot], slot * 10 + devices.id % 10,
       (extract(epoch from now()) * 1000)::bigint
     from devices, generate_series(1, 4) slot where account_id = 1 on conflict do nothing`,
  );
}
