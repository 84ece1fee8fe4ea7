import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JoinedServer, joinServer, type TestUser } from '../../test/server.ts';

/** What one account does at once keeps no other from anything. */
let server: JoinedServer;
let greedy: TestUser;
let other: TestUser;
let dashboardId: number;
const password = 'a-long-Passphrase-7';

beforeAll(async () => {
  server = await joinServer();
  greedy = await server.signup('greedy@example.com');
  other = await server.signup('other@example.com');
  dashboardId = (await greedy.api('POST', '/api/dashboards', { name: 'Linked', widgets: [], espids: [] })).body.id;
});
afterAll(() => server.stop());

const own = { variables: [], outputs: [], events: [], template: null, intervalS: 5 };
const project = {
  name: 'Greenhouse',
  setup: { board: 'nodemcu', host: 'farm.local', content: { type: 'own', own } },
  espids: [],
};
const link = { name: 'Door', expiresAt: null, exposed: [], origins: [] };

/** What others do while the crowd is under way: nothing of it is refused. */
async function others(): Promise<number[]> {
  const logins = Array.from({ length: 12 }, () =>
    server.api('POST', '/api/auth/login', { email: other.email, password }),
  );
  const pages = ['/api/device/', '/api/projects', '/api/dashboards', '/api/profile', '/readyz'].map((path) =>
    other.api('GET', path),
  );
  return (await Promise.all([...logins, ...pages])).map(({ status }) => status);
}

test('150 new projects at once', async () => {
  const crowd = Array.from({ length: 150 }, () => greedy.api('POST', '/api/projects', project));
  expect(await others()).toEqual(Array(17).fill(200));
  const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([201, 429]);
});

test('90 changes of the password of a link', async () => {
  const { body } = await greedy.api('POST', `/api/dashboards/${dashboardId}/links`, { ...link, password: 'first-one' });
  const path = `/api/dashboards/${dashboardId}/links/${body.link.id}`;
  const crowd = Array.from({ length: 90 }, (_, index) =>
    greedy.api('PUT', path, { ...link, password: `password-${index}` }),
  );
  expect(await others()).toEqual(Array(17).fill(200));
  for (const { status } of await Promise.all(crowd)) expect([200, 429]).toContain(status);
});
