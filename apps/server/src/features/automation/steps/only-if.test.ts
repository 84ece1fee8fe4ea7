import type { AutomationStep, JoinedConditions, RuleCondition } from '@cyno/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

const minuteMs = 60_000;
/** A Saturday. */
const noon = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(noon);
  server = await bench.startServer();
});
afterEach(() => bench.close());

const write = async (sql: string, values: unknown[]): Promise<number> => {
  const { rows } = await bench.database.pool.query<{ id: number }>(`${sql} RETURNING id`, values);
  return rows[0]?.id ?? 0;
};
const addRule = () =>
  write(
    `INSERT INTO alert_rules (account_id, name, enabled, severity, scope, condition, created_at, updated_at)
     VALUES ($1, 'Too hot', true, 'warning', '{"kind":"all"}', '{"kind":"silent","seconds":60}', 0, 0)`,
    [bench.accountId],
  );
const addAlert = (ruleId: number, espid: string) =>
  write(
    `INSERT INTO alerts (rule_id, account_id, device_id, severity, state, kind, text, started_at, active_at)
     VALUES ($1, $2, $3, 'warning', 'active', 'silent', '', $4, $4)`,
    [ruleId, bench.accountId, server.deviceOf(espid).id, bench.time.at],
  );
const above = (espid: string, threshold: number): RuleCondition => ({
  ...{ espid, key: 'light', comparison: '>', threshold },
  release: null,
});
const anyDevice: RuleCondition = {
  ...{ kind: 'devices', scope: { kind: 'all' }, match: 'any', key: 'light', comparison: '>' },
  threshold: 80,
  release: null,
};
const onlyIf = (joined: Partial<JoinedConditions>): AutomationStep => ({
  kind: 'if',
  condition: { kind: 'joined', conditions: [], activeHours: null, ...joined },
});

/** Starts an automation a minute before the step is looked at, with light 50 on A and 90 on B. Returns what it came to. */
async function runUntil(step: AutomationStep) {
  server.measure('A', { light: 50 });
  server.measure('B', { light: 90 });
  await bench.time.pass(1_000);
  const next: AutomationStep[] = [{ kind: 'wait', seconds: 60 }, step, { kind: 'notify', text: 'Went on' }];
  await server.add('A', onA({ action: { kind: 'notify', text: 'Began' }, next }));
  server.measure('A', { soil: 10 });
  await bench.time.pass(2 * minuteMs);
  expect(server.messages.queued[0]).toBe('Board A: Began');
  return { went: server.messages.queued.length > 1, newest: (await bench.runs()).at(-1) };
}

test.each<[string, Partial<JoinedConditions>, string]>([
  [
    'a condition and one of a group',
    { conditions: [above('A', 40)], groups: [[above('A', 60), above('B', 60)]] },
    'Light was 50 lx, above 40 and Light of Board B was 90 lx, above 60.',
  ],
  [
    'one of several',
    { match: 'any', conditions: [above('A', 60), above('B', 60)] },
    'Light of Board B was 90 lx, above 60.',
  ],
  ['any of several devices', { conditions: [anyDevice] }, 'Light of Board B was 90 lx, above 80.'],
])('continues with %s, and the log says what was found', async (_, joined, found) => {
  const { went, newest } = await runUntil(onlyIf(joined));
  expect(went).toBe(true);
  expect(newest?.why).toBe(`Soil moisture was 10 %, below 20. It continued: ${found}`);
});

test('continues within hours alone, of which there is nothing to say', async () => {
  const { went, newest } = await runUntil(onlyIf({ activeHours: { from: 12 * hour, to: 13 * hour, days: [6] } }));
  expect(went).toBe(true);
  expect(newest?.why).toBe('Soil moisture was 10 %, below 20.');
});

test.each<[string, Partial<JoinedConditions>, string]>([
  [
    'a group of which nothing holds',
    { conditions: [above('A', 40)], groups: [[above('A', 60), above('B', 95)]] },
    'Light was 50 lx, not above 60. Light of Board B was 90 lx, not above 95.',
  ],
  [
    'devices of which one does not hold',
    { conditions: [{ ...anyDevice, match: 'all' }] as RuleCondition[] },
    'Light was 50 lx, not above 80.',
  ],
  [
    'a tag that no device has',
    { conditions: [{ ...anyDevice, scope: { kind: 'tag', tag: 'north' } }] as RuleCondition[] },
    'None of its devices are left.',
  ],
  [
    'hours on another day',
    { conditions: [above('A', 40)], activeHours: { from: 12 * hour, to: 13 * hour, days: [1, 2] } },
    'It was not between 12:00 and 13:00 on Monday and Tuesday.',
  ],
  [
    'hours that are over',
    { activeHours: { from: 6 * hour, to: 12 * hour, days: everyDay } },
    'It was not between 06:00 and 12:00.',
  ],
])('leaves out the rest because of %s', async (_, joined, reason) => {
  const { went, newest } = await runUntil(onlyIf(joined));
  expect(went).toBe(false);
  expect(newest).toMatchObject({ outcome: 'skipped', result: `${reason} What follows was left out.` });
});

test('looks at alerts when its turn comes, of the device that it names', async () => {
  const ruleId = await addRule();
  const step = onlyIf({ conditions: [{ kind: 'alert', ruleId, espid: 'B', state: 'active' }] });
  await addAlert(ruleId, 'A');
  const { went, newest } = await runUntil(step);
  expect(went).toBe(false);
  expect(newest?.result).toBe('Alert "Too hot" is not active. What follows was left out.');
  await addAlert(ruleId, 'B');
  server.measure('A', { soil: 30 });
  await bench.time.pass(1_000);
  server.measure('A', { soil: 10 });
  await bench.time.pass(2 * minuteMs);
  expect(server.messages.queued.at(-1)).toBe('Board A: Went on');
  expect((await bench.runs()).at(-1)?.why).toMatch(/It continued: alert "Too hot" of Board B is active\.$/);
});

test('an alert of another account does not count', async () => {
  const ruleId = await addRule();
  await addAlert(ruleId, 'B');
  const stranger = await write('INSERT INTO accounts (email) VALUES ($1)', ['stranger@example.com']);
  await bench.database.pool.query('UPDATE alert_rules SET account_id = $1', [stranger]);
  await bench.database.pool.query('UPDATE alerts SET account_id = $1', [stranger]);
  const step = onlyIf({ conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active' }] });
  const { went, newest } = await runUntil(step);
  expect(went).toBe(false);
  expect(newest?.result).toBe('An alert is not active. What follows was left out.');
});
