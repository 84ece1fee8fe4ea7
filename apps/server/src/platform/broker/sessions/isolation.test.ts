import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishPacket, RawClient } from '../test/raw-client.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const accounts = ['1', '2'];
const espids = [boardId, 'ESP32-S3-1_1a2b3c'];
const levels = ['', '+', '#', '$SYS', 't', '1', '2', ...espids, 'io', 'data', 'update', 'x'];
const rounds = 250;
let server: TestBroker;

beforeEach(async () => {
  // The features' own check would hide a leak of the broker.
  server = await startTestBroker({ mayRead: () => true });
});
afterEach(async () => {
  await server.stop();
});

test('10,000 random topics, filters and take-overs leak nothing between accounts that even use the same ids', async () => {
  const random = seededRandom(8_41);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const randomTopic = () => Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(levels)).join('/');
  const clients: { account: string; id: string; client: RawClient }[] = [];
  const login = async (account: string, id: string, username: string) => {
    const will = { topic: `/${pick(espids)}/io`, payload: Buffer.from(account), qos: 1 as const, retain: true };
    const replaced = clients.findLast((other) => other.account === account && other.id === id);
    clients.push({ account, id, client: await RawClient.login(server.plainPort, id, username, { will }) });
    await replaced?.client.closed;
  };
  for (const account of accounts) {
    for (const espid of espids) await login(account, espid, account);
    for (const id of ['app', 'panel']) await login(account, id, `app:${account}`);
  }

  for (let round = 0; round < rounds; round += 1) {
    const live = clients.filter(({ client }) => !client.isClosed);
    for (const { account, id, client } of live) {
      const isApp = !espids.includes(id);
      const topics = Array.from({ length: 4 }, randomTopic);
      const valid = topics.filter((topic) => topic !== '' && !/[+#]/.test(topic));
      const own = `/${pick(espids)}/data/update`;
      client.send(
        ...[own, ...valid].map((topic) => publishPacket(topic, account, { retain: random() < 0.5 })),
        ...(isApp || random() < 0.1 ? topics.filter(isFilter) : [`/${pick(espids)}/#`]).map((topic, index) => ({
          cmd: 'subscribe' as const,
          messageId: index + 1,
          subscriptions: [{ topic, qos: 0 as const }],
        })),
      );
    }
    await Promise.all(live.map(({ client }) => client.settle()));
    if (round % 50 === 25) {
      const account = pick(accounts);
      await login(account, pick(espids), account);
    }
  }

  const received = clients.map(({ account, client }) => ({
    account,
    from: new Set(client.all('publish').map(({ payload }) => payload.toString())),
  }));
  expect(received.filter(({ account, from }) => [...from].some((sender) => sender !== account))).toEqual([]);
  expect(received.every(({ from }) => from.size === 1)).toBe(true);
});

/** What a wrong place of a wildcard would turn into the end of the connection. */
function isFilter(text: string): boolean {
  return text !== '' && !/#./.test(text);
}
