import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';

/** So close messages to a board may be. */
const spacingMs = 300;

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.parse('2026-11-21T06:59:50Z'));
  server = await bench.startServer();
  server.connect('A');
});
afterEach(() => bench.close());

const runs = async () => (await bench.runs()).map(({ phase, outcome }) => `${phase} ${outcome}`);
const measure = async (soil: number) => {
  server.measure('A', { soil });
  await bench.time.pass(spacingMs);
};
const refuseCommands = (code: string) =>
  bench.database.pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON commands EXECUTE FUNCTION refuse()`,
  );
const takeCommands = () => bench.database.pool.query('DROP TRIGGER refuse ON commands');

test.each([
  ['ends a connection', '57P01'],
  ['waits for too long for a row', '55P03'],
])('what is to be sent while the database %s is sent a moment later', async (_, code) => {
  await server.add('A', onA({ back: 0 }));
  await measure(12);
  server.report('A', 'ioact', 'D1:act:1');
  await refuseCommands(code);
  await measure(40);
  expect([server.sent, await runs()]).toEqual([['A io D1:digit:1'], ['start done', 'back sent']]);
  await takeCommands();
  await bench.time.pass(20_000, () => server.sent.length > 1);
  expect(server.sent.slice(1)).toEqual(['A io D1:digit:0']);
  server.report('A', 'ioact', 'D1:act:0');
  await bench.settled();
  expect(await runs()).toEqual(['start done', 'back done']);
});

describe('what the database did not take at once', () => {
  const lock = '55P03';

  test('is not sent after its own end', async () => {
    await server.add('A', onA({ back: 0 }));
    await refuseCommands(lock);
    await measure(12);
    await takeCommands();
    await measure(40);
    server.report('A', 'ioact', 'D1:act:0');
    await bench.time.pass(30_000);
    expect(server.sent).toEqual(['A io D1:digit:0']);
    expect(await runs()).toEqual(['start skipped', 'back done']);
  });

  test('is not sent before an end that was not taken either', async () => {
    await server.add('A', onA({ back: 0 }));
    await refuseCommands(lock);
    await measure(12);
    await measure(40);
    await takeCommands();
    await bench.time.pass(30_000, () => server.sent.length > 0);
    server.report('A', 'ioact', 'D1:act:0');
    await bench.time.pass(10_000);
    expect(server.sent).toEqual(['A io D1:digit:0']);
    expect(await runs()).toEqual(['start skipped', 'back done']);
  });

  test('is not sent after a person operated the same output', async () => {
    await server.add('A', onA({ back: 0 }));
    await refuseCommands(lock);
    await measure(12);
    await takeCommands();
    const off = { pins: [{ pin: 'D1', mode: 'digit' as const, value: 0 }] };
    await server.control.switchOutputs(server.deviceOf('A'), off, { kind: 'person', name: 'Ann' });
    server.report('A', 'ioact', 'D1:act:0');
    await bench.time.pass(30_000);
    expect(server.sent).toEqual(['A io D1:digit:0']);
    expect(await runs()).toEqual(['start skipped']);
  });

  test('is sent after a start of before that was tried again', async () => {
    await server.add('A', onA({ back: 0 }));
    await measure(12);
    await bench.time.pass(6_000);
    await refuseCommands(lock);
    await measure(40);
    await takeCommands();
    await bench.time.pass(30_000, () => server.sent.at(-1) === 'A io D1:digit:0');
    server.report('A', 'ioact', 'D1:act:0');
    await bench.settled();
    expect((await runs()).at(-1)).toBe('back done');
  });
});

describe('a report that comes after the command has failed', () => {
  beforeEach(async () => {
    await server.add('A', onA({ back: 0 }));
    await measure(12);
  });
  /** The queue gives up after five seconds, the run tries again ten seconds later. */
  const fail = () => bench.time.pass(6_000);

  test('is what came of it, and nothing is sent again', async () => {
    await fail();
    const count = server.sent.length;
    server.report('A', 'ioact', 'D1:act:1');
    await bench.settled();
    expect((await bench.runs())[0]).toMatchObject({ outcome: 'done', result: 'D1 on, acknowledged.' });
    await bench.time.pass(20_000);
    expect(server.sent).toHaveLength(count);
  });

  test.each(['while the server waits for its next try', 'also after a restart'])(
    'of something older does not end the tries, %s',
    async (when) => {
      await fail();
      await measure(40);
      await fail();
      expect(server.sent.at(-1)).toBe('A io D1:digit:0');
      server.report('A', 'ioact', 'D1:act:1');
      await bench.settled();
      if (when.includes('restart')) {
        await server.stop();
        server = await bench.startServer();
        server.connect('A');
      }
      const count = server.sent.length;
      await bench.time.pass(40_000, () => server.sent.length > count);
      expect(server.sent.slice(count)).toEqual(['A io D1:digit:0']);
      server.report('A', 'ioact', 'D1:act:0');
      await bench.settled();
      expect((await runs()).at(-1)).toBe('back done');
    },
  );
});
