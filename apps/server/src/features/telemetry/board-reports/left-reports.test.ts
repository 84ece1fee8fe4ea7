import type { ControlState } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { encodeReports } from './report.ts';

const espid = 'ESP8266-LEFT_1';
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signup('owner@example.com');
});
afterAll(() => server.stop());

const rows = async (query: string) => (await server.database.pool.query(query)).rows;
async function reported(): Promise<Record<string, number | null>> {
  const { outputs } = (await owner.api('GET', `/api/device/${espid}/control`)).body as ControlState;
  return Object.fromEntries(outputs.map((output) => [output.pin, output.reported]));
}

async function leave(...records: readonly Buffer[]): Promise<void> {
  const add = `INSERT INTO left_records (kind, record) SELECT 'reports', unnest($1::bytea[])`;
  await server.database.pool.query(add, [records]);
}

async function reportsOf() {
  const [device] = await rows(`SELECT id, account_id FROM devices WHERE espid = '${espid}'`);
  const session = {
    accountId: device.account_id,
    espid,
    deviceId: device.id,
    remoteAddress: '10.0.0.9',
    connectedAt: 1,
  };
  return (text: string, receivedAt: number) =>
    encodeReports([{ session, subtopic: 'ioact', payload: Buffer.from(text), receivedAt }]);
}

test('what a board reported to the server before counts where it is newer, and what cannot be understood stays', async () => {
  const username = `${owner.email}/${await owner.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  const pins = ['D1', 'D2'].map((pin) => ({ pin, mode: 'digit', value: 0 }));
  await owner.api('POST', `/api/device/${espid}/io`, { pins });
  board.publish('ioact', 'D1:act:0');
  board.publish('ioact', 'D2:act:0');
  await expect.poll(reported).toEqual({ D1: 0, D2: 0 });
  await board.end();
  const report = await reportsOf();
  await leave(Buffer.from('of a newer version'), report('D2:act:1', 1_000), report('D1:act:1', Date.now()));
  await expect.poll(() => rows('SELECT record FROM left_records')).toHaveLength(1);
  expect(await reported()).toEqual({ D1: 1, D2: 0 });
  expect(await rows('SELECT record FROM left_records')).toEqual([{ record: Buffer.from('of a newer version') }]);
  // Those behind it do not wait.
  await leave(report('D1:act:0', Date.now()));
  await expect.poll(reported).toEqual({ D1: 0, D2: 0 });
});

test('it also counts when the board sent something else since, but not when it reported the same output again', async () => {
  const username = `${owner.email}/${await owner.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  const before = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(before);
  await board.puback(board.publish('ioact', 'D2:act:0', 1));
  const report = await reportsOf();
  await leave(report('D1:act:1', before), report('D2:act:1', before));
  await expect.poll(() => rows('SELECT record FROM left_records')).toHaveLength(1);
  expect(await reported()).toEqual({ D1: 1, D2: 0 });
  await board.end();
  // Of what the board repeated before a start nothing is known but when it was last heard of.
  await server.restart();
  await leave(report('D2:act:1', before));
  await expect.poll(() => rows('SELECT record FROM left_records')).toHaveLength(1);
  expect(await reported()).toEqual({ D1: 1, D2: 0 });
});
