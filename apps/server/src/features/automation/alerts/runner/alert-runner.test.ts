import type { CommandState } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlertBench, createAlertBench, tooHot } from '../../../../../test/alerts.ts';
import { commandChanged } from '../../../boards/control/index.ts';
import { deviceReported } from '../../../boards/devices/index.ts';
import { updateChanged } from '../../../boards/firmware/index.ts';
import { alertChanged } from '../alerts.events.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Server = Awaited<ReturnType<AlertBench['startServer']>>;
let bench: AlertBench;
let server: Server;
beforeEach(async () => {
  bench = await createAlertBench(noon);
});
afterEach(() => bench.close());

const pass = (ms: number) => bench.time.pass(ms);
const alerts = async () => (await bench.alerts()).filter(({ rule }) => rule !== 'No data');
const states = async () => (await alerts()).map(({ rule, espid, state }) => `${rule} ${espid} ${state}`);
const published = (kind = 'limit') =>
  server.changes
    .filter((change) => change.kind === kind)
    .map(({ to, deviceId }) => `${to} ${server.devices.findById(deviceId)?.espid}`);
const activations = async () => (await bench.changes()).filter((change) => /^active Temp/.test(change));

describe('a rule', () => {
  test('of all devices has a state of its own on each, stored before anyone is told', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    const stored: unknown[] = [];
    server.bus.subscribe(alertChanged, 'stored', async ({ alertId }) => {
      const { rows } = await bench.database.pool.query('SELECT state FROM alerts WHERE id = $1', [alertId]);
      stored.push(rows[0]?.state);
    });
    server.measure('A', { temp: 31 });
    server.measure('B', { temp: 20 });
    await bench.settled();
    expect(await states()).toEqual(['Too hot A active']);
    server.measure('B', { temp: 40 });
    server.measure('A', { temp: 29 });
    await bench.settled();
    expect(await states()).toEqual(['Too hot A cleared', 'Too hot B active']);
    expect(published().toSorted()).toEqual(['active A', 'active B', 'cleared A']);
    expect(stored.toSorted()).toEqual(['active', 'active', 'cleared']);
    expect(server.changes[0]).toMatchObject({
      ruleName: 'Too hot',
      severity: 'warning',
      kind: 'limit',
      key: 'temp',
      value: 31,
      limit: 30,
      report: [
        { code: 'past_limit', label: 'Temperature', unit: '°C', value: 31, side: 'above', limit: 30, seconds: 0 },
      ],
      byId: null,
    });
  });

  test('is active on a device once, however many values pass its limit', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    for (let value = 31; value < 60; value += 1) {
      server.measure('A', { temp: value });
      await pass(1_000);
    }
    expect(await states()).toEqual(['Too hot A active']);
    expect(published()).toEqual(['active A']);
  });

  test('that is pending when the server ends continues, and keeps its start', async () => {
    await bench.addRule(tooHot({ forSeconds: 600 }));
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await pass(4 * minuteMs);
    await server.stop();
    expect(await alerts()).toMatchObject([{ state: 'pending', startedAt: noon, activeAt: null }]);
    bench.time.at += 2 * minuteMs;
    server = await bench.startServer();
    server.measure('A', { temp: 32 });
    await pass(4 * minuteMs - 1);
    expect(published()).toEqual([]);
    await pass(1_000);
    expect(await alerts()).toMatchObject([{ state: 'active', startedAt: noon, activeAt: noon + 10 * minuteMs }]);
    expect(await activations()).toEqual(['active Temperature was 32 °C, above 30 °C for 10 minutes.']);
  });

  test('that is pending is stored within five seconds, for when the server is killed', async () => {
    await bench.addRule(tooHot({ forSeconds: 120 }));
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await pass(5_000);
    // This server does not stop before the next one starts.
    const next = await bench.startServer();
    for (let count = 0; count < 2; count += 1) {
      next.measure('A', { temp: 31 });
      await pass(minuteMs);
    }
    expect(await alerts()).toMatchObject([{ state: 'active', startedAt: noon }]);
    expect(await activations()).toHaveLength(1);
  });

  test('that is pending no more leaves nothing behind', async () => {
    await bench.addRule(tooHot({ forSeconds: 600 }));
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await pass(6_000);
    expect(await alerts()).toHaveLength(1);
    server.measure('A', { temp: 29 });
    await pass(6_000);
    expect(await alerts()).toEqual([]);
    expect(published()).toEqual([]);
  });

  test('that is active when the server ends continues, and is not told again', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await bench.settled();
    await server.stop();
    server = await bench.startServer();
    server.measure('A', { temp: 33 });
    await pass(minuteMs);
    expect(published()).toEqual([]);
    server.measure('A', { temp: 29 });
    await bench.settled();
    expect(published()).toEqual(['cleared A']);
    expect(await states()).toEqual(['Too hot A cleared']);
  });

  test('whose value was lost in a crash does not clear by the one before it, and is not told again', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    server.measure('A', { temp: 21 });
    await pass(1_000);
    server.measure('A', { temp: 31 });
    await bench.settled();
    expect(await states()).toEqual(['Too hot A active']);
    await server.stop();
    await bench.database.pool.query('DELETE FROM telemetry WHERE at > $1', [noon]);
    await bench.database.pool.query('UPDATE variables SET last_number = 21, last_at = $1', [noon]);
    server = await bench.startServer();
    await bench.settled();
    expect(await states()).toEqual(['Too hot A active']);
    server.measure('A', { temp: 32 });
    await bench.settled();
    expect(published()).toEqual([]);
    server.measure('A', { temp: 29 });
    await bench.settled();
    expect(published()).toEqual(['cleared A']);
  });

  test('that flapped before a restart is calm after it', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    for (let round = 0; round < 4; round += 1) {
      for (const temp of [31, 29]) {
        server.measure('A', { temp });
        await pass(1_000);
      }
    }
    await server.stop();
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await pass(1_000);
    server.measure('A', { temp: 29 });
    await pass(9 * minuteMs);
    expect(published()).toEqual(['active A']);
    expect(server.changes[0]?.report).toContainEqual({ code: 'flapping', times: 5, minutes: 10 });
    server.measure('A', { temp: 29 });
    await pass(2 * minuteMs);
    expect(published()).toEqual(['active A', 'cleared A']);
  });

  test('follows devices that join, get its tag, or leave', async () => {
    await bench.addRule({ ...tooHot(), scope: { kind: 'tag', tag: 'Greenhouse' } });
    server = await bench.startServer();
    server.measure('A', { temp: 31 });
    await pass(2_000);
    expect(await states()).toEqual([]);
    await server.devices.change(bench.accountId, 'A', { tags: ['greenhouse'] });
    await pass(2_000);
    expect(await states()).toEqual(['Too hot A active']);
    await server.devices.change(bench.accountId, 'A', { tags: [] });
    await pass(2_000);
    expect(await alerts()).toMatchObject([{ state: 'cleared' }]);
    expect((await bench.changes()).at(-1)).toBe('cleared The rule is no longer for this device.');
  });

  test('is not fired by a late message, nor by one that comes twice', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    server.measure('A', { temp: 20 });
    await pass(minuteMs);
    server.measure('A', { temp: 40, ts: noon - hourMs });
    await bench.settled();
    expect(await states()).toEqual([]);
    server.measure('A', { temp: 40, ts: bench.time.at });
    await bench.settled();
    server.measure('A', { temp: 10, ts: bench.time.at - 1_000 });
    await bench.settled();
    expect(await states()).toEqual(['Too hot A active']);
  });

  test('is active once with two servers on one database', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    const second = await bench.startServer();
    for (const one of [server, second]) one.measure('A', { temp: 31 });
    await bench.settled();
    expect(server.changes.length + second.changes.length).toBe(1);
    for (const one of [server, second]) one.measure('A', { temp: 29 });
    await bench.settled();
    expect(await states()).toEqual(['Too hot A cleared']);
    expect(server.changes.length + second.changes.length).toBe(2);
  });

  test('is told when the database is back', async () => {
    await bench.addRule(tooHot());
    server = await bench.startServer();
    await bench.database.pool.query('ALTER TABLE alert_changes RENAME TO away');
    server.measure('A', { temp: 31 });
    await bench.settled();
    expect(published()).toEqual([]);
    expect(await alerts()).toEqual([]);
    await bench.database.pool.query('ALTER TABLE away RENAME TO alert_changes');
    await pass(4_000);
    expect(published()).toEqual(['active A']);
    expect(await activations()).toHaveLength(1);
  });
});

describe('what is to be notified', () => {
  test('is queued in the transaction that writes the alert, or neither is', async () => {
    await bench.addRule(tooHot());
    await bench.database.pool.query('CREATE TABLE queued (key text PRIMARY KEY)');
    let isBroken = true;
    server = await bench.startServer({
      async queue(tx, ...events) {
        for (const { key } of events) await tx.execute(sql`insert into queued values (${key})`);
        if (isBroken) throw new Error('The queue is away');
      },
    });
    server.measure('A', { temp: 31 });
    await bench.settled();
    const queued = async () => (await bench.database.pool.query('SELECT * FROM queued')).rows.length;
    expect([await queued(), (await alerts()).length, published().length]).toEqual([0, 0, 0]);
    isBroken = false;
    await pass(4_000);
    expect([await queued(), (await alerts()).length, published().length]).toEqual([1, 1, 1]);
  });
});

describe('the rule that each account has', () => {
  const noData = async () => (await bench.alerts()).map(({ espid, state, text }) => `${espid} ${state} ${text}`);

  test('reports a device that sends nothing for much longer than usual, and when it is back', async () => {
    server = await bench.startServer();
    for (let count = 0; count < 30; count += 1) {
      server.measure('A', { temp: 20 });
      await pass(10_000);
    }
    await pass(100_000);
    expect(await noData()).toEqual([]);
    await pass(15_000);
    expect(await noData()).toEqual(['A active It has sent nothing for 2 minutes. It usually sends every 10 seconds.']);
    server.measure('A', { temp: 20 });
    await bench.settled();
    expect(published('silent')).toEqual(['active A', 'cleared A']);
  });

  test('knows how often a board that sleeps reports, also after a restart', async () => {
    server = await bench.startServer();
    for (let count = 0; count < 6; count += 1) {
      server.measure('A', { temp: 20 });
      await bench.time.passLate(10 * minuteMs);
    }
    expect(await noData()).toEqual([]);
    await server.stop();
    server = await bench.startServer();
    await bench.time.passLate(10 * minuteMs);
    expect(await noData()).toEqual([]);
    // Three usual intervals; of a device of which nothing is known it would be three hours.
    await bench.time.passLate(23 * minuteMs);
    expect(await noData()).toEqual([expect.stringContaining('A active It has sent nothing for')]);
  });

  test('trusts the connection of a board that sends only when something happens, until it is lost', async () => {
    server = await bench.startServer();
    for (let count = 0; count < 30; count += 1) {
      server.measure('A', { door: count % 2 });
      await pass(count % 5 === 0 ? 2 * minuteMs : 3_000);
    }
    // Three of its usual intervals are six minutes; that it is a day at most is the detector's.
    await bench.time.passLate(hourMs);
    expect(await noData()).toEqual([]);
    server.devices.setOffline(server.deviceOf('A'));
    await pass(minuteMs);
    server.hear('A');
    await bench.time.passLate(hourMs);
    expect(await noData()).toEqual([]);
    server.devices.setOffline(server.deviceOf('A'));
    await pass(2 * minuteMs + 5_000);
    expect(await noData()).toEqual(['A active It has sent nothing for 62 minutes.']);
  });

  test('says nothing of a device that was never heard, and gives all the time to come back after a restart', async () => {
    server = await bench.startServer();
    await bench.time.passLate(10 * minuteMs);
    expect(await noData()).toEqual([]);
    for (let count = 0; count < 30; count += 1) {
      server.measure('B', { temp: 20 });
      await pass(10_000);
    }
    await server.stop();
    bench.time.at += 12 * hourMs;
    server = await bench.startServer();
    await pass(115_000);
    expect(await noData()).toEqual([]);
    server.measure('B', { temp: 20 });
    await pass(minuteMs);
    expect(await noData()).toEqual([]);
  });

  test('reports nobody because the clock was set on', async () => {
    server = await bench.startServer();
    for (let count = 0; count < 30; count += 1) {
      server.measure('A', { temp: 20 });
      await pass(10_000);
    }
    bench.time.at += 30 * hourMs;
    await pass(100_000);
    expect(await noData()).toEqual([]);
    server.measure('A', { temp: 20 });
    await pass(100_000);
    expect(await noData()).toEqual([]);
  });
});

test('a thousand rules and devices that become active at once are all written, and told once each', async () => {
  await bench.close();
  const espids = Array.from({ length: 100 }, (_, index) => `E${index}`);
  bench = await createAlertBench(noon, espids);
  for (let number = 0; number < 10; number += 1) await bench.addRule({ ...tooHot(), name: `Rule ${number}` });
  server = await bench.startServer();
  for (const espid of espids) server.measure(espid, { temp: 31 });
  await bench.settled();
  expect(await alerts()).toHaveLength(1_000);
  expect(new Set(server.changes.map(({ alertId }) => alertId)).size).toBe(1_000);
  expect(server.changes).toHaveLength(1_000);
});

test('a rule that is changed while it is active on very many devices is active again on those that it is for', async () => {
  await bench.close();
  const espids = Array.from({ length: 450 }, (_, index) => `E${index}`);
  bench = await createAlertBench(noon, espids);
  const { id } = await bench.addRule(tooHot());
  server = await bench.startServer();
  // The first ones are active by the old limit alone, so that many old alerts wait before those of the others.
  for (const [index, espid] of espids.entries()) server.measure(espid, { temp: index < 220 ? 31 : 40 });
  await bench.settled();
  await server.rules.change(bench.accountId, id, { condition: tooHot({ threshold: 35 }).condition });
  await pass(10_000);
  const open = (await alerts()).filter(({ state }) => state !== 'cleared');
  expect(open.map(({ espid }) => espid).toSorted()).toEqual(espids.slice(220).toSorted());
});

test('what was before a restart counts for what is judged by it', async () => {
  const stuck = { kind: 'stuck', key: 'temp', tolerance: 0, seconds: 600 } as const;
  await bench.addRule({ ...tooHot(), name: 'Stuck', condition: stuck });
  server = await bench.startServer();
  const report = async (minutes: number) => {
    for (let count = 0; count < minutes; count += 1) {
      server.measure('A', { temp: 20 });
      await pass(minuteMs);
    }
  };
  await report(6);
  await server.stop();
  server = await bench.startServer();
  await pass(1_000);
  await report(3);
  expect(published('stuck')).toEqual([]);
  await report(3);
  expect(published('stuck')).toEqual(['active A']);
});

test('what is usual is read in the background, and makes a value unusual', async () => {
  await bench.addRule({
    ...tooHot(),
    name: 'Odd',
    condition: { kind: 'unusual', key: 'temp', times: 4, forSeconds: 0 },
  });
  server = await bench.startServer();
  server.measure('A', { temp: 20 });
  await pass(1_000);
  await bench.database.pool.query(
    `INSERT INTO rollup_1h (at, device_id, counts, mins, maxs, sums, lasts)
     SELECT at, $1, '{60}', '{19.5}', '{20.5}', '{1200}', '{20}' FROM generate_series($2::bigint, $3::bigint, 3600000) AS at`,
    [server.deviceOf('A').id, noon - 27 * 24 * hourMs, noon - hourMs],
  );
  await server.stop();
  server = await bench.startServer();
  await pass(6_000);
  server.measure('A', { temp: 21 });
  await pass(1_000);
  expect(published('unusual')).toEqual([]);
  server.measure('A', { temp: 40 });
  await bench.settled();
  expect(published('unusual')).toEqual(['active A']);
  server.measure('A', { temp: 20 });
  await bench.settled();
  expect(published('unusual')).toEqual(['active A', 'cleared A']);
});

describe('what is no value', () => {
  const textsOf = async (rule: string) => {
    const { rows } = await bench.database.pool.query<{ to: string; text: string }>(
      `SELECT change.to, change.text FROM alert_changes AS change JOIN alerts ON alerts.id = change.alert_id
       JOIN alert_rules ON alert_rules.id = alerts.rule_id WHERE alert_rules.name = $1 ORDER BY change.id`,
      [rule],
    );
    return rows.map(({ to, text }) => `${to} ${text}`);
  };

  test('a command that failed is reported, until the same succeeds', async () => {
    await bench.addRule({ ...tooHot(), name: 'Command', condition: { kind: 'command-failed' } });
    server = await bench.startServer();
    const noResponse = 'The board did not respond.';
    const publish = async (state: CommandState, target = 'D1', reason = state === 'failed' ? noResponse : null) => {
      const command = { state, target, reason };
      const change = { deviceId: server.deviceOf('A').id, outputs: [], events: [], commands: [command] };
      server.bus.publish(commandChanged, change as never);
      await bench.settled();
    };
    await publish('sent');
    await publish('failed');
    await publish('acknowledged', 'D2');
    expect(await textsOf('Command')).toEqual(['active A command to D1 failed. The board did not respond.']);
    await publish('acknowledged');
    expect((await textsOf('Command')).at(-1)).toBe('cleared A command to D1 was acknowledged.');
    // What switches back waits for its next try.
    await publish('queued');
    await publish('queued', 'D1', noResponse);
    expect((await textsOf('Command')).slice(2)).toEqual(['active A command to D1 failed. The board did not respond.']);
  });

  test('a command that failed is reported also after a restart, until what had not succeeded before it does', async () => {
    await bench.addRule({ ...tooHot(), name: 'Command', condition: { kind: 'command-failed' } });
    server = await bench.startServer();
    const { id } = server.deviceOf('A');
    const happens = async (state: CommandState, target: string) => {
      await bench.database.pool.query(
        `INSERT INTO commands (device_id, kind, target, mode, value, state, actor, created_at, expires_at)
         VALUES ($1, 'output', $2, 'digit', '1', $3, '{"kind": "person", "name": "Ann"}', $4, $4)`,
        [id, target, state, bench.time.at],
      );
      const change = { deviceId: id, outputs: [], events: [], commands: [{ state, target, reason: null }] };
      server.bus.publish(commandChanged, change as never);
      await bench.settled();
    };
    await happens('failed', 'D1');
    await happens('failed', 'D2');
    await happens('failed', 'D3');
    await happens('acknowledged', 'D1');
    await server.stop();
    server = await bench.startServer();
    await happens('acknowledged', 'D1');
    await happens('acknowledged', 'D2');
    expect(await textsOf('Command')).toEqual(['active A command to D1 failed.']);
    await happens('acknowledged', 'D3');
    expect((await textsOf('Command')).slice(1)).toEqual(['cleared A command to D3 was acknowledged.']);
  });

  test('an update that failed is reported once, and an earlier one is not', async () => {
    await bench.addRule({ ...tooHot(), name: 'Update', condition: { kind: 'update-failed' } });
    server = await bench.startServer();
    const { id } = server.deviceOf('A');
    const add = async (state: string, finishedAt: number, place: number, accountId = bench.accountId) => {
      await bench.database.pool.query(
        `WITH made AS (INSERT INTO rollouts (account_id, file_name, version, strategy, state, by, created_at)
           VALUES ($1, 'a.bin', '1', 'all', 'finished', 'owner@example.com', 0) RETURNING id)
         INSERT INTO firmware_jobs (rollout_id, device_id, place, state, reason, created_at, finished_at)
           SELECT id, $2, $3, $4, 'The download ended too soon.', 0, $5 FROM made`,
        [accountId, id, place, state, finishedAt],
      );
      server.bus.publish(updateChanged, { deviceId: id });
      await bench.settled();
    };
    await add('failed', noon - hourMs, 0);
    const former = await bench.database.pool.query(
      "INSERT INTO accounts (email) VALUES ('former@example.com') RETURNING id",
    );
    await add('failed', noon, 3, former.rows[0].id);
    expect(await textsOf('Update')).toEqual([]);
    await add('failed', noon, 1);
    server.bus.publish(updateChanged, { deviceId: id });
    await bench.settled();
    expect(await textsOf('Update')).toEqual(['active The firmware update failed. The download ended too soon.']);
    await add('succeeded', noon + 1, 2);
    expect((await textsOf('Update')).at(-1)).toBe('cleared A firmware update succeeded.');
  });

  test('a weak signal is reported when a board reports it', async () => {
    await bench.addRule({ ...tooHot(), name: 'Signal', condition: { kind: 'signal', threshold: -80, forSeconds: 0 } });
    server = await bench.startServer();
    const device = server.deviceOf('A');
    for (const rssi of [-60, -85, -70]) {
      device.rssi = rssi;
      server.bus.publish(deviceReported, { deviceId: device.id, fact: 'info' });
      await bench.settled();
    }
    expect(await textsOf('Signal')).toEqual([
      'active Its Wi-Fi signal was -85 dBm, below -80 dBm.',
      'cleared Its Wi-Fi signal was -70 dBm, no longer below -80 dBm.',
    ]);
  });
});

test('a device that is paused, deleted or handed over has no open alert any more', async () => {
  await bench.addRule(tooHot());
  server = await bench.startServer();
  for (const espid of ['A', 'B']) server.measure(espid, { temp: 31 });
  await bench.settled();
  await server.devices.setPaused(bench.accountId, { pause: [server.deviceOf('A')], resume: [] });
  await server.devices.remove(bench.accountId, 'B');
  await pass(2_000);
  expect(await states()).toEqual(['Too hot A cleared', 'Too hot B cleared']);
  expect((await bench.changes()).slice(-2).toSorted()).toEqual([
    'cleared The device is paused.',
    'cleared The device was deleted or handed over.',
  ]);
});
