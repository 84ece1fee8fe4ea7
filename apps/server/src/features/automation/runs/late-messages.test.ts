import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

const hourMs = 3_600_000;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.parse('2026-11-21T06:59:50Z'));
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

const outcomes = async () => (await bench.runs()).map(({ outcome }) => outcome);

test('a message that the database does not take is queued when it is back, once, however late', async () => {
  await server.add('A', onA({ action: { kind: 'notify', text: 'Water the beds' } }));
  server.messages.isAway = true;
  await server.measure('A', { soil: 12 });
  await bench.time.pass(2_000);
  expect([await outcomes(), server.messages.queued]).toEqual([['sent'], []]);
  bench.time.at += hourMs;
  server.messages.isAway = false;
  await bench.time.pass(30_000);
  expect([await outcomes(), server.messages.queued]).toEqual([['done'], ['Board A: Water the beds']]);
});
