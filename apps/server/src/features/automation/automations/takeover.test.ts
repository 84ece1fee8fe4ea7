import type { TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

const minuteMs = 60_000;
/** Ten seconds before the timer is due. */
const morning = Date.parse('2026-11-21T06:59:50Z');
/** So close messages to a board may be. */
const spacingMs = 300;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(morning);
  server = await bench.startServer();
  server.connect('A');
  server.connect('B');
});
afterEach(() => bench.close());

const feeding: TimerDefinition = {
  kind: 'timer',
  at: { type: 'time', secondOfDay: 7 * 3_600 },
  repeat: { type: 'daily' },
  action: { kind: 'event', name: 'feed', value: '1' },
};
/** What happened and what came of it, such as `start done`. */
const runs = async () => (await bench.runs()).map(({ phase, outcome }) => `${phase} ${outcome}`);
const pass = (ms: number) => bench.time.pass(ms);

describe('an event of a timer', () => {
  test('whose server was killed when it was just sent is not sent twice', async () => {
    await server.add('A', feeding);
    await pass(10_000);
    server.report('A', 'eventact', 'Event:feed:1');
    await bench.settled();
    await server.stop();
    await bench.database.pool.query("UPDATE automation_runs SET outcome = 'sent', command_id = NULL");
    bench.time.at += minuteMs;
    server = await bench.startServer();
    server.connect('A');
    await pass(5_000);
    expect(server.sent).toEqual([]);
    expect(await runs()).toEqual(['start done']);
  });

  test('that was just sent when the database went away is not sent twice', async () => {
    await server.add('A', feeding);
    const away = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const spies = [
      vi.spyOn(server.engine.log, 'setCommand').mockImplementation(away),
      vi.spyOn(server.engine.log, 'settle').mockImplementation(away),
    ];
    await pass(10_000);
    server.report('A', 'eventact', 'Event:feed:1');
    await bench.settled();
    for (const spy of spies) spy.mockRestore();
    await pass(20_000);
    expect(server.sent).toEqual(['A event Event:feed:1']);
    expect(await runs()).toEqual(['start done']);
  });

  test('that failed is not sent again by the next server when its outcome was not written', async () => {
    await server.add('A', feeding);
    await pass(15_000);
    expect(await runs()).toEqual(['start failed']);
    await server.stop();
    await bench.database.pool.query("UPDATE automation_runs SET outcome = 'sent'");
    server = await bench.startServer();
    server.connect('A');
    await pass(30_000);
    expect(server.sent).toEqual([]);
    expect(await runs()).toEqual(['start failed']);
  });
});

describe('a rule', () => {
  /** What ends it has failed for the first time when another server takes over. */
  const failToEnd = async () => {
    await server.add('B', onA({ back: 0 }));
    server.measure('A', { soil: 12 });
    await pass(spacingMs);
    server.report('B', 'ioact', 'D1:act:1');
    server.measure('A', { soil: 40 });
    await pass(spacingMs + 5_000);
    expect(await runs()).toEqual(['start done', 'back sent']);
    await server.stop();
    server = await bench.startServer();
    server.connect('B');
  };

  test('ends what it began although its server stopped before it tried again', async () => {
    await failToEnd();
    await pass(30_000);
    expect(server.sent.slice(0, 1)).toEqual(['B io D1:digit:0']);
    server.report('B', 'ioact', 'D1:act:0');
    await bench.settled();
    expect(await runs()).toEqual(['start done', 'back done']);
  });

  test('does not end what a person did after its server stopped', async () => {
    await failToEnd();
    const pins = [{ pin: 'D1', mode: 'digit' as const, value: 1 }];
    await server.control.switchOutputs(server.deviceOf('B'), { pins }, { kind: 'person', name: 'Ann' });
    await pass(spacingMs);
    server.report('B', 'ioact', 'D1:act:1');
    await pass(30_000);
    expect(server.sent).toEqual(['B io D1:digit:1']);
    expect(await runs()).toEqual(['start done', 'back failed']);
  });

  test('whose run was claimed and not sent by a server that died is done by the next', async () => {
    const record = await server.add('B', onA({ limit: { seconds: 60, value: 0 } }));
    await server.stop();
    await bench.database.pool.query(
      `INSERT INTO automation_runs (automation_id, phase, due_at, at, outcome, why, result)
       VALUES ($1, 'limit', $2, $2, 'sent', 'Its time of 1 minute is over.', '')`,
      [record.id, bench.time.at],
    );
    bench.time.at += minuteMs;
    server = await bench.startServer();
    server.connect('B');
    await pass(spacingMs);
    expect(server.sent).toEqual(['B io D1:digit:0']);
  });
});
