import type { TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { automationRepository } from '../definitions/index.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A Saturday. */
const morning = Date.parse('2026-11-21T06:59:50Z');

type Bench = Awaited<ReturnType<typeof createAutomationBench>>;
let bench: Bench;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(morning);
  server = await bench.startServer();
  server.connect('A');
  server.connect('B');
});
afterEach(() => bench.close());

const daily = (hours: number, more: Partial<TimerDefinition> = {}): TimerDefinition => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay: hours * 3_600 },
  repeat: { type: 'daily' },
  action: { kind: 'event', name: 'feed', value: '1' },
  ...more,
});
const aIsDry = { espid: 'A', key: 'soil', comparison: '<', threshold: 20, release: null } as const;
/** What happened and what came of it, such as `start done`. */
const runs = async () => (await bench.runs()).map(({ phase, outcome }) => `${phase} ${outcome}`);
/** Lets time pass; what is due meanwhile happens. */
const pass = (ms: number) => bench.time.pass(ms);
/** The wall clock is looked at this often while something is due, as somebody may set it. */
const checkMs = 1_000;
/** So close messages to a board may be. */
const spacingMs = 300;
/** What servers do every five seconds, at once. */
const follow = (...servers: BenchServer[]) => Promise.all(servers.map(({ engine }) => engine.follow()));

describe('a timer', () => {
  test('runs at its second, shows it everywhere, and its run follows what the board reports', async () => {
    const { id } = await server.add('A', daily(7), 'Breakfast');
    expect(server.engine.nextAt(server.deviceOf('A'), daily(7))).toBe(morning + 10_000);
    await pass(9_999);
    expect(server.sent).toEqual([]);
    await pass(1);
    expect(server.sent).toEqual(['A event Event:feed:1']);
    expect(await bench.runs()).toMatchObject([
      { automationId: id, phase: 'start', dueAt: morning + 10_000, outcome: 'sent', why: 'Due every day at 07:00.' },
    ]);
    await pass(40);
    server.report('A', 'eventact', 'Event:feed:1');
    await bench.settled();
    expect(await bench.runs()).toMatchObject([{ outcome: 'done', result: 'feed to 1, acknowledged after 40 ms.' }]);
    expect(server.announced).toContain('A');
    const { commands } = await server.control.state(server.deviceOf('A'));
    expect(commands[0]?.actor).toMatchObject({ kind: 'timer', name: 'Breakfast', run: { phase: 'start', step: 0 } });
    expect(await server.engine.log.lastOf([id])).toMatchObject([{ outcome: 'done' }]);
    expect(server.engine.nextAt(server.deviceOf('A'), daily(7))).toBe(morning + 10_000 + 24 * hourMs);
  });

  test('runs once when the clock is set back, and in the hour that was left out when it is set on', async () => {
    await server.add('A', daily(7));
    await pass(10_000);
    expect(await runs()).toEqual(['start sent']);
    bench.time.at = morning - hourMs;
    await pass(checkMs);
    bench.time.at = morning + 20_000;
    await pass(checkMs);
    expect(await runs()).toEqual(['start sent']);
    // The machine slept from a minute before until a minute after the time of the next day.
    bench.time.at = morning + 24 * hourMs + minuteMs + 10_000;
    await pass(checkMs);
    expect(await runs()).toHaveLength(2);
    expect((await bench.runs())[1]?.why).toMatch(
      /^Due every day at 07:00 \((6\d seconds|1 minute) late, because the server was away\)\.$/,
    );
  });

  test.each([
    ['Asia/Bangkok', 'Europe/Berlin'],
    ['Europe/Berlin', 'America/New_York'],
  ])('runs once a date also when its account moves from %s to %s', async (before, after) => {
    bench.place.zone = before;
    const zoned = await bench.startServer();
    zoned.connect('A');
    const { id } = await zoned.add('A', daily(15));
    // 15:00 in Bangkok is 08:00 UTC, in Berlin 14:00 UTC, in New York 20:00 UTC.
    bench.time.at = Date.parse(before === 'Asia/Bangkok' ? '2026-11-21T08:00:00Z' : '2026-11-21T14:00:00Z');
    await pass(checkMs);
    expect(await runs()).toHaveLength(1);
    bench.place.zone = after;
    // Where accounts are is looked at every five seconds.
    await pass(5_000);
    // As late as the time of the same date in the new zone, and a minute more.
    bench.time.at = Date.parse(before === 'Asia/Bangkok' ? '2026-11-21T14:01:00Z' : '2026-11-21T20:01:00Z');
    await pass(checkMs);
    expect(await runs()).toHaveLength(1);
    bench.time.at += 24 * hourMs - 2 * minuteMs;
    await pass(checkMs);
    expect(await runs()).toHaveLength(1);
    bench.time.at += minuteMs;
    await pass(checkMs);
    expect(await runs()).toHaveLength(2);
    expect((await bench.runs()).every((run) => run.automationId === id)).toBe(true);
  });

  test('that was due while no server ran is done when that is five minutes ago at most', async () => {
    await server.add('A', daily(7), 'late');
    await server.add('A', daily(6.9), 'too late');
    await server.stop();
    bench.time.at = morning + 3 * minuteMs;
    server = await bench.startServer();
    server.connect('A');
    await pass(checkMs);
    expect(server.sent).toHaveLength(1);
    expect((await bench.runs()).map(({ outcome, why }) => [outcome, why])).toEqual([
      ['sent', 'Due every day at 07:00 (3 minutes late, because the server was away).'],
    ]);
    await server.stop();
    bench.time.at = morning + 2 * 24 * hourMs;
    server = await bench.startServer();
    await pass(5_000);
    expect(await runs()).toEqual(['start failed', 'start skipped', 'start skipped', 'start skipped']);
    const [, run] = await bench.runs();
    expect(run?.result).toMatch(/^The server was away at that time and came back \d+ hours later/);
  });

  test('that runs once is done after it, and one that the board runs is left alone', async () => {
    const once = await server.add('A', daily(7, { repeat: { type: 'once', date: '2026-11-21' } }));
    const other = await server.add('A', daily(7));
    server.onBoard.add(other.id);
    await pass(10_000);
    expect(server.sent).toHaveLength(1);
    expect(server.directory.find(once.id)?.enabled).toBe(false);
    expect(await bench.runs()).toMatchObject([{ automationId: once.id }]);
  });

  test('says on which days the sun does not set', async () => {
    bench.time.at = Date.parse('2026-06-21T00:00:00Z');
    bench.place.location = { latitude: 69.65, longitude: 18.96 };
    const arctic = await bench.startServer();
    await arctic.add('A', daily(0, { at: { type: 'sun', event: 'sunset', offsetMinutes: 0 } }));
    bench.time.at += 12 * hourMs;
    await pass(checkMs);
    expect(await runs()).toEqual(['start skipped']);
    expect((await bench.runs())[0]?.result).toBe('The sun does not set on this day at the place of the device.');
    expect(arctic.sent).toEqual([]);
  });

  test('of a board that is away waits five minutes for it, then it has failed', async () => {
    const alone = await bench.startServer();
    await server.stop();
    await alone.add('A', daily(7));
    await pass(10_000 + 5 * minuteMs - 1);
    expect(await runs()).toEqual(['start sent']);
    await pass(1);
    expect(await runs()).toEqual(['start failed']);
    expect((await bench.runs())[0]?.result).toBe('The board did not come back in time.');
    alone.connect('A');
    await pass(spacingMs);
    expect(alone.sent).toEqual([]);
  });

  test('that was made, changed or removed on another server is known here within seconds', async () => {
    const second = await bench.startServer();
    const { id } = await server.add('A', daily(8));
    await pass(5_000);
    expect(second.directory.find(id)?.definition).toEqual(daily(8));
    await bench.database.pool.query('UPDATE automations SET updated_at = updated_at + 1, name = $1', ['Other']);
    await pass(5_000);
    expect(second.directory.find(id)?.name).toBe('Other');
    await bench.database.pool.query('DELETE FROM automations');
    await pass(5_000);
    expect(second.directory.find(id)).toBeUndefined();
  });

  test('happens once with two servers on one database', async () => {
    await server.add('A', daily(7));
    const second = await bench.startServer();
    second.connect('A');
    await pass(10_000);
    expect(server.sent.length + second.sent.length).toBe(1);
    await pass(checkMs);
    expect(server.sent.length + second.sent.length).toBe(1);
    expect(await runs()).toHaveLength(1);
  });
});

describe('a rule', () => {
  test('on one board opens the valve on another, and closes it again', async () => {
    await server.add('B', onA({ back: 0 }), 'Water');
    server.measure('A', { soil: 25 });
    await pass(5_000);
    server.measure('A', { soil: 12 });
    await bench.settled();
    expect(server.sent).toEqual(['B io D1:digit:1']);
    await pass(40);
    server.report('B', 'ioact', 'D1:act:1');
    await bench.settled();
    expect(await bench.runs()).toMatchObject([
      {
        phase: 'start',
        outcome: 'done',
        why: 'Soil moisture of Board A was 12 %, below 20.',
        result: 'D1 on, acknowledged after 40 ms.',
      },
    ]);
    await pass(5_000);
    server.measure('A', { soil: 30 });
    await bench.settled();
    expect(server.sent.slice(1)).toEqual(['B io D1:digit:0']);
    server.report('B', 'ioact', 'D1:act:0');
    await bench.settled();
    expect(await runs()).toEqual(['start done', 'back done']);
  });

  test('continues after a restart: what it did is not done again, and its limit ends on time', async () => {
    const { id } = await server.add('B', onA({ limit: { seconds: 600, value: 0 } }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    expect(server.sent).toHaveLength(1);
    server.report('B', 'ioact', 'D1:act:1');
    await bench.settled();
    expect(await runs()).toEqual(['start done']);
    await server.stop();
    bench.time.at += 20 * minuteMs;
    server = await bench.startServer();
    server.connect('B');
    await pass(checkMs);
    expect(server.sent).toEqual(['B io D1:digit:0']);
    expect(await bench.runs()).toMatchObject([{ phase: 'start' }, { phase: 'limit' }]);
    const [start, limit] = await bench.runs();
    expect(limit?.dueAt).toBe((start?.at ?? 0) + 10 * minuteMs);
    server.measure('A', { soil: 11 });
    await follow(server);
    await bench.settled();
    expect(server.directory.find(id)?.active).toBe(true);
    expect(await runs()).toHaveLength(2);
  });

  test('that holds continues counting after a restart', async () => {
    await server.add('A', onA({ forSeconds: 120 }));
    server.measure('A', { soil: 12 });
    await server.stop();
    bench.time.at += minuteMs;
    server = await bench.startServer();
    server.connect('A');
    await pass(minuteMs - 1);
    expect(server.sent).toEqual([]);
    await pass(1);
    expect(server.sent).toHaveLength(1);
    expect(await bench.runs()).toMatchObject([{ at: morning + 2 * minuteMs, dueAt: morning + 2 * minuteMs }]);
  });

  test('ends what it began although the board does not confirm at first', async () => {
    await server.add('B', onA({ back: 0 }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    server.report('B', 'ioact', 'D1:act:1');
    await bench.settled();
    expect(await runs()).toEqual(['start done']);
    server.measure('A', { soil: 40 });
    await pass(spacingMs);
    expect(server.sent).toEqual(['B io D1:digit:1', 'B io D1:digit:0']);
    // The queue tries once more after 2 s and gives up after 5; the run does not.
    await pass(2_000);
    expect(server.sent.slice(2)).toEqual(['B io D1:digit:0']);
    await pass(10_000);
    expect(server.sent.slice(3)).toEqual([]);
    await pass(3_000);
    expect(server.sent.slice(3)).toEqual(['B io D1:digit:0']);
    expect(await runs()).toEqual(['start done', 'back sent']);
    server.report('B', 'ioact', 'D1:act:0');
    await bench.settled();
    expect(await runs()).toEqual(['start done', 'back done']);
  });

  test.each(['paused by the plan', 'sent more than it takes'])(
    'ends what it began although its board is %s for long',
    async (why) => {
      await server.add('B', onA({ limit: { seconds: 60, value: 0 } }));
      server.measure('A', { soil: 12 });
      await pass(spacingMs);
      server.report('B', 'ioact', 'D1:act:1');
      const device = server.deviceOf('B');
      const press = () =>
        server.control.sendEvent(device, { name: 'x', value: '1' }, { kind: 'person', name: 'Ann' }).catch(() => null);
      const isPaused = why === 'paused by the plan';
      device.paused = isPaused;
      for (let second = 0; second < 120; second += 1) {
        if (!isPaused) for (let presses = 0; presses < 25; presses += 1) void press();
        await pass(1_000);
      }
      expect(await runs()).toEqual(['start done', 'limit sent']);
      expect(server.sent.filter((line) => line.includes('digit'))).toEqual(['B io D1:digit:1']);
      device.paused = false;
      await pass(120_000);
      expect(server.sent.filter((line) => line.includes('digit'))[1]).toBe('B io D1:digit:0');
    },
  );

  test('does not try again what a person did otherwise meanwhile', async () => {
    await server.add('B', onA({}));
    server.measure('A', { soil: 12 });
    await pass(spacingMs + 2_000);
    expect(server.sent).toEqual(['B io D1:digit:1', 'B io D1:digit:1']);
    // The queue gives up 5 s after it sent the first time; the run waits for its next try.
    await pass(3_000);
    expect((await server.control.state(server.deviceOf('B'))).commands).toMatchObject([{ state: 'failed' }]);
    expect(await runs()).toEqual(['start sent']);
    const pins = [{ pin: 'D1', mode: 'digit' as const, value: 0 }];
    await server.control.switchOutputs(server.deviceOf('B'), { pins }, { kind: 'person', name: 'Ann' });
    await bench.settled();
    expect(await runs()).toEqual(['start skipped']);
    expect((await bench.runs())[0]?.result).toBe('A newer command for the same target took its place.');
    server.report('B', 'ioact', 'D1:act:0');
    await pass(10_000);
    expect(server.sent.slice(2)).toEqual(['B io D1:digit:0']);
  });

  test('fires once with two servers, and the one that is left ends what the other began', async () => {
    await server.add('B', onA({ limit: { seconds: 60, value: 0 } }));
    const second = await bench.startServer();
    second.connect('B');
    for (const one of [server, second]) one.measure('A', { soil: 12 });
    await pass(spacingMs);
    expect(server.sent.length + second.sent.length).toBe(1);
    await follow(server, second);
    expect(await runs()).toEqual(['start sent']);
    for (const one of [server, second]) one.report('B', 'ioact', 'D1:act:1');
    await bench.settled();
    expect(await runs()).toEqual(['start done']);
    const [reportedAgain, left] = server.sent.length === 1 ? [server, second] : [second, server];
    await reportedAgain.stop();
    await pass(minuteMs);
    expect(left.sent).toEqual(['B io D1:digit:0']);
    expect(await runs()).toEqual(['start done', 'limit sent']);
  });

  test('that another server changed and restarted is not begun once more', async () => {
    const record = await server.add('A', onA({}));
    const second = await bench.startServer();
    await pass(minuteMs);
    const changed = { ...record, definition: onA({ back: 0 }), updatedAt: bench.time.at };
    await bench.database.pool.query('UPDATE automations SET definition = $1, updated_at = $2', [
      changed.definition,
      changed.updatedAt,
    ]);
    server.directory.put(changed);
    await follow(server);
    for (const one of [server, second]) one.measure('A', { soil: 12 });
    await bench.settled();
    expect(server.sent).toHaveLength(1);
    await follow(server, second);
    expect(second.directory.find(record.id)).toMatchObject({ active: true, definition: onA({ back: 0 }) });
    await follow(server, second);
    expect(await runs()).toEqual(['start sent']);
  });

  test('hears the first value after it was saved, also of a board that has just sent many at once', async () => {
    for (let n = 0; n < 20; n += 1) server.measure('A', { soil: 50 });
    await server.add('A', onA({}));
    server.measure('A', { soil: 10 });
    await bench.settled();
    expect(await runs()).toEqual(['start sent']);
  });

  test('is followed as it was changed, also when the database was requested changes of others just before', async () => {
    const record = await server.add('A', onA({ conditions: [{ ...aIsDry, threshold: 5 }] }));
    await bench.time.pass(1_000);
    // What a check that began before the change was committed finds in the database.
    const changed = { ...record, definition: onA({}), updatedAt: bench.time.at };
    server.directory.put(changed);
    await follow(server);
    await automationRepository(bench.database).save(changed);
    server.measure('A', { soil: 10 });
    await bench.settled();
    expect(await runs()).toEqual(['start sent']);
  });

  test('restarts when it is changed, and does nothing when it is switched off', async () => {
    const record = await server.add('A', onA({ back: 0 }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    expect(server.sent).toHaveLength(1);
    server.report('A', 'ioact', 'D1:act:1');
    expect(server.directory.find(record.id)?.active).toBe(true);
    server.directory.put({ ...record, enabled: false });
    await bench.settled();
    server.measure('A', { soil: 50 });
    await bench.settled();
    await pass(spacingMs);
    expect(server.sent).toHaveLength(1);
    const { rows } = await bench.database.pool.query('SELECT active FROM automations');
    expect(rows).toEqual([{ active: false }]);
  });

  test('that is switched off still ends what it began, and nothing more', async () => {
    const record = await server.add('A', onA({ back: 0, limit: { seconds: 60, value: 0 } }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    server.report('A', 'ioact', 'D1:act:1');
    await bench.settled();
    expect(server.directory.find(record.id)?.revertAt).toBe(morning + minuteMs);
    const off = { ...record, enabled: false, active: false, holdsSince: null, revertAt: null };
    server.directory.put(off);
    await bench.settled();
    expect(server.directory.find(record.id)?.revertAt).toBe(morning + minuteMs);
    server.measure('A', { soil: 50 });
    await pass(minuteMs - spacingMs - 1);
    expect(server.sent).toHaveLength(1);
    await pass(1);
    expect(server.sent.slice(1)).toEqual(['A io D1:digit:0']);
    server.measure('A', { soil: 12 });
    await bench.settled();
    expect(await runs()).toEqual(['start done', 'limit sent']);
  });

  test('keeps how far it is when only its name is changed', async () => {
    const record = await server.add('A', onA({ back: 0 }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    server.report('A', 'ioact', 'D1:act:1');
    await bench.settled();
    server.directory.put({ ...record, name: 'Other' });
    expect(server.directory.find(record.id)?.active).toBe(true);
    server.measure('A', { soil: 50 });
    await pass(spacingMs);
    expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
  });

  test('counts for how long its conditions hold as before when only its name is changed', async () => {
    const { id } = await server.add('A', onA({ forSeconds: 120 }));
    server.measure('A', { soil: 12 });
    await server.stop();
    server = await bench.startServer();
    server.connect('A');
    await pass(minuteMs);
    server.measure('A', { soil: 50 });
    await pass(minuteMs);
    server.measure('A', { soil: 12 });
    await pass(minuteMs);
    const record = server.directory.find(id);
    if (record) server.directory.put({ ...record, name: 'Other' });
    await pass(minuteMs - 1);
    expect(server.sent).toEqual([]);
    await pass(1);
    expect(server.sent).toEqual(['A io D1:digit:1']);
  });

  test('writes down since when its conditions hold, also when its name is changed before that', async () => {
    const record = await server.add('A', onA({ forSeconds: 120 }));
    server.measure('A', { soil: 12 });
    await bench.settled();
    server.directory.put({ ...record, name: 'Other' });
    await follow(server);
    const { rows } = await bench.database.pool.query('SELECT holds_since FROM automations');
    expect(rows).toEqual([{ holds_since: morning }]);
  });

  test('writes down since when its conditions hold when the database is back', async () => {
    await server.add('A', onA({ forSeconds: 120 }));
    server.measure('A', { soil: 12 });
    await bench.settled();
    const query = async (text: string) => (await bench.database.pool.query(text)).rows;
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON automations EXECUTE FUNCTION refuse()`);
    await follow(server);
    await query('DROP TRIGGER refuse ON automations');
    await follow(server);
    expect(await query('SELECT holds_since FROM automations')).toEqual([{ holds_since: morning }]);
  });

  test('is not heard by boards of other accounts that call themselves the same', async () => {
    await server.add('B', onA({}));
    const { id } = server.deviceOf('A');
    const payload = Buffer.from('{"soil":1}');
    server.telemetry.ingest.take({
      deviceId: id + 100,
      espid: 'A',
      accountId: 999,
      payload,
      receivedAt: bench.time.at,
      durable: true,
    });
    await bench.settled();
    expect(await runs()).toEqual([]);
  });
});

test('a rule that comes and goes is calmed down, and the log reports it', async () => {
  const conditions = [{ espid: 'A', key: 'x', comparison: '==' as const, threshold: 1, release: null }];
  const { id } = await server.add('A', onA({ conditions, back: 0 }));
  const isActive = () => server.directory.find(id)?.active;
  for (let round = 0; round < 10; round += 1) {
    for (const x of [1, 0]) {
      server.measure('A', { x });
      await pass(10);
      expect(isActive()).toBe(x === 1);
    }
  }
  server.measure('A', { x: 1 });
  await bench.settled();
  expect((await bench.runs()).at(-1)?.why).toBe('It started 10 times within a minute, so it pauses for a minute.');
  expect(isActive()).toBe(false);
  const started = (await bench.runs()).filter(({ phase, result }) => phase === 'start' && result !== 'Not sent.');
  expect(started).toHaveLength(10);
  await pass(59_000);
  expect(isActive()).toBe(false);
  server.measure('A', { x: 1 });
  await pass(2_000);
  expect(isActive()).toBe(true);
});

test('the run log keeps 90 days and a thousand runs of each', async () => {
  const { id } = await server.add('A', daily(7));
  await bench.database.pool.query(
    `INSERT INTO automation_runs (automation_id, phase, due_at, at, outcome, why, result)
     SELECT $1, 'start', n, CASE WHEN n <= 5 THEN 0 ELSE $2::bigint END, 'done', 'n', '' FROM generate_series(1, 1200) AS n`,
    [id, morning],
  );
  await server.engine.log.removeOld(morning);
  const left = await bench.runs();
  expect([left.length, left[0]?.dueAt]).toEqual([1_000, 201]);
  const page = await server.engine.log.list([id], { before: left[10]?.id ?? 0, limit: 3 });
  expect(page.map(({ dueAt }) => dueAt)).toEqual([210, 209, 208]);
});

test('what waits, or has no outcome yet, is no old run', async () => {
  const { id } = await server.add('A', daily(7));
  await bench.database.pool.query(
    `INSERT INTO automation_runs (automation_id, phase, due_at, at, step, outcome, why, result)
     SELECT $1, 'start', n, CASE WHEN n = 1 THEN 0 ELSE $2::bigint END, n,
       CASE WHEN n <= 2 THEN 'waiting' WHEN n = 3 THEN 'sent' ELSE 'done' END, '', '' FROM generate_series(1, 1200) AS n`,
    [id, morning],
  );
  await server.engine.log.removeOld(morning);
  const left = await bench.runs();
  expect(left.slice(0, 4).map(({ dueAt, outcome }) => `${dueAt} ${outcome}`)).toEqual([
    '1 waiting',
    '2 waiting',
    '3 sent',
    '201 done',
  ]);
});
