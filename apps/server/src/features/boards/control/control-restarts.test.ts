import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAutomationBench } from '../../../../test/automation.ts';
import { testCore } from '../../../../test/core.ts';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import { createDevices } from '../devices/index.ts';
import { commandChanged, createControl } from './index.ts';

const by = { kind: 'person', name: 'owner@example.com', id: 1 } as const;
let bench: Awaited<ReturnType<typeof createAutomationBench>>;
beforeEach(async () => {
  bench = await createAutomationBench(Date.UTC(2026, 10, 1, 6));
  await query(`insert into outputs (device_id, pin, mode, momentary_ms, set_up)
    select id, 'D6', 'digit', 5000, true from devices where espid = 'A'`);
});
afterEach(() => bench.close());

const query = async (text: string) => (await bench.database.pool.query(text)).rows;
const statesOf = (target: string) =>
  query(`select value, state from commands where target = '${target}' order by id`).then((rows) =>
    rows.map(({ value, state }) => `${value} ${state}`),
  );

/** The controls of device A in a server that starts, before boards connect. */
async function startControl() {
  const sent: string[] = [];
  const published: string[] = [];
  const core = testCore({
    database: bench.database,
    clock: bench.time,
    broker: {
      publishToBoard: (_: string, subtopic: string, payload: string) => sent.push(`${subtopic} ${payload}`) > 0,
    },
  });
  core.bus.subscribe(commandChanged, 'test', ({ commands }) => {
    published.push(...commands.map(({ target, state }) => `${target} ${state}`));
  });
  const made = createDevices(core, {
    accounts: { timeZoneOf: () => 'UTC' },
    plans: { deviceCapacity: () => ({ allowed: null, plan: '' }) as never },
    variablesOf: () => [],
  });
  await made.devices.load();
  const device = made.devices.find('A');
  if (!device) throw new Error('There is no device A');
  const { control, mqtt, start, stop } = createControl(core, {
    accounts: { find: async () => undefined },
    devices: made,
  });
  await start();
  const { accountId, espid, id: deviceId } = device;
  const session: BoardSession = { kind: 'board', accountId, espid, deviceId, remoteAddress: '::1', connectedAt: 0 };
  return {
    sent,
    published,
    control,
    stop,
    connect: () => mqtt.boardConnected(session),
    /** `isOld`: it came before the start. */
    report(payload: string, isOld = false, subtopic = 'ioact') {
      const message = { subtopic, payload: Buffer.from(payload), receivedAt: bench.time.at, qos: 0 };
      mqtt.boardMessage(session, message as BoardMessage, isOld);
    },
    switch: (value: number, ...pins: string[]) =>
      control.switchOutputs(device, { pins: pins.map((pin) => ({ pin, mode: 'digit', value })) }, by),
    send: (name: string, value: string) => control.sendEvent(device, { name, value }, by),
    restored: () => mqtt.connectStep.messages(device, 'booted', { readsEventsInIo: true }),
  };
}

test('a press that waited when the server stopped is done by the next one', async () => {
  const first = await startControl();
  await first.switch(1, 'D6');
  await first.stop();
  const next = await startControl();
  next.connect();
  await bench.time.pass(1_000);
  next.report('D6:act:1');
  await bench.time.pass(5_000);
  next.report('D6:act:0');
  await next.stop();
  expect(next.sent).toEqual(['io D6:digit:1', 'io D6:digit:0']);
  expect(await statesOf('D6')).toEqual(['1 acknowledged', '0 acknowledged']);
});

test('what switches an output back is sent again when the server stopped before the response, whatever the firmware', async () => {
  await query('update devices set firmware = null');
  const first = await startControl();
  first.connect();
  await bench.time.pass(1_000);
  await first.switch(1, 'D6');
  first.report('D6:act:1');
  await bench.time.pass(5_000);
  await query('update outputs set changed_by = null');
  await first.stop();
  expect(await statesOf('D6')).toEqual(['1 acknowledged', '0 sent']);
  const next = await startControl();
  next.connect();
  await bench.time.pass(1_000);
  expect(next.sent).toEqual(['io D6:digit:0']);
  await next.stop();
});

test('what a former run sent is published with what became of it', async () => {
  const first = await startControl();
  first.connect();
  await bench.time.pass(1_000);
  await first.switch(1, 'D6');
  await first.stop();
  const next = await startControl();
  next.control.endUnconfirmed();
  expect(next.published).toEqual(['D6 queued', 'D6 failed']);
  await next.stop();
});

test('and so is what a board reported of it before the start', async () => {
  const first = await startControl();
  first.connect();
  await bench.time.pass(1_000);
  await first.switch(1, 'D6');
  await first.stop();
  const next = await startControl();
  next.report('D6:act:1', true);
  next.control.endUnconfirmed();
  expect(next.published).toEqual(['D6 queued', 'D6 acknowledged']);
  await next.stop();
});

test('what a board reported to another server before confirms nothing that was sent since', async () => {
  const server = await startControl();
  server.connect();
  await bench.time.pass(1_000);
  await server.switch(1, 'D1');
  server.report('D1:act:1', true);
  server.control.endUnconfirmed();
  expect(server.published).toEqual(['D1 queued', 'D1 sent']);
  server.report('D1:act:1');
  expect(server.published.at(-1)).toBe('D1 acknowledged');
  await server.stop();
});

test('a request that could not be stored is not what the board becomes after its next start', async () => {
  const server = await startControl();
  await server.switch(0, 'D1');
  await query('alter table commands rename to away');
  await expect(server.switch(1, 'D1')).rejects.toThrow();
  await query('alter table away rename to commands');
  expect(server.restored()).toEqual([{ subtopic: 'io', payload: 'D1:digit:0' }]);
  await server.switch(1, 'D2');
  const saved = () => query('select pin, saved from outputs where pin <> $$D6$$ order by pin');
  await expect.poll(saved).toEqual([
    { pin: 'D1', saved: 0 },
    { pin: 'D2', saved: 1 },
  ]);
  await server.stop();
});

test('an event that its board confirmed late is what it becomes again, and another report of it is not', async () => {
  const server = await startControl();
  server.connect();
  await bench.time.pass(1_000);
  for (const name of ['target', 'other']) {
    await server.send(name, '25');
    await bench.time.pass(6_000);
  }
  expect(await statesOf('target')).toEqual(['25 failed']);
  expect(server.restored()).toEqual([]);
  server.report('Event:target:25', false, 'eventact');
  server.report('Event:other:24', false, 'eventact');
  expect(server.restored()).toEqual([{ subtopic: 'io', payload: 'Event:set:25:target' }]);
  await server.stop();
});

test('and neither is one of a request that has room for its first pin alone', async () => {
  await query(`insert into outputs (device_id, pin, mode)
    select id, 'X' || n, 'digit' from devices, generate_series(1, 38) n where espid = 'A'`);
  const server = await startControl();
  await expect(server.switch(1, 'D1', 'D2')).rejects.toThrow('at most 40 pins');
  expect(server.restored()).toEqual([]);
  await server.stop();
});

test('one that is stored is no error although what it set cannot be written yet', async () => {
  const server = await startControl();
  await query('alter table outputs rename to away');
  expect(await server.switch(1, 'D1')).toMatchObject([{ target: 'D1', state: 'queued' }]);
  await query('alter table away rename to outputs');
  await server.switch(1, 'D2');
  await expect.poll(() => query("select pin, saved from outputs where pin = 'D1'")).toEqual([{ pin: 'D1', saved: 1 }]);
  await server.stop();
});
