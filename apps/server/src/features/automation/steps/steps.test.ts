import type { AutomationStep, TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { resultOf } from '../runs/index.ts';

const minuteMs = 60_000;
/** A Saturday. */
const morning = Date.parse('2026-11-21T06:59:50Z');
/** So close messages to a board may be. */
const spacingMs = 300;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
/** How many of the lines that it was sent the board has confirmed. */
let confirmed = 0;
beforeEach(async () => {
  confirmed = 0;
  bench = await createAutomationBench(morning);
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

const set = (pin: string, value: 0 | 1): AutomationStep => ({ kind: 'output', pin, mode: 'digit', value });
const wait = (seconds: number): AutomationStep => ({ kind: 'wait', seconds });
const message = (text: string): AutomationStep => ({ kind: 'notify', text });
const ifDry: AutomationStep = {
  kind: 'if',
  condition: { espid: 'A', key: 'soil', comparison: '<', threshold: 20, release: null },
};
const timer = (next: AutomationStep[]): TimerDefinition => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay: 7 * 3_600 },
  repeat: { type: 'daily' },
  action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  next,
});
/** Lets time pass with a board that confirms what it is sent. */
const pass = async (ms: number) => {
  const until = bench.time.at + ms;
  while (bench.time.at < until) {
    await bench.time.pass(until - bench.time.at, () => server.sent.length > confirmed);
    for (const line of server.sent.slice(confirmed)) {
      const [, pin, value] = /io (\w+):digit:(\d)/.exec(line) ?? [];
      if (pin) server.report('A', 'ioact', `${pin}:act:${value}`);
    }
    confirmed = server.sent.length;
  }
};
const measure = async (soil: number) => {
  server.measure('A', { soil });
  await pass(2 * spacingMs);
};
/** What was done and what came of it, such as `start 1 sent`. */
const lines = async () =>
  (await bench.database.pool.query('SELECT phase, step, outcome FROM automation_runs ORDER BY id')).rows.map(
    ({ phase, step, outcome }) => `${phase} ${step} ${outcome}`,
  );
/** The server goes as if it were killed, and another one comes later. */
const restartAfter = async (ms: number) => {
  await server.stop();
  bench.time.at += ms;
  server = await bench.startServer();
  server.connect('A');
  confirmed = 0;
  await pass(3 * spacingMs);
};

test('steps follow one after the other, and those after a pause when it is over', async () => {
  const { id } = await server.add(
    'A',
    timer([set('D2', 1), wait(60), set('D1', 0), wait(30), message('Watered')]),
    'Water',
  );
  await pass(10_000 + 2 * spacingMs);
  expect(server.sent).toEqual(['A io D1:digit:1', 'A io D2:digit:1']);
  expect(await lines()).toEqual(['start 0 done', 'start 3 waiting', 'start 5 waiting', 'start 1 done']);
  expect(await server.engine.log.list([id], { before: null, limit: 9 })).toHaveLength(2);
  await pass(minuteMs);
  expect(server.sent.at(-1)).toBe('A io D1:digit:0');
  expect(server.messages.queued).toEqual([]);
  await pass(30_000);
  expect(server.messages.queued).toEqual(['Board A: Watered']);
  const [newest] = await server.engine.log.lastOf([id]);
  expect(newest).toMatchObject({ outcome: 'done', why: 'Due every day at 07:00.' });
  expect(server.engine.nextAt(server.deviceOf('A'), timer([]))).toBe(morning + 10_000 + 24 * 60 * minuteMs);
});

/** Adds what waits of an automation: so many steps that were due, or a start. */
const addWaiting = (automationId: number, step: number, count: number) =>
  bench.database.pool.query(
    `INSERT INTO automation_runs (automation_id, phase, step, due_at, began_at, at, action, outcome, why, result)
     SELECT $1, 'start', $2::int, $3::bigint - n, $3, $3, CASE WHEN $2::int > 0 THEN $4::jsonb END, 'waiting', '', ''
     FROM generate_series(1, $5::int) AS n`,
    [automationId, step, morning, set('D2', 1), count],
  );

test('a thousand steps of a deleted device keep those of others from nothing', async () => {
  const { id } = await server.add('B', timer([]));
  await server.add('A', timer([wait(60), set('D1', 0)]));
  await addWaiting(id, 1, 1_000);
  await bench.database.pool.query("UPDATE devices SET deleted_at = now() WHERE espid = 'B'");
  await restartAfter(0);
  await pass(10_000 + minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
});

test.each([
  ['a deleted device', 'UPDATE devices SET deleted_at = now()'],
  ['a disabled account', 'UPDATE accounts SET disabled_at = now()'],
  ['an account that is to be removed', 'UPDATE accounts SET delete_after = now()'],
])('what waits of %s has no turn', async (_, statement) => {
  const { log } = server.engine;
  for (const step of [0, 1]) await addWaiting((await server.add('B', timer([]))).id, step, 1);
  const listed = async () => [await log.listWaiting(morning), await log.listQueued()].map((rows) => rows.length);
  expect(await listed()).toEqual([1, 1]);
  await bench.database.pool.query(statement);
  expect(await listed()).toEqual([0, 0]);
});

test('"only if" is looked at when its turn comes, and leaves out what follows', async () => {
  const { id } = await server.add('A', timer([wait(60), ifDry, message('Still dry'), wait(60), message('Very dry')]));
  await measure(10);
  await pass(10_000);
  await measure(30);
  await pass(3 * minuteMs);
  expect(server.messages.queued).toEqual([]);
  const [newest] = await server.engine.log.lastOf([id]);
  expect(newest?.result).toBe('Soil moisture was 30 %, not below 20. What follows was left out.');
  expect((await lines()).filter((line) => line.endsWith('waiting'))).toEqual([]);
});

test('"only if" that holds leaves no line, and one of a silent variable does not hold', async () => {
  await server.add('A', timer([ifDry, message('Dry'), wait(900), ifDry, message('Very dry')]));
  await measure(10);
  await measure(10);
  await pass(11_000);
  expect(server.messages.queued).toEqual(['Board A: Dry']);
  await bench.time.passLate(16 * minuteMs);
  expect(server.messages.queued).toEqual(['Board A: Dry']);
  expect((await bench.runs()).at(-1)?.result).toMatch(/is not known any more/);
});

test('otherwise is done when the conditions cease, and takes the place of what still waits', async () => {
  await server.add(
    'A',
    onA({ next: [wait(120), message('Still dry')], otherwise: [set('D2', 1), wait(60), set('D2', 0)] }),
  );
  await measure(10);
  expect(server.sent).toEqual(['A io D1:digit:1']);
  await measure(30);
  await pass(spacingMs);
  expect(server.sent).toEqual(['A io D1:digit:1', 'A io D2:digit:1']);
  expect((await lines()).filter((line) => line.endsWith('waiting'))).toEqual(['back 3 waiting']);
  // Dry again before the end of the pause: what follows begins from its first step.
  await measure(10);
  expect((await lines()).filter((line) => line.endsWith('waiting'))).toEqual(['start 2 waiting']);
  await pass(2 * minuteMs + spacingMs);
  expect(server.messages.queued).toEqual(['Board A: Still dry']);
  expect(server.sent.filter((line) => line.includes('D2'))).toEqual(['A io D2:digit:1']);
});

test('what follows on a rule that goes back by itself comes after that', async () => {
  await server.add('A', onA({ back: 0, otherwise: [message('Wet')] }));
  await measure(10);
  await measure(30);
  await pass(spacingMs);
  expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
  expect(server.messages.queued).toEqual(['Board A: Wet']);
});

test('a server that was killed in a pause loses nothing and repeats nothing', async () => {
  await server.add('A', timer([wait(120), set('D1', 0), message('Watered')]));
  await pass(11_000);
  expect(server.sent).toEqual(['A io D1:digit:1']);
  await restartAfter(3 * minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:0']);
  expect(server.messages.queued).toEqual(['Board A: Watered']);
  await restartAfter(minuteMs);
  expect([server.sent, server.messages.queued]).toEqual([[], []]);
});

test('what is too late is left out with a line, but what was begun is ended', async () => {
  await server.add('A', timer([wait(120), set('D2', 1), message('Watered'), set('D1', 0)]));
  await pass(11_000);
  await restartAfter(60 * minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:0']);
  expect(server.messages.queued).toEqual([]);
  const skipped = (await bench.runs()).filter(({ outcome }) => outcome === 'skipped');
  expect(skipped).toHaveLength(2);
  expect(skipped[0]?.result).toMatch(/Only what is at most 5 minutes late is done/);
});

test('what was to be done only if something holds is not done when that was not checked in time', async () => {
  await server.add('A', timer([wait(120), ifDry, wait(1_200), set('D2', 1), set('D1', 0)]));
  await pass(11_000);
  await restartAfter(10 * minuteMs);
  await pass(30 * minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:0']);
  const skipped = (await bench.runs()).filter(({ outcome }) => outcome === 'skipped');
  expect(skipped.map(({ result }) => result)).toEqual([expect.stringMatching(/at most 5 minutes late.*left out/s)]);
});

test('what a deleted automation began is ended as soon as it is restored, and nothing else of it is done meanwhile', async () => {
  const made = await server.add('A', timer([wait(60), message('Watered'), set('D1', 0)]));
  await pass(11_000);
  await server.remove(made);
  await restartAfter(60 * minuteMs);
  await pass(5 * minuteMs);
  expect(server.sent).toEqual([]);
  await server.restore(made);
  await pass(6_000);
  expect(server.sent).toEqual(['A io D1:digit:0']);
  expect(server.messages.queued).toEqual([]);
});

test('a timer and a rule that another server has just deleted do nothing', async () => {
  await server.add('A', timer([]));
  await server.add('A', onA({ action: { kind: 'output', pin: 'D2', mode: 'digit', value: 1 } }));
  await bench.time.pass(9_000, () => false);
  await bench.database.pool.query('UPDATE automations SET deleted_at = $1', [bench.time.at]);
  await measure(10);
  await pass(30_000);
  expect(server.sent).toEqual([]);
  expect(await lines()).toEqual([]);
});

test('a board that is away for longer than what begins something waits is still sent what ends it', async () => {
  await server.add('A', timer([wait(600), set('D1', 0), set('D2', 1)]));
  await pass(10_000 + 9 * minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:1']);
  server.disconnect('A');
  await pass(7 * minuteMs);
  server.connect('A');
  await pass(2 * spacingMs);
  expect(server.sent.slice(1)).toEqual(['A io D1:digit:0']);
  expect(await lines()).toEqual(['start 0 done', 'start 2 done', 'start 3 failed']);
});

test('an event that ends what was begun is sent again when it failed, one that happens once more is not', async () => {
  const pump = (value: string) => ({ kind: 'event', name: 'pump', value }) as const;
  await server.add('A', { ...timer([wait(60), pump('1'), wait(60), pump('0')]), action: pump('1') });
  // The board responds to nothing, so its queue sends each event twice.
  await bench.time.pass(10_000 + 2 * minuteMs - 1);
  expect(server.sent).toEqual(Array(4).fill('A event Event:pump:1'));
  await bench.time.pass(20_000);
  expect(server.sent.slice(4)).toEqual(Array(4).fill('A event Event:pump:0'));
  server.report('A', 'eventact', 'Event:pump:0');
  await bench.settled();
  expect(await lines()).toEqual(['start 0 failed', 'start 2 failed', 'start 4 done']);
});

test('two servers do each step once', async () => {
  const other = await bench.startServer();
  other.connect('A');
  await server.add('A', timer([wait(60), message('One'), message('Two')]));
  await other.engine.follow();
  await pass(11_000 + minuteMs);
  await pass(10_000);
  expect([...server.messages.queued, ...other.messages.queued].sort()).toEqual(['Board A: One', 'Board A: Two']);
});

test('steps are done as they were when they began, also when the automation is changed meanwhile', async () => {
  const record = await server.add('A', timer([wait(60), set('D1', 0)]));
  await pass(11_000);
  const definition = timer([]);
  server.directory.put({ ...record, definition, updatedAt: bench.time.at });
  await pass(minuteMs + spacingMs);
  expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
});

test('a step that was taken by a server that was killed before it sent anything is done by the next one, once', async () => {
  const { id } = await server.add('A', { ...timer([set('D2', 1)]), at: { type: 'time', secondOfDay: 9 * 3_600 } });
  await server.stop();
  await bench.database.pool.query(
    `INSERT INTO automation_runs (automation_id, phase, due_at, at, outcome, why, result, step, action, began_at)
     VALUES ($1, 'start', $2, $2, 'sent', 'Due.', '', 1, $3, $2)`,
    [id, bench.time.at, set('D2', 1)],
  );
  await restartAfter(minuteMs);
  expect(server.sent.filter((line) => line.includes('D2'))).toEqual(['A io D2:digit:1']);
  await restartAfter(minuteMs);
  expect(server.sent.filter((line) => line.includes('D2'))).toEqual([]);
});

describe('a start while steps of an earlier one still wait', () => {
  const next = [wait(60), message('Watered')];
  /** Dry, and wet again, so that it starts once more the next time. */
  const dryOnce = async () => {
    await measure(10);
    await measure(30);
  };
  const watered = (times: number) => Array.from({ length: times }, () => 'Board A: Watered');
  const results = async () => (await bench.runs()).filter(({ outcome }) => outcome === 'skipped');

  test('starts over, when nothing else is chosen', async () => {
    await server.add('A', onA({ next }));
    await dryOnce();
    await pass(30_000);
    await dryOnce();
    await pass(50_000);
    expect(server.messages.queued).toEqual([]);
    await pass(11_000);
    expect(server.messages.queued).toEqual(watered(1));
  });

  test('is left out, with a line', async () => {
    await server.add('A', onA({ next, whileRunning: 'ignore', limit: { seconds: 600, value: 0 } }));
    await dryOnce();
    await pass(30_000);
    await dryOnce();
    await pass(60_000);
    expect(server.messages.queued).toEqual(watered(1));
    expect(await results()).toMatchObject([{ result: expect.stringMatching(/^Left out, because what an earlier/) }]);
    expect(server.sent).toEqual(['A io D1:digit:1']);
    await dryOnce();
    await pass(61_000);
    expect(server.messages.queued).toEqual(watered(2));
  });

  test('waits for its turn, also when the server is killed meanwhile', async () => {
    const { id } = await server.add('A', onA({ next, whileRunning: 'queue' }));
    for (let time = 0; time < 3; time += 1) await dryOnce();
    await pass(10_000);
    expect(server.sent).toEqual(['A io D1:digit:1']);
    await restartAfter(minuteMs);
    expect(server.messages.queued).toEqual(watered(1));
    expect(server.sent).toEqual(['A io D1:digit:1']);
    await pass(minuteMs + spacingMs);
    expect(server.messages.queued).toEqual(watered(2));
    expect(server.sent).toHaveLength(2);
    await pass(2 * minuteMs);
    expect(server.messages.queued).toEqual(watered(3));
    expect(server.sent).toHaveLength(2);
    const begun = (await server.engine.log.list([id], { before: null, limit: 9 })).filter(({ why }) =>
      /turn/.test(why),
    );
    expect(begun[0]?.why).toMatch(/^Soil moisture was 10 %, below 20\. It waited for its turn for \d minutes\.$/);
  });

  test('that waits for its turn begins its limit when it is taken', async () => {
    await server.add('A', onA({ next, whileRunning: 'queue', limit: { seconds: 30, value: 0 } }));
    await dryOnce();
    await dryOnce();
    await pass(40_000);
    expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
    await pass(60_000);
    expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0', 'A io D1:digit:1', 'A io D1:digit:0']);
  });

  test('that waits for its turn ends on time when its limit is over within seconds', async () => {
    await server.add('A', onA({ next, whileRunning: 'queue', limit: { seconds: 3, value: 0 } }));
    await dryOnce();
    await dryOnce();
    await pass(10_000);
    expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
    await bench.time.pass(2 * minuteMs, () => server.sent.length > 2);
    await pass(3_000);
    expect(server.sent.slice(2)).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
  });

  test('that waits for its turn is left out when its conditions cease and something is to be done then', async () => {
    await server.add('A', onA({ back: 0, otherwise: next, whileRunning: 'queue' }));
    await dryOnce();
    await measure(10);
    expect((await lines()).filter((line) => line === 'start 0 waiting')).toHaveLength(1);
    await measure(30);
    await pass(61_000);
    expect((await lines()).filter((line) => line === 'start 0 waiting')).toEqual([]);
    expect(server.messages.queued).toEqual(watered(1));
  });

  test('that waits for its turn is left out also when the limit has switched back before its conditions cease', async () => {
    await server.add('A', onA({ back: 0, next, whileRunning: 'queue', limit: { seconds: 3, value: 0 } }));
    await measure(10);
    await pass(10_000);
    await measure(30);
    expect(await lines()).not.toContainEqual(expect.stringMatching(/waiting$/));
  });

  test('is left out when ten wait already', async () => {
    await server.add('A', onA({ next: [wait(3_600), message('Watered')], whileRunning: 'queue' }));
    for (let time = 0; time < 12; time += 1) {
      await dryOnce();
      await pass(10_000);
    }
    expect((await lines()).filter((line) => line === 'start 0 waiting')).toHaveLength(10);
    expect(await results()).toMatchObject([{ result: 'Left out, because 10 starts were waiting already.' }]);
  });

  test('of a timer waits as well, and is left out when the server is away at its turn', async () => {
    await server.add('A', { ...timer([wait(86_400), wait(60), message('Watered')]), whileRunning: 'queue' });
    await pass(11_000);
    bench.time.at += 24 * 60 * minuteMs;
    await pass(2_000);
    expect(await lines()).toEqual(['start 0 done', 'start 3 waiting', 'start 0 waiting']);
    await restartAfter(60 * minuteMs);
    expect(server.sent).toEqual([]);
    expect((await results()).map(({ result }) => result)).toEqual([
      expect.stringMatching(/Only what is at most 5 minutes late/),
      expect.stringMatching(/Only what is at most 5 minutes late/),
    ]);
  });
});

test('what waits is listed in its order, and nothing of it is done when it is cancelled', async () => {
  const rule = onA({ next: [wait(60), ifDry, set('D1', 0), wait(30), message('Watered')], whileRunning: 'queue' });
  const { id } = await server.add('A', rule);
  await measure(10);
  await measure(30);
  await measure(10);
  const { log } = server.engine;
  const listed = (await log.waitingOf([id, id + 1])).get(id);
  expect(listed?.map(({ step }) => step?.kind)).toEqual(['if', 'output', 'notify', undefined]);
  expect(listed?.map(({ at }) => at - (listed[0]?.at ?? 0))).toEqual([0, 0, 30_000, 30_000]);
  await log.cancelWaiting(id, { at: bench.time.at, ...resultOf([{ code: 'cancelled' }]) });
  await pass(5 * minuteMs);
  expect(server.sent).toEqual(['A io D1:digit:1']);
  expect(server.messages.queued).toEqual([]);
  expect((await bench.runs()).filter(({ result }) => result === 'Cancelled on the Automation page.')).toHaveLength(3);
});
