import { boardHealth } from '@cyno/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import { boardHealthRepository } from './board-health.repository.ts';
import { BoardHealthService } from './board-health.service.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 0, 15, 12);
const clock = { at: noon, now: () => clock.at };
let base: Awaited<ReturnType<typeof createTestDatabase>>;
let service: BoardHealthService;
let session: BoardSession;

beforeAll(async () => {
  base = await createTestDatabase();
  const { pool } = base.database;
  const { rows } = await pool.query<{ id: number }>(
    `WITH owner AS (INSERT INTO accounts (email) VALUES ('a@example.com') RETURNING id)
     INSERT INTO devices (account_id, espid, name, "order", family) SELECT id, 'b', 'b', 0, 'esp32' FROM owner RETURNING id`,
  );
  session = { deviceId: rows[0]?.id ?? 0 } as BoardSession;
  service = new BoardHealthService({ repository: boardHealthRepository(pool), clock, log: silentLogger });
});
afterAll(() => base.drop());

const publish = (subtopic: string, at: number, text = '') =>
  service.message(session, { subtopic, receivedAt: at, payload: Buffer.from(text) } as BoardMessage);
const hear = (rssi: number, at: number) => publish('info', at, JSON.stringify({ ip: '10.0.0.2', ssid: 'Farm', rssi }));
const read = async (from: number, to: number) =>
  boardHealth.parse(await service.read(session.deviceId ?? 0, { from, to }));

it('keeps the weakest and the strongest signal of each hour, also over several writes', async () => {
  hear(-60, noon);
  hear(-72, noon + 60_000);
  await service.flush();
  hear(-55, noon + 120_000);
  hear(-80, noon + hour);
  publish('info', noon + hour, 'nothing to read');
  await service.flush();
  expect((await read(noon, noon + 2 * hour)).signal).toEqual([
    { from: noon, to: noon + hour, weakest: -72, strongest: -55 },
    { from: noon + hour, to: noon + 2 * hour, weakest: -80, strongest: -80 },
  ]);
  expect((await read(noon + 2 * hour, noon + 3 * hour)).signal).toEqual([]);
  expect((await read(noon + 90 * 60_000, noon + 91 * 60_000)).signal).toHaveLength(1);
});

it('returns a long range in at most 200 parts, which hold all of it', async () => {
  for (let index = 0; index < 1_000; index++) hear(-40 - (index % 50), noon - (1_000 - index) * hour);
  await service.flush();
  const { signal } = await read(noon - 1_000 * hour, noon);
  expect(signal.length).toBeLessThanOrEqual(201);
  expect([signal[0]?.from, signal.at(-1)?.to]).toEqual([noon - 1_000 * hour, noon]);
  expect(Math.min(...signal.map(({ weakest }) => weakest))).toBe(-89);
});

it('keeps each start once, and of a board that starts all the time one in ten seconds', async () => {
  for (const at of [0, 4_000, 9_999, 10_000, 60_000]) publish('get/init', noon + at);
  publish('get/other', noon + 30_000);
  await service.flush();
  expect(await read(noon, noon + hour)).toMatchObject({ starts: [noon, noon + 10_000, noon + 60_000], startCount: 3 });
  expect((await read(noon + 1, noon + 60_000)).startCount).toBe(1);
});

it('keeps starts after the clock was set back', async () => {
  for (const at of [40 * hour, 30 * hour, 30 * hour + 9_999]) publish('get/init', noon + at);
  await service.flush();
  expect(await read(noon + 30 * hour, noon + 31 * hour)).toMatchObject({ starts: [noon + 30 * hour], startCount: 1 });
});

it('keeps what it heard while the database is away, and leaves out devices that are gone', async () => {
  const { pool } = base.database;
  await pool.query('ALTER TABLE board_starts RENAME TO away');
  publish('get/init', noon + 5 * hour);
  hear(-66, noon + 5 * hour);
  await service.flush();
  await pool.query('ALTER TABLE away RENAME TO board_starts');
  service.message(
    { deviceId: 999_999 } as BoardSession,
    {
      subtopic: 'get/init',
      receivedAt: noon,
      payload: Buffer.alloc(0),
    } as BoardMessage,
  );
  await service.flush();
  expect(await read(noon + 5 * hour, noon + 6 * hour)).toEqual({
    starts: [noon + 5 * hour],
    startCount: 1,
    signal: [{ from: noon + 5 * hour, to: noon + 6 * hour, weakest: -66, strongest: -66 }],
    twoBoards: null,
  });
});

it('reports for an hour that two boards came with this id', async () => {
  service.heldOff({ ...session, remoteAddress: '10.0.0.2' }, '10.0.0.3');
  const { twoBoards } = await read(noon, noon + hour);
  expect(twoBoards).toEqual({ at: clock.at, addresses: ['10.0.0.2', '10.0.0.3'] });
  clock.at += hour;
  expect((await read(noon, noon + hour)).twoBoards).toBeNull();
});

it('forgets what is older than two years and a bit', async () => {
  clock.at = noon + 810 * 24 * hour;
  await service.cleanup();
  expect(await read(0, noon + 9 * hour)).toMatchObject({ starts: [], startCount: 0, signal: [] });
});
