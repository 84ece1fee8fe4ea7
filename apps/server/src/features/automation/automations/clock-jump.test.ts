import type { AutomationStep, RuleDefinition, TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { automationRepository } from '../definitions/index.ts';

const minuteMs = 60_000;
const startAt = Date.parse('2026-11-21T14:00:00Z');
const jumpMs = 7 * 60 * minuteMs;
/** Of a variable that is measured each minute nothing is known any more after this. */
const lostMs = 10 * minuteMs;
/** A clock that was set back is noticed so soon, also when no board sends anything. */
const noticedMs = 5_000;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(startAt);
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

const pass = (ms: number) => bench.time.pass(ms);
const setBack = () => {
  bench.time.at -= jumpMs;
};
/** The server stops, and the clock is set back before another one starts. */
const setBackMeanwhile = async () => {
  await server.stop();
  setBack();
  server = await bench.startServer();
  server.connect('A');
  await bench.settled();
};
const measure = async (soil: number) => {
  server.measure('A', { soil });
  await bench.settled();
};
/** Adds a rule and makes it start. */
const start = async (more: Partial<RuleDefinition>) => {
  const record = await server.add('A', onA(more));
  await measure(10);
  server.report('A', 'ioact', 'D1:act:1');
  await bench.settled();
  return record;
};
/** What was done by now, as `start 0` with the place among the steps. */
const done = async () => {
  const { rows } = await bench.database.pool.query<{ phase: string; step: number }>(
    "SELECT phase, step FROM automation_runs WHERE outcome <> 'waiting' ORDER BY id",
  );
  return rows.map(({ phase, step }) => `${phase} ${step}`);
};

describe('a rule, after the clock was set back,', () => {
  test('follows what boards send from then on', async () => {
    await start({ back: 0 });
    setBack();
    await measure(30);
    expect(await done()).toEqual(['start 0', 'back 0']);
    await measure(10);
    expect(await done()).toEqual(['start 0', 'back 0', 'start 0']);
  });

  test('goes back when its sensor is silent from then on', async () => {
    await start({ back: 0 });
    await pass(minuteMs);
    await measure(10);
    await pass(minuteMs);
    setBack();
    await pass(3 * minuteMs);
    expect(await done()).toEqual(['start 0']);
    await bench.time.passLate(lostMs);
    expect((await bench.runs()).at(-1)).toMatchObject({
      phase: 'back',
      why: expect.stringContaining('not been reported'),
    });
  });

  test('does not start on a value that was outdated before', async () => {
    await measure(10);
    await pass(minuteMs);
    await measure(10);
    await bench.time.passLate(lostMs);
    await server.add('A', onA({}));
    setBack();
    await pass(noticedMs);
    expect(await done()).toEqual([]);
  });

  test('starts when its conditions have held for their time', async () => {
    await server.add('A', onA({ forSeconds: 120 }));
    await measure(10);
    await pass(minuteMs);
    setBack();
    await measure(10);
    await pass(2 * minuteMs);
    expect(await done()).toEqual(['start 0']);
  });

  test('that started too often pauses for a minute and no longer', async () => {
    await server.add('A', onA({ back: 0 }));
    for (let round = 0; round < 10; round += 1) {
      for (const soil of [10, 30]) {
        await measure(soil);
        await pass(10);
      }
    }
    await measure(10);
    expect((await bench.runs()).at(-1)?.why).toMatch(/pauses for a minute/);
    const before = (await done()).length;
    setBack();
    await pass(noticedMs);
    await measure(10);
    await pass(minuteMs);
    expect((await done()).slice(before)).toEqual(['start 0']);
  });

  test('ends what has a limit', async () => {
    await start({ limit: { seconds: 600, value: 0 } });
    await pass(minuteMs);
    setBack();
    await pass(noticedMs);
    expect(await done()).toEqual(['start 0', 'limit 0']);
    const limit = (await bench.runs()).at(-1);
    expect(limit?.dueAt).toBe(limit?.at);
  });

  test('ends what has a limit, also when no server ran meanwhile', async () => {
    await start({ limit: { seconds: 600, value: 0 } });
    await setBackMeanwhile();
    expect(await done()).toEqual(['start 0', 'limit 0']);
  });
});

test('a limit that is under way is no further off than the new one when it is made shorter', async () => {
  const record = await start({ limit: { seconds: 3_600, value: 0 } });
  await pass(minuteMs);
  const definition = onA({ limit: { seconds: 600, value: 0 } });
  const changed = { ...record, definition, updatedAt: bench.time.at };
  await automationRepository(bench.database).save(changed);
  server.directory.put(changed);
  await bench.settled();
  expect(server.directory.find(record.id)?.revertAt).toBe(bench.time.at + 10 * minuteMs);
  await pass(noticedMs);
  // A rule that is changed begins again; what its limit ends does not.
  expect(await done()).toEqual(['start 0', 'start 0']);
});

describe('a timer, after the clock was days ahead,', () => {
  const hourMs = 60 * minuteMs;
  const dayMs = 24 * hourMs;
  const jumpedMs = 3 * dayMs + hourMs;
  const daily = (more: Partial<TimerDefinition> = {}): TimerDefinition => ({
    kind: 'timer',
    at: { type: 'time', secondOfDay: 14 * 3_600 + 120 },
    repeat: { type: 'daily' },
    action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
    ...more,
  });
  /** Of each run the minutes after 14:00 at which it was due, and what came of it. */
  const due = async () =>
    (await bench.runs()).map(({ dueAt, outcome }) => `${(dueAt - startAt) / minuteMs} ${outcome}`);

  test.each([
    ['three days', jumpedMs],
    ['ten years', 3_653 * dayMs + hourMs],
  ])('by %s, runs at the times that it passed', async (_, aheadMs) => {
    await server.add('A', daily());
    await pass(minuteMs);
    bench.time.at += aheadMs;
    await pass(minuteMs);
    expect((await due()).length).toBeLessThan(9);
    bench.time.at -= aheadMs;
    await pass(noticedMs);
    expect(await due()).toEqual([]);
    await pass(minuteMs);
    expect(await due()).toEqual(['2 sent']);
    bench.time.at += dayMs;
    await pass(1_000);
    expect(await due()).toEqual(['2 sent', `${2 + dayMs / minuteMs} sent`]);
  });

  test('does late what came meanwhile', async () => {
    await server.add('A', daily());
    await pass(minuteMs);
    bench.time.at += jumpedMs;
    await pass(4 * minuteMs);
    bench.time.at -= jumpedMs;
    await pass(noticedMs + 1_000);
    expect(await due()).toEqual(['2 sent']);
    expect((await bench.runs())[0]?.why).toContain('3 minutes late');
  });

  test('runs at the times that it passed also when no server ran while it was set right', async () => {
    await server.add('A', daily());
    await pass(minuteMs);
    bench.time.at += jumpedMs;
    await pass(1_000);
    expect(await due()).toHaveLength(4);
    await server.stop();
    bench.time.at -= jumpedMs;
    server = await bench.startServer();
    server.connect('A');
    await pass(minuteMs);
    expect(await due()).toEqual(['2 sent']);
  });

  test.each([
    ['is noticed at once', noticedMs],
    ['is noticed by the next server', 0],
  ])('is not over when it runs once, which %s', async (_, afterMs) => {
    const { id } = await server.add('A', daily({ repeat: { type: 'once', date: '2026-11-21' } }));
    await pass(minuteMs);
    bench.time.at += dayMs;
    await pass(1_000);
    expect(server.directory.find(id)?.enabled).toBe(false);
    if (afterMs === 0) await server.stop();
    bench.time.at -= dayMs;
    if (afterMs === 0) server = await bench.startServer();
    await pass(noticedMs);
    expect(server.directory.find(id)?.enabled).toBe(true);
    await pass(minuteMs);
    expect(await due()).toEqual(['2 sent']);
    expect(server.directory.find(id)?.enabled).toBe(false);
  });

  test('that somebody switched off stays off', async () => {
    const record = await server.add('A', daily());
    await pass(minuteMs);
    bench.time.at += jumpedMs;
    await pass(1_000);
    const off = { ...record, enabled: false };
    await automationRepository(bench.database).save(off);
    server.directory.put(off);
    bench.time.at -= jumpedMs;
    await pass(noticedMs + minuteMs);
    expect(server.sent).toEqual([]);
  });
});

describe('steps, after the clock was set back,', () => {
  const next: AutomationStep[] = [
    { kind: 'wait', seconds: 180 },
    { kind: 'output', pin: 'D1', mode: 'digit', value: 0 },
    { kind: 'wait', seconds: 60 },
    { kind: 'notify', text: 'Watered' },
  ];

  test('wait as long as they were to', async () => {
    await start({ next });
    await pass(minuteMs);
    setBack();
    await pass(minuteMs);
    expect(await done()).toEqual(['start 0']);
    await pass(minuteMs + noticedMs);
    expect(await done()).toEqual(['start 0', 'start 2']);
    await pass(minuteMs);
    expect(await done()).toEqual(['start 0', 'start 2', 'start 4']);
  });

  test('begin to wait again when no server ran meanwhile', async () => {
    await start({ next });
    await pass(minuteMs);
    await setBackMeanwhile();
    await pass(2 * minuteMs);
    expect(await done()).toEqual(['start 0']);
    await pass(minuteMs + 1_000);
    expect(await done()).toEqual(['start 0', 'start 2']);
  });

  test('of a server whose clock was right stay as they are', async () => {
    await start({ next });
    await pass(minuteMs);
    const { rows: before } = await bench.database.pool.query('SELECT due_at FROM automation_runs ORDER BY id');
    await server.engine.log.moveWaiting(bench.time.at, jumpMs);
    const { rows: after } = await bench.database.pool.query('SELECT due_at FROM automation_runs ORDER BY id');
    expect(after).toEqual(before);
  });
});
