import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

const minuteMs = 60_000;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.parse('2026-11-21T12:00:00Z'));
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

/** An alert that has begun at this instant. Returns the id of its rule. */
async function addAlert(): Promise<number> {
  const { rows } = await bench.database.pool.query<{ id: number }>(
    `WITH rule AS (
       INSERT INTO alert_rules (account_id, name, enabled, severity, scope, condition, created_at, updated_at)
       VALUES ($1, 'Too hot', true, 'warning', '{"kind":"all"}', '{"kind":"silent","seconds":60}', 0, 0) RETURNING id
     )
     INSERT INTO alerts (rule_id, account_id, device_id, severity, state, kind, text, started_at, active_at)
     SELECT id, $1, $2, 'warning', 'active', 'silent', '', $3, $3 FROM rule RETURNING rule_id AS id`,
    [bench.accountId, server.deviceOf('A').id, bench.time.at],
  );
  return rows[0]?.id ?? 0;
}

test('a rule on an alert continues counting after a restart', async () => {
  const ruleId = await addAlert();
  const conditions = [{ kind: 'alert', ruleId, espid: null, state: 'active' } as const];
  await server.add('A', onA({ conditions, forSeconds: 120 }));
  await bench.time.pass(minuteMs);
  await server.stop();
  server = await bench.startServer();
  server.connect('A');
  await bench.time.pass(minuteMs - 1);
  expect(server.sent).toEqual([]);
  await bench.time.pass(1);
  expect(server.sent).toEqual(['A io D1:digit:1']);
});
