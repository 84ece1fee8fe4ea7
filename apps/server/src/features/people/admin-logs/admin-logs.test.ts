import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let admin: TestUser;
let user: TestUser;
let logs: string;

const file = 'server.2026-01-02.1.log';
const at = Date.parse('2026-01-02T10:00:00Z');
const line = (number: number, more: object = {}) =>
  `${JSON.stringify({ level: number % 10 === 0 ? 50 : 30, time: at + number, part: 'jobs', msg: `Line ${number}`, ...more })}\n`;
const linesTo = (count: number) => Array.from({ length: count }, (_, number) => line(number)).join('');
const pathOf = (name: string) => `/api/admin/logs/${encodeURIComponent(name)}`;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signup('admin@example.com');
  user = await server.signup('user@example.com');
  logs = join(server.directory, 'logs');
  await writeFile(join(logs, file), linesTo(1_000));
});
afterAll(() => server.stop());

test('lists the files, newest first, and which one grows', async () => {
  const { status, body } = await admin.api('GET', '/api/admin/logs');
  expect(status).toBe(200);
  const startsAt = new Date(2026, 0, 2).getTime();
  expect(body.files.at(-1)).toMatchObject({ name: file, day: '2026-01-02', startsAt, number: 1, growing: false });
  expect(body.files[0]).toMatchObject({ name: `server.${body.today}.1.log`, day: body.today, growing: true });
});

describe('only an administrator who logged in', () => {
  const calls: [string, string][] = [
    ['GET', '/api/admin/logs'],
    ['GET', pathOf(file)],
    ['GET', `${pathOf(file)}/matches?text=line`],
    ['POST', `${pathOf(file)}/download`],
  ];

  test.each(calls)('%s %s', async (method, path) => {
    const { body } = await admin.api('POST', '/api/access-tokens', { name: 'all', scope: 'control', expiresInDays: 1 });
    const table: [string, string | undefined, number][] = [
      ['nobody', undefined, 401],
      ['a user', user.token, 403],
      ['an access token of an administrator', body.token, 403],
      ['an administrator', admin.token, 200],
    ];
    for (const [who, token, status] of table) {
      expect((await server.api(method, path, undefined, token)).status, who).toBe(status);
    }
  });

  test('a right that is taken away counts for the next question of a page that follows, and for its ticket', async () => {
    const second = await server.signup('second@example.com');
    const { body: users } = await admin.api('GET', '/api/admin/users?q=second');
    const setMember = (member: string) => admin.api('POST', `/api/admin/users/${users.users[0].id}/member`, { member });
    await setMember('admin');
    expect((await second.api('GET', `${pathOf(file)}?count=1`)).status).toBe(200);
    const { body } = await second.api('POST', `${pathOf(file)}/download`);
    await setMember('user');
    expect((await second.api('GET', `${pathOf(file)}?count=1`)).status).toBe(403);
    expect((await server.api('GET', body.path)).status).toBe(403);
  });
});

describe('a name that is no log file responds with 404', () => {
  beforeAll(async () => {
    await writeFile(join(logs, 'notes.txt'), 'secret\n');
    await writeFile(join(logs, 'server.2026-01-02.1.log.bak'), 'secret\n');
    await symlink('/etc/passwd', join(logs, 'server.2026-01-03.1.log'));
    await symlink(join(server.directory, 'cyno.lock'), join(logs, 'server.2026-01-04.1.log'));
    await mkdir(join(logs, 'server.2026-01-05.1.log'));
  });

  test.each([
    '../cyno.lock',
    '..%2fcyno.lock',
    `../logs/${file}`,
    `./${file}`,
    '/etc/passwd',
    `${file}\0.txt`,
    'notes.txt',
    'server.2026-01-02.1.log.bak',
    'server.2026-01-03.1.log',
    'server.2026-01-04.1.log',
    'server.2026-01-05.1.log',
    'server.2026-01-09.1.log',
    file.toUpperCase(),
    '__proto__',
    'x'.repeat(150),
  ])('%j', async (name) => {
    for (const path of [pathOf(name), `${pathOf(name)}/matches?text=secret`]) {
      const { status, body } = await admin.api('GET', path);
      expect(status, path).toBe(404);
      expect(JSON.stringify(body)).not.toContain('root:');
    }
    expect((await admin.api('POST', `${pathOf(name)}/download`)).status).toBe(404);
  });

  test('and none of them is listed', async () => {
    const { body } = await admin.api('GET', '/api/admin/logs');
    const names = body.files.map((one: { name: string }) => one.name);
    expect(names.filter((name: string) => name.startsWith('server.2026-01'))).toEqual([file]);
  });
});

test('a page of lines reports how many the file has, and what they are', async () => {
  const { body } = await admin.api('GET', `${pathOf(file)}?from=10&count=2`);
  expect(body).toMatchObject({
    state: { lines: 1_000, warnings: 0, errors: 100, counted: 1, growing: false, sources: ['jobs'] },
    lines: [{ line: 10, text: line(10).trimEnd(), cut: false }, { line: 11 }],
  });
  const newest = await admin.api('GET', `${pathOf(file)}?count=2`);
  expect(newest.body.lines.map((one: { line: number }) => one.line)).toEqual([998, 999]);
});

test('matches come newest first, with where to continue', async () => {
  const first = await admin.api('GET', `${pathOf(file)}/matches?level=error&limit=3`);
  expect(first.body).toMatchObject({ matches: [{ line: 990 }, { line: 980 }, { line: 970 }], next: 970 });
  const rest = await admin.api('GET', `${pathOf(file)}/matches?level=error&before=30`);
  expect(rest.body).toMatchObject({ matches: [{ line: 20 }, { line: 10 }, { line: 0 }], next: null, searched: 1 });
});

test.each(['?count=501', '?from=-1', '?count=x', '/matches?level=loud', '/matches?limit=0', '/matches?since=1e99'])(
  'refuses %s',
  async (query) => {
    expect(await admin.api('GET', pathOf(file) + query)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  },
);

describe('a download', () => {
  const start = async (name = file) => (await admin.api('POST', `${pathOf(name)}/download`)).body.path as string;

  test('is the file as it is, with its name, and works once', async () => {
    const path = await start();
    const response = await fetch(new URL(path, server.http));
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
    expect(response.headers.get('content-length')).toBe(String(linesTo(1_000).length));
    expect(await response.text()).toBe(linesTo(1_000));
    expect((await server.api('GET', path)).status).toBe(403);
    const { body } = await admin.api('GET', '/api/admin/audit?action=log.downloaded&limit=1');
    expect(body.entries).toMatchObject([{ actor: admin.email, details: { file } }]);
  });

  test('a HEAD does not use the ticket up', async () => {
    const path = await start();
    expect((await fetch(server.http + path, { method: 'HEAD' })).ok).toBe(false);
    expect((await fetch(server.http + path)).ok).toBe(true);
  });

  test('a ticket is good for its own file only', async () => {
    const ticket = new URL(await start(), server.http).searchParams.get('ticket');
    const { body } = await admin.api('GET', '/api/admin/logs');
    const other = await server.api('GET', `${pathOf(body.files[0].name)}/download?ticket=${ticket}`);
    expect(other.status).toBe(403);
  });

  test('of an empty file is empty', async () => {
    await writeFile(join(logs, 'server.2026-01-01.1.log'), '');
    const response = await fetch(new URL(await start('server.2026-01-01.1.log'), server.http));
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('while the page looks at it', () => {
  const growing = 'server.2027-01-01.1.log';

  test('the file grows: its new lines are there at the next question', async () => {
    await writeFile(join(logs, growing), linesTo(300));
    const before = await admin.api('GET', `${pathOf(growing)}?count=1`);
    expect(before.body.state).toMatchObject({ lines: 300, growing: true });
    await appendFile(join(logs, growing), `${line(300)}${line(301)}{"level":30,"ti`);
    const after = await admin.api('GET', `${pathOf(growing)}/matches?text=line&from=300`);
    expect(after.body).toMatchObject({ state: { lines: 302 }, matches: [{ line: 301 }, { line: 300 }], next: null });
  });

  test('the next file begins: what was the growing one is closed, and shows the line that it ended in', async () => {
    await writeFile(join(logs, 'server.2027-01-01.2.log'), line(0));
    const { body } = await admin.api('GET', `${pathOf(growing)}?count=1`);
    expect(body).toMatchObject({ state: { growing: false, lines: 303 }, lines: [{ text: '{"level":30,"ti' }] });
  });

  test('another file takes its name: nothing of the old one gets a response', async () => {
    const { body: old } = await admin.api('GET', `${pathOf(growing)}?count=0`);
    await writeFile(join(logs, 'next'), linesTo(1_000));
    await rename(join(logs, 'next'), join(logs, growing));
    const { body } = await admin.api('GET', `${pathOf(growing)}?from=700&count=1`);
    expect(body).toMatchObject({ state: { lines: 1_000 }, lines: [{ text: line(700).trimEnd() }] });
    expect(body.state.id).not.toBe(old.state.id);
  });

  test('it is cut off: it is counted again', async () => {
    await writeFile(join(logs, growing), linesTo(5));
    expect((await admin.api('GET', `${pathOf(growing)}?count=9`)).body).toMatchObject({ state: { lines: 5 } });
  });

  test('it is removed: the response reports it', async () => {
    await rm(join(logs, growing));
    expect(await admin.api('GET', `${pathOf(growing)}?count=1`)).toMatchObject({
      status: 404,
      body: { error: 'This log file does not exist. Old files are removed; choose another one.' },
    });
  });
});

test('readers beyond the four at once and those that may wait are refused, not queued without end', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => admin.api('GET', `${pathOf(file)}/matches?text=nothing`)),
  );
  const statuses = new Set(responses.map((response) => response.status));
  expect(statuses.has(200)).toBe(true);
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  expect((await admin.api('GET', `${pathOf(file)}?count=1`)).status).toBe(200);
  expect(await readFile(join(logs, file), 'utf8')).toBe(linesTo(1_000));
});
