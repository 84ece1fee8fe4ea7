import { afterEach, expect, test } from 'vitest';
import { maxWaitingEchoes } from '../limits.ts';
import { deferred, publishPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const own = `/${boardId}`;
let server: TestBroker;

afterEach(async () => {
  await server.stop();
});

type Store = (subtopic: string, payload: string) => Promise<void> | undefined;

/** A board whose messages are stored by `store`. */
async function boardWith(store: Store): Promise<RawClient> {
  server = await startTestBroker({
    boardMessage: (_, { subtopic, payload }) => store(subtopic, payload.toString()),
  });
  return RawClient.login(server.plainPort, boardId, '1');
}

const echoed = (board: RawClient) => board.all('publish').map(({ payload }) => payload.toString());

test('echoes at QoS 0 what is to be stored only when it is stored', async () => {
  const stored = deferred();
  const board = await boardWith(() => stored.promise);
  board.publish(`${own}/data/update`, '{"a":1}');
  await board.settle();
  expect(echoed(board)).toEqual([]);
  expect(await server.count('echoed_total')).toBe(0);
  stored.resolve();
  expect(await board.next('publish')).toMatchObject({ topic: `${own}/data/update`, qos: 0, retain: false });
  expect(await server.count('echoed_total')).toBe(1);
});

test('echoes what is neither state nor data at once, past what waits', async () => {
  const stored = deferred();
  const board = await boardWith((subtopic) => (subtopic === 'ioact' ? stored.promise : undefined));
  board.send(publishPacket(`${own}/ioact`, 'D1:act:1'), publishPacket(`${own}/gettimestamps`, ''));
  await board.settle();
  expect(echoed(board)).toEqual(['']);
  stored.resolve();
  await board.next('publish');
  await board.next('publish');
  expect(echoed(board)).toEqual(['', 'D1:act:1']);
});

test('echoes what is stored in the order in which it came, whichever is stored first', async () => {
  const stores = [deferred(), deferred(), deferred()];
  let calls = 0;
  const board = await boardWith(() => stores[calls++]?.promise);
  board.send(...['a', 'b', 'c'].map((payload) => publishPacket(`${own}/data/update`, payload)));
  await board.settle();
  stores[2]?.resolve();
  stores[1]?.resolve();
  await board.settle();
  expect(echoed(board)).toEqual([]);
  stores[0]?.resolve();
  await expect.poll(() => echoed(board)).toEqual(['a', 'b', 'c']);
});

test('six actions of one batch are restored together, each once', async () => {
  const batch = deferred();
  const board = await boardWith(() => batch.promise);
  const actions = Array.from({ length: 6 }, (_, pin) => `D${pin}:act:1`);
  board.send(...actions.map((action) => publishPacket(`${own}/ioact`, action)));
  await board.settle();
  batch.resolve();
  await expect.poll(() => echoed(board)).toEqual(actions);
});

test('never echoes what was not stored, and continues with what comes after it', async () => {
  const board = await boardWith((_, payload) =>
    payload === 'lost' ? Promise.reject(new Error('the spool is full')) : Promise.resolve(),
  );
  for (const payload of ['first', 'lost', 'last']) board.publish(`${own}/data/update`, payload);
  await expect.poll(() => echoed(board)).toEqual(['first', 'last']);
  await board.settle();
  expect(echoed(board)).toEqual(['first', 'last']);
});

test('does not read a board on while a thousand of its echoes wait, and reads on afterwards', async () => {
  const batch = deferred();
  const board = await boardWith(() => batch.promise);
  const count = maxWaitingEchoes + 50;
  board.send(...Array.from({ length: count }, () => publishPacket(`${own}/debug`, 'x')));
  await expect.poll(() => server.messages.length).toBe(maxWaitingEchoes);
  const other = await RawClient.login(server.plainPort, 'another', '1');
  await other.settle();
  expect(server.messages).toHaveLength(maxWaitingEchoes);
  batch.resolve();
  await expect.poll(() => echoed(board).length).toBe(count);
});

test('a board that left while its message was stored harms nobody', async () => {
  const stored = deferred();
  const board = await boardWith(() => stored.promise);
  board.publish(`${own}/data/update`, '{"a":1}');
  await expect.poll(() => server.messages.length).toBe(1);
  board.end();
  await board.closed;
  stored.resolve();
  const again = await RawClient.login(server.plainPort, boardId, '1');
  again.publish(`${own}/data/update`, '{"a":2}');
  expect((await again.next('publish')).payload.toString()).toBe('{"a":2}');
});
