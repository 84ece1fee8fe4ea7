import type { AutomationDefinition } from '@cyno/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import type { AutomationRecord } from '../definitions/index.ts';

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
/** As a transfer does, but for its log and mail. */
const handOver = async () => {
  const { rows } = await bench.database.pool.query<{ id: number }>(
    "INSERT INTO accounts (email) VALUES ('ann@example.com') RETURNING id",
  );
  const to = rows[0]?.id ?? 0;
  const device = server.deviceOf('A');
  await server.devices.handOver(device, to, async () => {
    await bench.database.pool.query('UPDATE devices SET account_id = $1 WHERE id = $2', [to, device.id]);
    return { order: 0, verifiedKeyId: null };
  });
  server.control.withdraw(device, () => true, 'The device was handed over to another account.');
};
const refuse = (what: string, code: string) =>
  bench.database.pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER refuse BEFORE ${what} EXECUTE FUNCTION refuse()`,
  );
const refuseCommands = (code: string) => refuse('INSERT ON commands', code);
const takeCommands = () => bench.database.pool.query('DROP TRIGGER refuse ON commands');

test.each([
  ['ends a connection', '57P01'],
  ['waits for too long for a row', '55P03'],
])('what is to be sent while the database %s is sent a moment later', async (_, code) => {
  await server.add('A', onA({ back: 0 }));
  await measure(12);
  server.report('A', 'ioact', 'D1:act:1');
  await bench.settled();
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

describe('what failed is not tried again', () => {
  /** The start of a rule has failed for the first time. */
  const failToStart = async () => {
    const record = await server.add('A', onA({ back: 0 }));
    await measure(12);
    await bench.time.pass(6_000);
    expect(await runs()).toEqual(['start sent']);
    return record;
  };
  const switchOff = async (record: AutomationRecord) => {
    const { at: updatedAt } = bench.time;
    await bench.database.pool.query('UPDATE automations SET enabled = false, updated_at = $1 WHERE id = $2', [
      updatedAt,
      record.id,
    ]);
    server.directory.put({ ...record, enabled: false, updatedAt });
  };
  const expectNoMore = async () => {
    const count = server.sent.length;
    await bench.time.pass(30_000);
    expect(server.sent).toHaveLength(count);
  };

  test('when the automation was deleted meanwhile', async () => {
    await server.remove(await failToStart());
    await expectNoMore();
  });

  test('when the automation was switched off meanwhile, except what ends it', async () => {
    const record = await failToStart();
    await measure(40);
    await bench.time.pass(6_000);
    await switchOff(record);
    const count = server.sent.length;
    await bench.time.pass(12_000);
    expect(server.sent.slice(count, count + 1)).toEqual(['A io D1:digit:0']);
  });

  test('when the automation was switched off before anything ended it', async () => {
    const record = await failToStart();
    await switchOff(record);
    await expectNoMore();
    expect(await runs()).toEqual(['start skipped']);
  });

  test('when the device was handed over meanwhile', async () => {
    await failToStart();
    await handOver();
    await expectNoMore();
    expect(await runs()).toEqual(['start failed']);
  });

  test.each(['by the same server', 'by the next one'])('when the hand-over withdrew it, %s', async (by) => {
    server.disconnect('A');
    await server.add('A', onA({ back: 0 }));
    await measure(12);
    await handOver();
    if (by.includes('next')) {
      await bench.settled();
      await server.stop();
      bench.time.at += 60_000;
      server = await bench.startServer();
    }
    server.connect('A');
    await expectNoMore();
    expect(server.sent).toEqual([]);
    expect(await runs()).toEqual(['start failed']);
  });
});

describe('what ends an automation that was deleted while it waited for its next try', () => {
  const on = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 } as const;
  const daily = { kind: 'timer', at: { type: 'time', secondOfDay: 7 * 3_600 }, repeat: { type: 'daily' } } as const;
  const off = { pins: [{ pin: 'D1', mode: 'digit' as const, value: 0 }] };
  /** Its "off" has failed for the first time. */
  const failAndDelete = async (definition: AutomationDefinition = onA({ back: 0 })) => {
    const record = await server.add('A', definition);
    await measure(12);
    await bench.time.pass(20_000, () => server.sent.length > 0);
    server.report('A', 'ioact', 'D1:act:1');
    await measure(40);
    await bench.time.pass(70_000, () => server.sent.at(-1) === 'A io D1:digit:0');
    await bench.time.pass(6_000);
    await server.remove(record);
    return record;
  };
  /** Its next try would have come; returns how much was sent until then. */
  const expectNoTry = async () => {
    const count = server.sent.length;
    await bench.time.pass(30_000);
    expect(server.sent).toHaveLength(count);
    return count;
  };
  const expectOff = async (count: number) => {
    await bench.time.pass(20_000, () => server.sent.length > count);
    expect(server.sent.slice(count)).toEqual(['A io D1:digit:0']);
    server.report('A', 'ioact', 'D1:act:0');
    await bench.settled();
    expect((await runs()).map((line) => line.split(' ')[1])).toEqual(['done', 'done']);
  };

  test.each<[string, AutomationDefinition]>([
    [
      'the last step of a timer',
      {
        ...daily,
        action: on,
        next: [
          { kind: 'wait', seconds: 60 },
          { ...on, value: 0 },
        ],
      },
    ],
    ['a rule that goes back', onA({ back: 0 })],
  ])('is sent when it is restored: %s', async (_, definition) => {
    const record = await failAndDelete(definition);
    const count = await expectNoTry();
    await server.restore(record);
    await expectOff(count);
  });

  test('is sent when it is restored, though the server stopped before the next try', async () => {
    const record = await failAndDelete();
    await server.stop();
    server = await bench.startServer();
    server.connect('A');
    const count = await expectNoTry();
    await server.restore(record);
    await expectOff(count);
  });

  test('is sent when it is restored, though the database was away at the next try', async () => {
    const record = await failAndDelete();
    await refuse('UPDATE ON automation_runs', '57P01');
    const count = await expectNoTry();
    await bench.database.pool.query('DROP TRIGGER refuse ON automation_runs');
    await server.restore(record);
    await expectOff(count);
  });

  test('is not sent when somebody operated the output meanwhile', async () => {
    const record = await failAndDelete();
    const count = await expectNoTry();
    await server.control.switchOutputs(server.deviceOf('A'), off, { kind: 'person', name: 'Ann' });
    server.report('A', 'ioact', 'D1:act:0');
    await bench.settled();
    await server.restore(record);
    await bench.time.pass(30_000);
    expect(server.sent.slice(count)).toEqual(['A io D1:digit:0']);
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
