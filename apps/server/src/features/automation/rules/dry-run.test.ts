import type { AutomationStep, DryRun, RuleDefinition, TimerDefinition } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const now = Date.parse('2026-11-21T12:00:00Z');

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeAll(async () => {
  bench = await createAutomationBench(now);
  server = await bench.startServer();
  const { stored } = server.measure('A', { soil: 40 });
  server.measure('B', { level: 0 });
  await bench.time.pass(secondMs);
  await stored;
  // A week of A every 5 s: dry for an hour at every noon. B reports every minute whether there is water: not on the last two
  // days.
  const from = now - 7 * dayMs;
  const dryAtNoon = 'CASE WHEN at % 86400000 / 3600000 = 12 THEN 10 ELSE 40 END';
  const water = `CASE WHEN at >= ${now - 2 * dayMs - minuteMs} THEN 0 ELSE 1 END`;
  await store('A', 'soil', { from, everyMs: 5 * secondMs, value: dryAtNoon });
  await store('B', 'level', { from, everyMs: minuteMs, value: water });
});
afterAll(() => bench.close());

/** Writes messages of one variable, as the writer would have. */
async function store(
  espid: string,
  key: string,
  { from, everyMs, value }: { from: number; everyMs: number; value: string },
) {
  const { id } = server.deviceOf(espid);
  const { rows } = await bench.database.pool.query<{ slot: number }>(
    'SELECT slot FROM variables WHERE device_id = $1 AND key = $2',
    [id, key],
  );
  const before = 'NULL, '.repeat((rows[0]?.slot ?? 1) - 1);
  await bench.database.pool.query(
    `INSERT INTO telemetry (device_id, at, numbers)
     SELECT $1, at, ARRAY[${before}${value}]::float8[] FROM generate_series($2::bigint, $3::bigint, $4::bigint) AS at`,
    [id, from, now - 1, everyMs],
  );
}

/** An alert of a rule that is for all devices. Returns the id of the rule. */
async function addAlert(espid: string, { from, to }: { from: number; to: number }): Promise<number> {
  const { pool } = bench.database;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO alert_rules (account_id, name, enabled, severity, scope, condition, created_at, updated_at)
     VALUES ($1, 'Silent', true, 'info', '{"kind":"all"}', '{"kind":"silent","seconds":60}', 0, 0) RETURNING id`,
    [bench.accountId],
  );
  const ruleId = rows[0]?.id ?? 0;
  await pool.query(
    `INSERT INTO alerts (rule_id, account_id, device_id, severity, state, kind, text, started_at, active_at, cleared_at)
     VALUES ($1, $2, $3, 'info', 'cleared', 'silent', '', $4, $4, $5)`,
    [ruleId, bench.accountId, server.deviceOf(espid).id, from, to],
  );
  return ruleId;
}

const { signal } = new AbortController();
const dry = (definition: RuleDefinition | TimerDefinition, days = 7, until = signal): Promise<DryRun> =>
  server.dryRuns.run(server.deviceOf('A'), { definition, days }, until);
const times = ({ firings }: DryRun, phase = 'start') =>
  firings.filter((one) => one.phase === phase).map(({ at }) => new Date(at).toISOString().slice(5, 16));

describe('steps', () => {
  const on = { kind: 'output', pin: 'D2', mode: 'digit', value: 1 } as const;
  const off = { ...on, value: 0 } as const;
  const ifWater = {
    kind: 'if',
    condition: { espid: 'B', key: 'level', comparison: '>', threshold: 0, release: null },
  } as const;
  const wait = (seconds: number) => ({ kind: 'wait', seconds }) as const;
  const listed = ({ firings }: DryRun, index: number) =>
    firings[index]?.steps.map(({ at, step, left }) => [new Date(at).toISOString().slice(11, 19), step.kind, left]);

  test('are listed with their times, what is left out, and what is done at the end', async () => {
    const result = await dry(onA({ next: [wait(600), ifWater, on, wait(60), off], otherwise: [wait(30), off] }));
    expect(listed(result, 2)).toEqual([
      ['12:10:00', 'if', null],
      ['12:10:00', 'output', null],
      ['12:11:00', 'output', null],
    ]);
    expect(result.firings[3]).toMatchObject({ phase: 'back' });
    expect(listed(result, 3)).toEqual([['13:00:30', 'output', null]]);
    // On the last two days there is no water.
    expect(result.firings.at(-1)?.phase).toBe('back');
    expect(listed(result, result.firings.length - 2)).toEqual([
      ['12:10:00', 'if', 'Level of Board B was 0 cm, not above 0.'],
    ]);
  });

  test('of a start that comes meanwhile are replaced, left out or done afterwards', async () => {
    const next = [wait(86_400), wait(3_600), on] as RuleDefinition['next'] & object;
    const again = await dry(onA({ next: [wait(86_400), on] }));
    expect([again.count, again.firings.flatMap(({ steps }) => steps).length]).toEqual([7, 1]);
    const ignored = await dry(onA({ next, whileRunning: 'ignore' }));
    expect(times(ignored)).toEqual(['11-14T12:00', '11-16T12:00', '11-18T12:00', '11-20T12:00']);
    const queued = await dry(onA({ next, whileRunning: 'queue' }));
    expect(times(queued).slice(0, 3)).toEqual(['11-14T12:00', '11-15T13:00', '11-16T14:00']);
    expect(queued.firings[1]?.why).toMatch(/below 20\. It waited for its turn\.$/);
  });

  test('of a timer are listed too', async () => {
    const result = await dry({
      kind: 'timer',
      at: { type: 'time', secondOfDay: 6 * 3_600 },
      repeat: { type: 'daily' },
      action: on,
      next: [wait(90), off, ifWater, on],
    });
    expect(listed(result, 0)).toEqual([
      ['06:01:30', 'output', null],
      ['06:01:30', 'if', null],
      ['06:01:30', 'output', null],
    ]);
    expect(listed(result, 6)?.[1]).toEqual(['06:01:30', 'if', 'Level of Board B was 0 cm, not above 0.']);
  });

  test('look at several devices, alerts and hours as they were', async () => {
    const ruleId = await addAlert('B', { from: now - 30 * hourMs, to: now - hourMs });
    const { condition: water } = ifWater;
    const { espid: _, ...level } = water;
    const ifAll: AutomationStep = {
      kind: 'if',
      condition: {
        kind: 'joined',
        match: 'any',
        conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active' }],
        groups: [[water, { kind: 'devices', scope: { kind: 'all' }, match: 'all', ...level }]],
        activeHours: { from: 0, to: 86_399, days: [0, 1, 2, 3, 4, 5] },
      },
    };
    const at = { type: 'time', secondOfDay: 14 * 3_600 } as const;
    const result = await dry({ kind: 'timer', at, repeat: { type: 'daily' }, action: on, next: [ifAll, off] });
    const left = result.firings.map((one) => [new Date(one.at).toISOString().slice(5, 10), one.steps[0]?.left]);
    expect(left).toEqual([
      ['11-14', 'It was not between 00:00 and 23:59:59 on Sunday, Monday, Tuesday, Wednesday, Thursday and Friday.'],
      ['11-15', null],
      ['11-16', null],
      ['11-17', null],
      ['11-18', null],
      ['11-19', 'Alert "Silent" is not active. Level of Board B was 0 cm, not above 0.'],
      ['11-20', null],
    ]);
  });
});

describe('a rule', () => {
  test('on several devices and on an alert would have started with the first one', async () => {
    const scope = { kind: 'devices' as const, espids: ['A', 'B'] };
    const any = {
      kind: 'devices',
      match: 'any',
      scope,
      key: 'soil',
      comparison: '<',
      threshold: 20,
      release: null,
    } as const;
    const result = await dry(onA({ conditions: [any], back: 0 }));
    expect(times(result).slice(0, 2)).toEqual(['11-14T12:00', '11-15T12:00']);
    expect(result.series.map(({ espid, key }) => `${espid} ${key}`)).toEqual(['A soil', 'B soil']);
    const ruleId = await addAlert('B', { from: now - 30 * hourMs, to: now - 29 * hourMs });
    const alert = await dry(onA({ conditions: [{ kind: 'alert', ruleId, espid: 'B', state: 'active' }], back: 0 }));
    expect(alert.firings).toMatchObject([
      { at: now - 30 * hourMs, phase: 'start', why: 'Alert "Silent" of Board B is active.' },
      { at: now - 29 * hourMs, phase: 'back' },
    ]);
  });

  test('would have fired once on each day, and gone back', async () => {
    const result = await dry(onA({ forSeconds: 600, back: 0 }));
    expect(result.count).toBe(7);
    expect(times(result).slice(0, 2)).toEqual(['11-14T12:10', '11-15T12:10']);
    expect(times(result, 'back')[0]).toBe('11-14T13:00');
    expect(result.firings[0]?.why).toBe('Soil moisture was 10 %, below 20 for 10 minutes.');
    expect(result.note).toBeNull();
    expect([result.to - result.from, result.to - now < minuteMs]).toEqual([7 * dayMs, true]);
    const [series] = result.series;
    expect(series).toMatchObject({ espid: 'A', key: 'soil' });
    expect(series?.points.length).toBeLessThanOrEqual(600);
    const values = series?.points.map(([, value]) => value) ?? [];
    expect([Math.min(...values.map(Number)), Math.max(...values.map(Number))]).toEqual([10, 40]);
    expect(series?.points).toEqual(series?.points.toSorted(([a], [b]) => a - b));
  });

  test('shows when it would have done something else because its conditions ceased', async () => {
    const result = await dry(onA({ otherwise: [{ kind: 'notify', text: 'Wet' }] }), 1);
    expect(result.firings.map(({ phase }) => phase)).toEqual(['start', 'back']);
  });

  test('with a limit is ended after it', async () => {
    const result = await dry(onA({ limit: { seconds: 90, value: 0 } }), 1);
    expect(result.firings.map(({ phase }) => phase)).toEqual(['start', 'limit']);
    const [start, limit] = result.firings;
    expect((limit?.at ?? 0) - (start?.at ?? 0)).toBe(90 * secondMs);
  });

  test('of two devices joins their points in order', async () => {
    const { conditions } = onA({});
    const level = { espid: 'B', key: 'level', comparison: '>' as const, threshold: 0, release: null };
    const result = await dry(onA({ conditions: [...conditions, level] }));
    expect(times(result)).toEqual(['11-14T12:01', '11-15T12:00', '11-16T12:00', '11-17T12:00', '11-18T12:00']);
    expect(result.series.map(({ espid, key }) => [espid, key])).toEqual([
      ['A', 'soil'],
      ['B', 'level'],
    ]);
    expect(result.firings[0]?.why).toBe('Soil moisture was 10 %, below 20 and Level of Board B was 1 cm, above 0.');
  });

  test('of alternatives names the one that held, and draws what all of them read', async () => {
    const { conditions } = onA({});
    const level = { espid: 'B', key: 'level', comparison: '<' as const, threshold: 1, release: null };
    const result = await dry(onA({ match: 'any', conditions: [...conditions, level] }));
    expect(times(result)).toEqual([
      '11-14T12:00',
      '11-15T12:00',
      '11-16T12:00',
      '11-17T12:00',
      '11-18T12:00',
      '11-19T11:59',
    ]);
    expect(result.firings.at(-1)?.why).toBe('Level of Board B was 0 cm, below 1.');
    expect(result.series.map(({ espid }) => espid)).toEqual(['A', 'B']);
    expect(times(await dry(onA({ conditions: [], groups: [[...conditions, level]] })))).toEqual(times(result));
  });

  test('returns 500 firings at most, and still counts them all', async () => {
    const { id } = server.deviceOf('A');
    const { rows } = await bench.database.pool.query(
      `UPDATE telemetry SET numbers = array_fill(CASE WHEN at % 20000 < 5000 THEN 30 ELSE 40 END::float8, ARRAY[8])
       WHERE device_id = $1 AND at >= $2 AND at < $3 RETURNING 1`,
      [id, now - 6 * hourMs, now],
    );
    expect(rows).toHaveLength(4_320);
    const conditions = onA({}).conditions.map((condition) => ({ ...condition, threshold: 35 }));
    const result = await dry(onA({ conditions }), 1);
    expect(result.count).toBeGreaterThan(500);
    expect(result.firings).toHaveLength(500);
  });

  test('takes averages of a minute where messages are gone, and reports it', async () => {
    await bench.database.pool.query(
      `INSERT INTO rollup_1m (device_id, at, counts, mins, maxs, sums, lasts)
       SELECT $1, at, array_fill(12, ARRAY[8]), array_fill(5::float8, ARRAY[8]), array_fill(5::float8, ARRAY[8]),
         array_fill(60::float8, ARRAY[8]), array_fill(5::float8, ARRAY[8])
       FROM generate_series($2::bigint, $3::bigint, 60000) AS at ON CONFLICT DO NOTHING`,
      [server.deviceOf('A').id, now - 10 * dayMs, now - 10 * dayMs + hourMs],
    );
    const result = await dry(onA({ back: 0 }), 11);
    expect(times(result).slice(0, 2)).toEqual(['11-11T12:00', '11-14T12:00']);
    expect(result.note).toMatch(/averages of a minute/);
  });

  test('waits for those of the account before it, as long as there are few', async () => {
    const ended: number[] = [];
    const runs = [1, 2, 3, 4].map((days) => dry(onA({}), days).then(() => ended.push(days)));
    await expect(dry(onA({}))).rejects.toMatchObject({ status: 429, retryAfterSeconds: 2 });
    await Promise.all(runs);
    expect(ended).toEqual([1, 2, 3, 4]);
    await dry(onA({}), 1);
  });

  test('that nobody waits for any more makes way for the next one', async () => {
    const left = new AbortController();
    const first = dry(onA({}), 7, left.signal);
    const next = dry(onA({}), 1);
    left.abort();
    await expect(first).rejects.toThrow('aborted');
    expect((await next).count).toBeGreaterThan(0);
  });
});

describe('a timer', () => {
  const daily = (more: Partial<TimerDefinition>): TimerDefinition => ({
    kind: 'timer',
    at: { type: 'time', secondOfDay: 25_200 },
    repeat: { type: 'daily' },
    action: { kind: 'event', name: 'feed', value: '1' },
    ...more,
  });

  test('would have run at these instants', async () => {
    const result = await dry(daily({ repeat: { type: 'weekly', days: [1, 5] } }));
    expect(times(result)).toEqual(['11-16T07:00', '11-20T07:00']);
    expect(result.firings[0]?.why).toBe('Due on Monday and Friday at 07:00.');
    expect(result).toMatchObject({ count: 2, series: [], note: null });
  });

  test('reports why it would not have run', async () => {
    const result = await dry(daily({ at: { type: 'sun', event: 'sunrise', offsetMinutes: 0 } }));
    expect(result.count).toBe(0);
    expect(result.note).toMatch(/has no location.*7 of these days/);
  });
});
