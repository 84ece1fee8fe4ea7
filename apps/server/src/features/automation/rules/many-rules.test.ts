import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.parse('2026-11-21T07:00:00Z'));
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

test('a hundred rules that hold with one message all run, and keep others waiting for a few of them at most', async () => {
  for (let number = 0; number < 100; number += 1) await server.add('A', onA({ back: 0 }), `Rule ${number}`);
  server.measure('A', { soil: 5 });
  const runsSoFar = await runFor(accountRequester(bench.accountId + 1), () => bench.runs());
  expect(runsSoFar.length).toBeLessThan(50);
  await bench.settled();
  expect(await bench.runs()).toHaveLength(100);
});

test('more rules than a board takes commands for at once fire a little later', async () => {
  for (let number = 0; number < 30; number += 1) {
    await server.add('A', onA({ action: { kind: 'event', name: `e${number}`, value: '1' } }));
  }
  server.measure('A', { soil: 5 });
  const given = async () => {
    const { rows } = await bench.database.pool.query(
      'SELECT count(*)::int AS runs FROM automation_runs WHERE command_id IS NOT NULL',
    );
    return rows[0].runs;
  };
  await bench.settled();
  expect(await given()).toBeLessThan(30);
  for (let responded = 0; (await given()) < 30; ) {
    await bench.time.pass(1_000);
    for (const message of server.sent.slice(responded)) server.report('A', 'eventact', message.replace('A event ', ''));
    responded = server.sent.length;
  }
  expect((await bench.runs()).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
});

test('a rule whose turn comes when it no longer holds does nothing', async () => {
  for (let number = 0; number < 30; number += 1) await server.add('A', onA({}), `Rule ${number}`);
  server.measure('A', { soil: 5 });
  server.measure('A', { soil: 50 });
  await bench.settled();
  await server.engine.follow();
  expect((await bench.runs()).map(({ phase }) => phase)).toEqual(['start']);
});
