import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../test/protocol-bench.ts';
import { type ApiResponse, startTestServer, type TestServer, type TestUser } from '../../test/server.ts';
import { validBodies } from '../../test/valid-bodies.ts';

/** So many places are left before the race, and so many want one. */
const free = 3;
const racing = 12;
const espid = nextEspid();
let server: TestServer;
let owner: TestUser;
let dashboardId: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signup('owner@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
  // What guest passes are for.
  await owner.api('PUT', ofDevice('events/led'), bodyOf('PUT /api/device/{espid}/events/{name}'));
  const { body } = await owner.api('POST', '/api/dashboards', { name: 'Linked', widgets: [], espids: [] });
  dashboardId = body.id;
});
afterAll(() => server.stop());

const setup = {
  board: 'nodemcu',
  host: 'farm.local',
  content: {
    type: 'own',
    own: { variables: [], outputs: [], events: [], template: null, intervalS: 5 },
  },
};
const bodyOf = (route: string) => JSON.parse(validBodies[route.replace(espid, '{espid}')] ?? 'null');
const ofDevice = (what: string) => `/api/device/${espid}/${what}`;

interface Limited {
  readonly what: string;
  readonly limit: number;
  readonly table: string;
  /** Columns that must differ from row to row. */
  readonly unique?: readonly string[];
  /** What the refusal is called; `limit_reached` by default. */
  readonly code?: string;
  make(number: number): Promise<ApiResponse>;
}

const post = (path: string, body: (number: number) => unknown) => (number: number) =>
  owner.api('POST', path, body(number));

const limits: Limited[] = [
  {
    what: 'access tokens',
    limit: 50,
    table: 'access_tokens',
    unique: ['token_hash'],
    make: post('/api/access-tokens', () => ({ name: 'Script', scope: 'read', expiresInDays: null })),
  },
  {
    what: 'notification addresses',
    limit: 10,
    table: 'notification_addresses',
    unique: ['email'],
    make: post('/api/profile/notification-addresses', (number) => ({ email: `alerts-${number}@example.com` })),
  },
  {
    what: 'services that get notifications',
    limit: 20,
    table: 'contact_points',
    make: post('/api/notifications/contacts', () => ({
      name: 'Barn',
      target: { kind: 'webhook', url: 'https://barn.example.com/' },
    })),
  },
  {
    what: 'maintenances',
    limit: 100,
    table: 'maintenance_windows',
    make: post('/api/maintenance', () => ({
      scope: { kind: 'tag', tag: 'pond' },
      from: null,
      until: Date.now() + 3_600_000,
    })),
  },
  {
    what: 'invitations to sign up',
    limit: 1_000,
    table: 'invitations',
    unique: ['code_hash'],
    make: post('/api/admin/invitations', () => ({})),
  },
  {
    what: 'projects',
    limit: 200,
    table: 'projects',
    make: post('/api/projects', () => ({ name: 'Greenhouse', setup, espids: [] })),
  },
  {
    what: 'dashboards',
    limit: 100,
    table: 'dashboards',
    make: post('/api/dashboards', () => ({ name: 'One of many', widgets: [], espids: [] })),
  },
  {
    what: 'public links',
    limit: 20,
    table: 'public_links',
    unique: ['token_hash'],
    make: (number) =>
      owner.api('POST', `/api/dashboards/${dashboardId}/links`, {
        name: `Link ${number}`,
        expiresAt: null,
        exposed: [],
        origins: [],
        password: null,
      }),
  },
  {
    what: 'groups',
    limit: 200,
    table: 'device_groups',
    unique: ['name'],
    make: post('/api/device-groups', (number) => ({ name: `Group ${number}`, hue: 1 })),
  },
  {
    what: 'saved views',
    limit: 100,
    table: 'device_views',
    make: post('/api/device-views', (number) => ({ name: `View ${number}`, query: 'q=pond' })),
  },
  {
    what: 'guest passes',
    limit: 200,
    table: 'guest_passes',
    unique: ['token_hash'],
    make: post(ofDevice('passes'), () => ({ ...bodyOf(`POST ${ofDevice('passes')}`), until: Date.now() + 86_400_000 })),
  },
  {
    what: 'notes',
    limit: 5_000,
    table: 'annotations',
    code: 'conflict',
    make: post(ofDevice('annotations'), () => bodyOf(`POST ${ofDevice('annotations')}`)),
  },
  {
    what: 'invitations to a device',
    limit: 100,
    table: 'shares',
    unique: ['email'],
    make: post(ofDevice('shares'), (number) => ({ email: `p${number}@example.com`, role: 'viewer', expiresAt: null })),
  },
];

test.each(limits)('of $what there are never more than $limit, however many are requested at once', async (one) => {
  const { limit, table, unique = [], code = 'limit_reached', make } = one;
  const first = await make(0);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  await fill(table, { unique, upTo: limit - free });
  const responses = await Promise.all(Array.from({ length: racing }, (_, index) => make(index + 1)));
  const made = responses.filter(({ status }) => status < 300);
  const refused = responses.filter(({ status }) => status >= 300);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(racing - free).fill(code));
  expect(made).toHaveLength(free);
  // The connections may all be busy with what was requested.
  await expect.poll(() => count(table)).toBe(limit);
});

test('of automations a device never has more than 200', async () => {
  const make = post(ofDevice('automations'), () => bodyOf(`POST ${ofDevice('automations')}`));
  const responses: ApiResponse[] = [];
  for (let round = 0; round < 4; round += 1) {
    responses.push(...(await Promise.all(Array.from({ length: 52 }, (_, index) => make(index)))));
  }
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(200);
  expect(await count('automations')).toBe(200);
});

test('of sessions the newest hundred stay', async () => {
  const account = "(select id from accounts where email = 'owner@example.com')";
  await server.database.pool.query(
    `insert into sessions (account_id, token_hash, ip, expires_at)
     select ${account}, 'filled ' || n, '192.0.2.1', now() + interval '1 day' from generate_series(1, 95) as n`,
  );
  const password = 'a-long-Passphrase-7';
  const login = () => server.api('POST', '/api/auth/login', { email: owner.email, password });
  const responses = await Promise.all(Array.from({ length: 9 }, login));
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200));
  const { rows } = await server.database.pool.query(`select from sessions where account_id = ${account}`);
  expect(rows).toHaveLength(100);
});

/** Clones the newest row until the table has so many. */
async function fill(table: string, { unique, upTo }: { unique: readonly string[]; upTo: number }): Promise<void> {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'id'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => (unique.includes(name) ? `"${name}" || '-' || n` : `"${name}"`));
  await server.database.pool.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from ${table}, generate_series(1, $1::int - (select count(*)::int from ${table})) as n
     where id = (select max(id) from ${table})`,
    [upTo],
  );
}

async function count(table: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}
