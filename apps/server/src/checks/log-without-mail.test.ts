import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../test/server.ts';
import { readableMail } from '../../test/stand-ins/mime.ts';

let server: TestServer;
let printed = '';
const { write } = process.stdout;

beforeAll(async () => {
  // By hand: spies are restored before each test.
  process.stdout.write = (text: unknown) => {
    printed += String(text);
    return true;
  };
  server = await startTestServer({ LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  try {
    await server.stop();
  } finally {
    process.stdout.write = write;
  }
});

async function filesOf(name: string): Promise<string[]> {
  const directory = join(server.directory, name);
  const names = await readdir(directory).catch(() => []);
  return Promise.all(names.map((one) => readFile(join(directory, one), 'latin1')));
}

test('without a mail server no link of a mail and no link of an administrator is in the log', async () => {
  const admin = await server.signup('admin@example.com');
  const ann = await server.signup('ann@example.com');
  await server.api('POST', '/api/auth/reset-request', { email: ann.email });
  const { body: page } = await admin.api('GET', '/api/admin/users?q=ann');
  const { link } = (await admin.api('POST', `/api/admin/users/${page.users[0].id}/reset-link`)).body;
  // The mail about it has a link that takes it back.
  const deletion = { email: ann.email, password: testPassword };
  expect((await ann.api('POST', '/api/profile/delete', deletion)).status).toBe(200);
  const mails = await vi.waitUntil(
    async () => {
      const all = (await filesOf('outbox')).map(readableMail);
      return all.some((mail) => mail.includes('/auth/keep')) ? all : undefined;
    },
    { timeout: 180_000 },
  );
  const links = [link, ...mails];
  const tokens = links.flatMap((text) => [...text.matchAll(/[#?]token=([\w-]{43})/g)].map(([, token]) => token ?? ''));
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  expect(printed).toContain('"msg":"Signup"');
  const log = printed + (await filesOf('logs')).join('');
  expect(log).toContain('was written to the outbox');
  for (const token of tokens) expect(log).not.toContain(token);
});
