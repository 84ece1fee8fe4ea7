import type { Rollout } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { esp8266Image } from '../../../../test/boards/firmware-image.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let imageId: number;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const uploaded = await fetch(`${server.http}/api/firmware/images?fileName=sketch.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(esp8266Image()),
  });
  imageId = ((await uploaded.json()) as { image: { id: number } }).image.id;
});
afterAll(() => server.stop());

async function join(): Promise<string> {
  const espid = nextEspid();
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 600 });
  return espid;
}

async function start(...espids: string[]): Promise<number> {
  return (await owner.api('POST', '/api/firmware/rollouts', { imageId, espids, strategy: 'all' })).body.id;
}

async function startAndStop(...espids: string[]): Promise<number> {
  const id = await start(...espids);
  await owner.api('POST', `/api/firmware/rollouts/${id}/stop`);
  return id;
}

const list = async (query = ''): Promise<Rollout[]> =>
  (await owner.api('GET', `/api/firmware/rollouts${query}`)).body.rollouts;
const idsOf = (rollouts: readonly Rollout[]) => rollouts.map(({ id }) => id);

test('the list for a board has what is under way, and the newest rollout that the board had with others', async () => {
  const [board, second, other] = [await join(), await join(), await join()];
  const older = await startAndStop(board, second);
  const newest = await startAndStop(second, board);
  const ofOthers = await startAndStop(second, other);
  const alone = await startAndStop(board);
  const running = await start(other);
  expect(idsOf(await list())).toEqual([running, alone, ofOthers, newest, older]);
  const ofBoard = await list(`?espid=${board}`);
  expect(idsOf(ofBoard)).toEqual([running, newest]);
  expect(ofBoard[1]?.jobs.map(({ espid }) => espid)).toEqual([second, board]);
  expect((await stranger.api('GET', `/api/firmware/rollouts?espid=${board}`)).status).toBe(404);
});
