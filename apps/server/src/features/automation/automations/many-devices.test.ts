import type { RuleCondition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { deviceListChanged } from '../../boards/devices/index.ts';
import { type AlertChange, alertChanged } from '../alerts/index.ts';

/** A Saturday. */
const morning = Date.parse('2026-11-21T06:59:50Z');
/** Changes of devices are taken over this late, and messages to a board have a distance of less. */
const applyMs = 1_000;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(morning);
  server = await bench.startServer();
  server.connect('A');
  server.connect('B');
});
afterEach(() => bench.close());

describe('a rule on devices with a tag', () => {
  const dryInNorth: RuleCondition = {
    kind: 'devices',
    match: 'any',
    scope: { kind: 'tag', tag: 'North' },
    key: 'soil',
    comparison: '<',
    threshold: 20,
    release: null,
  };
  const message = { kind: 'notify', text: '{device} has {value}' } as const;
  const tag = async (espid: string, tags: string[]) => {
    server.deviceOf(espid).tags = tags;
    server.bus.publish(deviceListChanged, { accountId: bench.accountId });
    await bench.time.pass(applyMs);
  };
  const addRule = () => server.add('A', onA({ conditions: [dryInNorth], action: message }));

  test('names the one that made it start, also in the message, and follows who gets the tag and loses it', async () => {
    await addRule();
    server.measure('B', { soil: 5 });
    await bench.settled();
    expect(server.messages.queued).toEqual([]);
    await tag('B', ['north']);
    await bench.settled();
    expect(server.messages.queued).toEqual(['Board A: Board B has 5 %']);
    expect(await bench.runs()).toMatchObject([{ why: 'Soil moisture of Board B was 5 %, below 20.' }]);
    await tag('B', []);
    await tag('A', ['north']);
    server.measure('B', { soil: 4 });
    server.measure('A', { soil: 3 });
    await bench.settled();
    expect(server.messages.queued.slice(1)).toEqual(['Board A: Board A has 3 %']);
    expect(server.directory.readersOf(server.deviceOf('B').id)).toEqual([]);
    expect(server.directory.readersOf(server.deviceOf('A').id)).toHaveLength(1);
  });

  test('neither reads a board of another account that calls itself the same, nor a device that is paused', async () => {
    await tag('B', ['north']);
    await addRule();
    const payload = Buffer.from('{"soil":1}');
    const { id } = server.deviceOf('B');
    const receivedAt = bench.time.at;
    server.telemetry.ingest.take({
      deviceId: id + 100,
      espid: 'B',
      accountId: 999,
      payload,
      receivedAt,
      durable: true,
    });
    await bench.settled();
    server.deviceOf('B').paused = true;
    await tag('B', ['north']);
    server.measure('B', { soil: 2 });
    await bench.settled();
    expect(server.messages.queued).toEqual([]);
  });
});

describe('a rule on an alert', () => {
  const write = async (sql: string, values: unknown[]): Promise<number> => {
    const { rows } = await bench.database.pool.query<{ id: number }>(`${sql} RETURNING id`, values);
    return rows[0]?.id ?? 0;
  };
  const addAlertRule = (accountId: number) =>
    write(
      `INSERT INTO alert_rules (account_id, name, enabled, severity, scope, condition, created_at, updated_at)
       VALUES ($1, 'Too hot', true, 'warning', '{"kind":"all"}', '{"kind":"silent","seconds":60}', 0, 0)`,
      [accountId],
    );
  const addAlert = (ruleId: number, accountId: number) =>
    write(
      `INSERT INTO alerts (rule_id, account_id, device_id, severity, state, kind, text, started_at, active_at)
       VALUES ($1, $2, $3, 'warning', 'active', 'silent', '', $4, $4)`,
      [ruleId, accountId, server.deviceOf('B').id, bench.time.at],
    );

  test('starts with it, is as it was after a restart, and goes back when it is acknowledged', async () => {
    const ruleId = await addAlertRule(bench.accountId);
    const alertId = await addAlert(ruleId, bench.accountId);
    const condition = { kind: 'alert', ruleId, espid: null, state: 'unacknowledged' } as const;
    await server.add('A', onA({ conditions: [condition], back: 0 }));
    await bench.time.pass(applyMs);
    expect(server.sent).toEqual(['A io D1:digit:1']);
    expect(await bench.runs()).toMatchObject([
      { why: 'Alert "Too hot" of Board B is active and not acknowledged.', phase: 'start' },
    ]);
    server.report('A', 'ioact', 'D1:act:1');
    await bench.time.pass(applyMs);
    await server.stop();
    server = await bench.startServer();
    server.connect('A');
    await server.engine.follow();
    expect(server.sent).toEqual([]);
    const change = { ruleId, alertId, accountId: bench.accountId, deviceId: server.deviceOf('B').id } as AlertChange;
    server.bus.publish(alertChanged, { ...change, ruleName: 'Too hot', to: 'acknowledged', at: bench.time.at });
    await bench.time.pass(applyMs);
    expect(server.sent).toEqual(['A io D1:digit:0']);
  });

  test('ends when the device of the alert is deleted', async () => {
    const ruleId = await addAlertRule(bench.accountId);
    const alertId = await addAlert(ruleId, bench.accountId);
    await server.add('A', onA({ conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active' }], back: 0 }));
    await bench.time.pass(applyMs);
    server.report('A', 'ioact', 'D1:act:1');
    const nobody = 999;
    const change = { ruleId, alertId, accountId: bench.accountId, deviceId: nobody, ruleName: 'Too hot' };
    server.bus.publish(alertChanged, { ...change, to: 'cleared', at: bench.time.at } as AlertChange);
    await bench.time.pass(applyMs);
    expect(server.sent).toEqual(['A io D1:digit:1', 'A io D1:digit:0']);
  });

  test('is what a message leads to: its variable since it began, stored or heard of', async () => {
    const began = bench.time.at - 3_600_000;
    const ruleId = await addAlertRule(bench.accountId);
    const stored = await addAlert(ruleId, bench.accountId);
    await bench.database.pool.query(`UPDATE alerts SET key = 'temp', started_at = $2 WHERE id = $1`, [stored, began]);
    await server.add('A', onA({ conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active' }] }));
    const other = await addAlertRule(bench.accountId);
    await server.add('A', onA({ conditions: [{ kind: 'alert', ruleId: other, espid: null, state: 'active' }] }));
    await bench.time.pass(applyMs);
    const change = { ruleId: other, alertId: stored + 1, accountId: bench.accountId, ruleName: 'Too wet' };
    const about = { deviceId: server.deviceOf('B').id, key: 'humid', startedAt: began + 1 };
    server.bus.publish(alertChanged, { ...change, ...about, to: 'active', at: bench.time.at } as AlertChange);
    await bench.time.pass(applyMs);
    const { rows } = await bench.database.pool.query('SELECT cause FROM automation_runs ORDER BY id');
    expect(rows.map(({ cause }) => cause.moment)).toEqual([
      { espid: server.deviceOf('B').espid, key: 'temp', since: began },
      { espid: server.deviceOf('B').espid, key: 'humid', since: began + 1 },
    ]);
  });

  test('of another account does nothing', async () => {
    const stranger = await write('INSERT INTO accounts (email) VALUES ($1)', ['stranger@example.com']);
    const ruleId = await addAlertRule(stranger);
    const alertId = await addAlert(ruleId, stranger);
    await server.add('A', onA({ conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active' }] }));
    const change = { ruleId, alertId, accountId: stranger, deviceId: server.deviceOf('B').id } as AlertChange;
    server.bus.publish(alertChanged, { ...change, ruleName: 'Too hot', to: 'active', at: bench.time.at });
    await bench.time.pass(applyMs);
    expect(await bench.runs()).toEqual([]);
  });
});
