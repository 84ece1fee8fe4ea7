import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlertBench, createAlertBench, tooHot } from '../../../../../test/alerts.ts';
import type { NotificationEvent } from '../../notifications/index.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const minuteMs = 60_000;
/** What lasts for long makes the test slow: each five seconds of it are passed one by one. */
const longMs = 2 * minuteMs;
const weekMs = 7 * 24 * 60 * minuteMs;

type Server = Awaited<ReturnType<AlertBench['startServer']>>;
let bench: AlertBench;
let server: Server;
let queued: NotificationEvent[];
beforeEach(async () => {
  bench = await createAlertBench(noon);
  queued = [];
  await bench.addRule(tooHot());
  server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
});
afterEach(() => bench.close());

const pass = (ms: number) => bench.time.pass(ms);
const notified = () => queued.map(({ kind, espid, subject }) => `${kind} ${espid}${subject.split('hot')[1] ?? ''}`);
const until = (ms: number) => ({ from: null, until: noon + ms, weekly: false });
const begin = (espids: string[], ms = longMs) =>
  server.maintenance.add(bench.accountId, { scope: { kind: 'devices', espids }, ...until(ms) });
async function measure(espid: string, temp: number): Promise<void> {
  server.measure(espid, { temp });
  await bench.settled();
}
const inMaintenance = async () => (await server.maintenance.list(bench.accountId)).devices.map(({ espid }) => espid);

describe('a device in maintenance', () => {
  test('has alerts that carry a mark and notify nobody until it ends, then those that are still active do', async () => {
    await begin(['A']);
    for (const espid of ['A', 'B']) await measure(espid, 31);
    expect(notified()).toEqual(['active B']);
    const { alerts } = await server.alerts.list(bench.accountId, { show: 'open', limit: 50 });
    expect(alerts.map(({ espid, duringMaintenance }) => [espid, duringMaintenance])).toEqual([
      ['B', false],
      ['A', true],
    ]);
    await pass(longMs - 1_000);
    expect(notified()).toEqual(['active B']);
    await pass(6_000);
    expect(notified()).toEqual(['active B', 'active A – still active']);
    expect(await bench.changes()).toContain('resumed');
    expect(await inMaintenance()).toEqual([]);
    await measure('A', 20);
    expect(notified().at(-1)).toBe('cleared A – back to normal');
  });

  test('notifies nobody of what was over by its end', async () => {
    await begin(['A']);
    await measure('A', 31);
    await measure('A', 20);
    await pass(2 * longMs);
    expect(notified()).toEqual([]);
  });

  test('that was offline before its end did not go offline then', async () => {
    const condition = { kind: 'silent', seconds: 60 } as const;
    await server.rules.add(bench.accountId, { ...tooHot(), name: 'Silent', condition });
    await begin(['A']);
    await measure('A', 20);
    await pass(longMs + 6_000);
    expect(queued).toMatchObject([
      { kind: 'active', espid: 'A', what: 'are still offline', translations: { th: { what: 'ยังออฟไลน์อยู่' } } },
    ]);
  });

  test('is not repeated what was active before, and is notified of when it ends early', async () => {
    await measure('A', 31);
    const { windows } = await begin(['A', 'B']);
    expect(notified()).toEqual(['active A', 'acknowledged A – snoozed']);
    expect(await inMaintenance()).toEqual(['A', 'B']);
    expect(await server.maintenance.end(bench.accountId, windows[0]?.id ?? 0)).toEqual({ windows: [], devices: [] });
    expect(notified().slice(2)).toEqual(['active A – still active']);
    const keys = queued.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('stays in it while another one or a snooze lasts', async () => {
    await begin(['A'], longMs);
    await begin(['A'], 2 * longMs);
    await measure('A', 31);
    await pass(longMs + 6_000);
    expect(notified()).toEqual([]);
    const { alerts } = await server.alerts.list(bench.accountId, { show: 'open', limit: 50 });
    const ids = alerts.map(({ id }) => id);
    await server.alerts.mute(bench.accountId, ids, 4);
    await pass(longMs + 6_000);
    expect(notified()).toEqual(['acknowledged A – snoozed']);
    await pass(longMs + 6_000);
    expect(notified()).toEqual(['acknowledged A – snoozed', 'active A – still active']);
  });

  test('acknowledged meanwhile is not notified of', async () => {
    await begin(['A']);
    await measure('A', 31);
    const { alerts } = await server.alerts.list(bench.accountId, { show: 'open', limit: 50 });
    await server.alerts.acknowledge(
      bench.accountId,
      alerts.map(({ id }) => id),
    );
    await pass(longMs + 6_000);
    expect(notified()).toEqual(['acknowledged A – acknowledged']);
  });

  test('is so after a restart too', async () => {
    await begin(['A']);
    await server.stop();
    server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
    await measure('A', 31);
    expect(notified()).toEqual([]);
    await pass(longMs + 6_000);
    expect(notified()).toEqual(['active A – still active']);
  });
});

test('two servers on one database notify people once', async () => {
  await begin(['A']);
  await measure('A', 31);
  await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
  await pass(longMs + 6_000);
  expect(notified()).toEqual(['active A – still active']);
});

describe('a maintenance', () => {
  test('of a tag is for those that have it, whatever its case, and one of a group for those in it', async () => {
    await server.devices.change(bench.accountId, 'B', { tags: ['Pond'] });
    await server.maintenance.add(bench.accountId, { scope: { kind: 'tag', tag: 'pond' }, ...until(longMs) });
    for (const espid of ['A', 'B']) await measure(espid, 31);
    expect(notified()).toEqual(['active A']);
    expect(await inMaintenance()).toEqual(['B']);
    const foreign = { kind: 'group', groupId: 99 } as const;
    await expect(server.maintenance.add(bench.accountId, { scope: foreign, ...until(longMs) })).rejects.toThrow(
      'There is no such group in your account.',
    );
  });

  test('of a tag quiets what is active on a device that gets it, and of one that loses it people are notified again', async () => {
    await server.maintenance.add(bench.accountId, { scope: { kind: 'tag', tag: 'pond' }, ...until(weekMs) });
    await measure('A', 31);
    await server.devices.change(bench.accountId, 'A', { tags: ['Pond'] });
    await pass(11_000);
    expect(notified()).toEqual(['active A', 'acknowledged A – snoozed']);
    await server.devices.change(bench.accountId, 'A', { tags: [] });
    await pass(11_000);
    expect(notified().slice(2)).toEqual(['active A – still active']);
  });

  test('of a group follows its devices also where they changed while no server ran', async () => {
    const { rows } = await bench.database.pool.query<{ id: number }>(
      `INSERT INTO device_groups (account_id, name, hue, "order") VALUES ($1, 'Pond', 1, 0) RETURNING id`,
      [bench.accountId],
    );
    const groupId = rows[0]?.id ?? 0;
    const grouped = server.devices.find('A');
    if (!grouped) throw new Error('There is no board A.');
    await server.devices.changeAll(bench.accountId, { groupId }, () => new Map([[grouped, []]]));
    await server.maintenance.add(bench.accountId, { scope: { kind: 'group', groupId }, ...until(weekMs) });
    for (const espid of ['A', 'B']) await measure(espid, 31);
    expect(notified()).toEqual(['active B']);
    await server.stop();
    await bench.database.pool.query("UPDATE devices SET group_id = CASE espid WHEN 'B' THEN $1::int END", [groupId]);
    server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
    await pass(11_000);
    expect(notified().slice(1).toSorted()).toEqual(['acknowledged B – snoozed', 'active A – still active']);
  });

  test('of a tag whose rule no longer is for a device either notifies nobody of it', async () => {
    await server.stop();
    await bench.database.pool.query(`UPDATE alert_rules SET scope = '{"kind":"tag","tag":"pond"}'`);
    server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
    await server.devices.change(bench.accountId, 'A', { tags: ['Pond'] });
    await server.maintenance.add(bench.accountId, { scope: { kind: 'tag', tag: 'pond' }, ...until(weekMs) });
    await pass(16_000);
    await measure('A', 31);
    expect((await bench.alerts()).map(({ state }) => state)).toEqual(['active']);
    // Half a second before the next check, and a second before the rule follows the change.
    await pass(3_500);
    await server.devices.change(bench.accountId, 'A', { tags: [] });
    await pass(20_000);
    expect((await bench.alerts()).map(({ state }) => state)).toEqual(['cleared']);
    expect(notified()).toEqual([]);
  });

  test('that is planned begins and ends by itself, and comes back each week on its owner’s clock', async () => {
    await measure('A', 31);
    const scope = { kind: 'devices' as const, espids: ['A'] };
    const times = { from: noon + longMs, until: noon + 2 * longMs, weekly: true };
    await server.maintenance.add(bench.accountId, { scope, ...times });
    expect(await inMaintenance()).toEqual([]);
    await pass(longMs + 6_000);
    expect(notified()).toEqual(['active A', 'acknowledged A – snoozed']);
    expect(await inMaintenance()).toEqual(['A']);
    await pass(longMs);
    expect(notified().slice(2)).toEqual(['active A – still active']);
    const { windows } = await server.maintenance.list(bench.accountId);
    expect(windows).toMatchObject([
      { from: times.from + weekMs, until: times.until + weekMs, weekly: true, devices: 1 },
    ]);
    await server.maintenance.remove(bench.accountId, windows[0]?.id ?? 0);
    expect((await server.maintenance.list(bench.accountId)).windows).toEqual([]);
  });

  test('of each week that is saved after its start has all of its hours the next time', async () => {
    const scope = { kind: 'devices' as const, espids: ['A'] };
    const times = { from: noon - longMs, until: noon + longMs, weekly: true };
    await server.maintenance.add(bench.accountId, { scope, ...times });
    expect(await inMaintenance()).toEqual(['A']);
    await pass(longMs + 6_000);
    const { windows } = await server.maintenance.list(bench.accountId);
    expect(windows).toMatchObject([{ from: times.from + weekMs, until: times.until + weekMs }]);
    const over = { scope, ...times, from: noon - 2 * longMs, until: noon - longMs };
    await expect(server.maintenance.add(bench.accountId, over)).rejects.toThrow('It has to end after it begins.');
  });

  test('of each week has its hours again after a night whose clock left them out', async () => {
    bench.place.zone = 'Europe/Berlin';
    bench.time.at = Date.parse('2027-03-20T12:00:00Z');
    const scope = { kind: 'devices' as const, espids: ['A'] };
    const first = { from: Date.parse('2027-03-21T01:00:00Z'), until: Date.parse('2027-03-21T01:30:00Z') };
    await server.maintenance.add(bench.accountId, { scope, ...first, weekly: true });
    /** The times of the next one, once this one is over. */
    const next = async (over: string) => {
      bench.time.at = Date.parse(over);
      await pass(6_000);
      const [window] = (await server.maintenance.list(bench.accountId)).windows;
      return [window?.from, window?.until].map((at) => new Date(at ?? 0).toISOString().slice(0, 16));
    };
    // From 02:00 to 02:30; on March 28 an hour later, as there is no 02:00.
    expect(await next('2027-03-21T02:00:00Z')).toEqual(['2027-03-28T01:00', '2027-03-28T01:30']);
    expect(await next('2027-03-28T02:00:00Z')).toEqual(['2027-04-04T00:00', '2027-04-04T00:30']);
  });

  test('is neither removed nor moved by a clock that may be wrong, and begins as planned when it is set right', async () => {
    let isTrusted = true;
    await server.stop();
    server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) }, () => isTrusted);
    await measure('A', 31);
    const times = { from: noon + longMs, until: noon + 2 * longMs };
    for (const weekly of [false, true]) {
      const scope = { kind: 'devices' as const, espids: ['A'] };
      await server.maintenance.add(bench.accountId, { scope, ...times, weekly });
    }
    isTrusted = false;
    bench.time.at = Date.parse('2036-11-21T12:00:00Z');
    await pass(6_000);
    bench.time.at = noon + minuteMs;
    await pass(6_000);
    isTrusted = true;
    const windows = async () => (await server.maintenance.list(bench.accountId)).windows;
    expect(await windows()).toMatchObject([times, times]);
    expect(notified()).toEqual(['active A']);
    await pass(longMs);
    expect(notified()).toEqual(['active A', 'acknowledged A – snoozed']);
    await pass(longMs);
    expect(await windows()).toMatchObject([{ from: times.from + weekMs, until: times.until + weekMs }]);
  });

  test.each([
    ['that ends before it begins', { from: noon + 2 * longMs }, 'It has to end after it begins.'],
    ['of two years', { until: noon + 2 * 53 * weekMs }, 'It can last for a year at most.'],
    ['of each week that lasts for one', { until: noon + weekMs, weekly: true }, 'What repeats each week has to be'],
  ])('%s is refused', async (_, times, message) => {
    const request = { scope: { kind: 'tag', tag: 'pond' } as const, ...until(longMs), ...times };
    await expect(server.maintenance.add(bench.accountId, request)).rejects.toThrow(message);
  });

  test('is one of a hundred at most', async () => {
    await bench.database.pool.query(
      `INSERT INTO maintenance_windows (account_id, tag, from_at, until_at, weekly)
       SELECT $1, 'x', $2::bigint, $2::bigint + 1000000, false FROM generate_series(1, 100)`,
      [bench.accountId, noon],
    );
    await expect(begin(['A'])).rejects.toThrow('There are 100 maintenances of these devices already.');
  });

  test('of a former owner says nothing about a device that was handed over', async () => {
    const { rows } = await bench.database.pool.query(
      "INSERT INTO accounts (email) VALUES ('new@example.com') RETURNING id",
    );
    await begin(['A']);
    await bench.database.pool.query("UPDATE devices SET account_id = $1 WHERE espid = 'A'", [rows[0]?.id]);
    await server.stop();
    server = await bench.startServer({ queue: async (_, ...events) => void queued.push(...events) });
    expect(await inMaintenance()).toEqual([]);
    await expect(server.maintenance.list(rows[0]?.id)).resolves.toEqual({ windows: [], devices: [] });
  });
});
