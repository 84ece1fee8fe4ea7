import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemReport, systemSamples } from '@cyno/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser, testPassword } from '../../../../test/server.ts';
import { runAdminCommand } from '../../../admin-commands.ts';
import { loadConfig } from '../../../config.ts';

/** Nothing of these may ever be in a bundle. */
const secrets = {
  SMTP_URL: 'smtp://mailuser%40corp:Sm%2Ftp-Canary-77@mail.canary.example:2525',
  METRICS_TOKEN: 'metrics-canary-token',
  OIDC_ISSUER: 'https://login.canary.example',
  OIDC_CLIENT_ID: 'client-canary',
  OIDC_CLIENT_SECRET: 'oidc secret canary',
  BACKUP_TARGET: 's3+http://access-canary:s3%2Fsecret-canary@127.0.0.1:9/bucket',
  BACKUP_EVERY: 'off',
  BACKUP_PASSPHRASE: 'backup passphrase canary',
  TELEGRAM_BOT_TOKEN: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0canary111',
  TELEGRAM_API_URL: 'http://127.0.0.1:9',
};

let server: TestServer;
let admin: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ ...secrets, LOG_LEVEL: 'trace', LOG_TO: 'files', SIGNUP: 'open' });
  admin = await server.signup('canary.admin@people.example');
  await server.database.pool.query('UPDATE accounts SET confirmed_at = now()');
  admin = await server.signup('canary.admin@people.example');
  key = await admin.connectionKey();
});
afterAll(() => server.stop());

const canaries = () => ['canary', 'Sm/tp', 'Sm%2Ftp', testPassword, admin.token, key, 'people.example', 'postgres://'];

async function filesOf(bytes: Uint8Array): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
}

function expectClean(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    for (const canary of canaries())
      expect(text.toLowerCase(), `${name}: ${canary}`).not.toContain(canary.toLowerCase());
  }
}

test('administrators get the figures, others do not', async () => {
  const report = systemReport.strict().parse((await admin.api('GET', '/api/admin/system')).body);
  expect(report).toMatchObject({ nodeVersion: process.version, database: { isEmbedded: false, slowQueries: 0 } });
  expect(report.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(report.certificates).toMatchObject([{ name: 'mqtt', isSelfSigned: true }]);
  expect(report.queues.map(({ name }) => name).sort()).toEqual([
    'database_connections',
    'mails',
    'messages',
    'password_hashes',
    'spool_bytes',
  ]);
  for (const { used, limit } of report.queues) expect(used).toBeLessThanOrEqual(limit);
  expect(report.sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(['telemetry', 'logs']));
  expect(systemSamples.safeParse((await admin.api('GET', '/api/admin/system/samples')).body).success).toBe(true);
  await server.signup('bob.canary@people.example');
  await server.database.pool.query('UPDATE accounts SET confirmed_at = now()');
  const bob = await server.signup('bob.canary@people.example');
  for (const [method, path, body] of [
    ['GET', '/api/admin/system'],
    ['GET', '/api/admin/system/samples'],
    ['POST', '/api/admin/system/bundle'],
    ['POST', '/api/admin/system/jobs/accounts.remove/run'],
    ['POST', '/api/admin/system/servers/barn-2/drain', { drained: true }],
  ] as const) {
    expect((await bob.api(method, path, body)).status, path).toBe(403);
    expect((await server.api(method, path, body)).status, path).toBe(401);
  }
});

test('a server that is not linked cannot be drained', async () => {
  const { status, body } = await admin.api('POST', '/api/admin/system/servers/barn-2/drain', { drained: true });
  expect([status, body.reason, body.values]).toEqual([404, 'server_not_linked', { server: 'barn-2' }]);
  const { entries } = (await admin.api('GET', '/api/admin/audit?action=server.drained')).body;
  expect(entries).toEqual([]);
});

test('a job runs when it is asked to, and what became of it is reported', async () => {
  expect((await admin.api('POST', '/api/admin/system/jobs/no.such/run')).status).toBe(404);
  expect((await admin.api('POST', '/api/admin/system/jobs/accounts.remove/run')).status).toBe(202);
  const stateOf = async () =>
    systemReport
      .parse((await admin.api('GET', '/api/admin/system')).body)
      .jobs?.find(({ name }) => name === 'accounts.remove')?.state;
  await expect.poll(stateOf).toBe('done');
  await server.database.pool.query(
    `UPDATE pgboss.job SET state = 'failed', output = '{"message": "No room."}' WHERE name = 'accounts.remove'`,
  );
  const { jobs } = systemReport.parse((await admin.api('GET', '/api/admin/system')).body);
  expect(jobs?.find(({ name }) => name === 'accounts.remove')).toMatchObject({ state: 'failed', error: 'No room.' });
});

test('a support bundle says how the server is, and nothing of any secret or person', async () => {
  // Refused in all ways that are logged.
  await server.api('POST', '/api/auth/login', { email: 'canary.admin@people.example', password: 'wrong-canary-1' });
  expect((await admin.api('GET', '/api/admin/backups')).body.unreachable.error).toMatch(/cannot be used/);
  await server.api('GET', '/api/profile', undefined, 'cyno_pat_canary_0123456789abcdef0123456789');
  const { body } = await admin.api('POST', '/api/admin/system/bundle');
  const response = await fetch(new URL(body.path, server.http));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await filesOf(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual([
    'README.txt',
    'about.json',
    'database.json',
    'log.txt',
    'metrics.txt',
    'problems.json',
    'samples.json',
    'settings.json',
    'system.json',
  ]);
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({ mail: 'set', oidc: 'set', signup: 'open' });
  expect(JSON.parse(files['database.json'] ?? '')).toMatchObject({ migrations: { count: expect.any(Number) } });
  expect(files['log.txt']).toContain('Cyno is running');
  expect(files['metrics.txt']).toContain('cyno_build_info');
  expectClean(files);
  // It works once.
  expect((await fetch(new URL(body.path, server.http))).status).toBe(403);
});

test('the command line writes the same without the server', async () => {
  const directory = server.directory;
  const url = server.database.pool.options.connectionString ?? '';
  const environment = { ...secrets, DATA_DIR: directory, DATABASE_URL: url, PORT: '1' };
  const text = await runAdminCommand(['support-bundle'], () => loadConfig(environment, directory));
  expect(text).toContain('Written to');
  const name = (await readdir(directory)).find((file) => file.startsWith('cyno-support-')) ?? '';
  const files = await filesOf(await readFile(join(directory, name)));
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({ database: 'own', telegram: 'set' });
  expect(JSON.parse(files['metrics.txt'] ?? '')).toHaveProperty('failed');
  expectClean(files);
});
