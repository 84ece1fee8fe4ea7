import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { StartError } from '../platform/start-error.ts';

let directory: string;
let db: TestDatabase;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-start-'));
  db = await createTestDatabase();
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true, force: true });
});

const data = () => join(directory, 'data');
const load = (environment: Record<string, string>) =>
  loadConfig(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      LOG_LEVEL: 'silent',
      DATA_DIR: data(),
      DATABASE_URL: db.url,
      ...environment,
    },
    directory,
  );

/** The one sentence, or two, with which a start fails; `main` prints it without a stack. */
async function sentence(environment: Record<string, string> = {}): Promise<string> {
  const app = createApp(load(environment));
  const error = await app.start().then(
    () => app.stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toMatch(/\n|\bat .*\.ts:/);
  return message;
}

describe('the data directory', () => {
  test.each([
    ['logs', 'holds the log'],
    ['spool', 'holds messages that wait for the database'],
  ])('with a file in the place of %s', async (name, what) => {
    await mkdir(data());
    await writeFile(join(data(), name), '');
    expect(await sentence()).toBe(
      `The folder ${join(data(), name)}, which ${what}, cannot be made: it is a file. Move what is there away.`,
    );
  });

  test('with a database without PG_VERSION is not overwritten', async () => {
    const cluster = join(data(), 'postgres/cluster');
    await mkdir(join(cluster, 'base'), { recursive: true });
    expect(await sentence({ DATABASE_URL: '' })).toBe(
      `The database in ${cluster} is damaged: its file PG_VERSION is missing. Restore the folder from a backup, or move it away to start with an empty database.`,
    );
  });
});

describe('a database of the operator', () => {
  let role: string;
  let count = 0;
  beforeEach(() => {
    role = `operator_${process.pid}_${++count}`;
  });
  afterEach(async () => {
    await admin('SET default_transaction_read_only = off', `DROP ROLE IF EXISTS ${role}`);
  });

  /** As the superuser of the test run, in the database of this test. */
  async function admin(...statements: string[]): Promise<void> {
    for (const statement of statements) await db.database.pool.query(statement);
  }
  /** The password of the run's own user, which every role here has as well. */
  const password = () => `PASSWORD '${decodeURIComponent(new URL(db.url).password)}'`;
  const urlAs = (user: string, database?: string) => {
    const url = new URL(db.url);
    url.username = user;
    if (database !== undefined) url.pathname = `/${database}`;
    return url.href;
  };

  test('whose user may make no schema', async () => {
    const empty = `empty_${role}`;
    const client = new pg.Client({
      connectionString: inject('templateDatabaseUrl').replace(/\/[^/?]+(\?|$)/, '/postgres$1'),
    });
    await client.connect();
    await client.query(`CREATE ROLE ${role} LOGIN ${password()}`);
    await client.query(`CREATE DATABASE ${empty}`);
    try {
      expect(await sentence({ DATABASE_URL: urlAs(role, empty) })).toMatch(
        /^The database user has too few rights: permission denied for .*\. Make the user of DATABASE_URL owner of the database, or run there: GRANT /,
      );
    } finally {
      await client.query(`DROP DATABASE ${empty} WITH (FORCE)`);
      await client.end();
    }
  });

  test('whose user may have too few connections', async () => {
    await admin(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3 ${password()}`);
    expect(await sentence({ DATABASE_URL: urlAs(role) })).toBe(
      `The role "${role}" may have 3 connections, and Cyno needs at least 16. Raise the limit: ALTER ROLE "${role}" CONNECTION LIMIT 40.`,
    );
  });

  test('whose user may have no connection at all', async () => {
    await admin(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0 ${password()}`);
    expect(await sentence({ DATABASE_URL: urlAs(role) })).toMatch(
      /^The database allows too few connections: too many connections for role .*\. Allow more: ALTER ROLE /,
    );
  });

  test('whose user may not log in', async () => {
    await admin(`CREATE ROLE ${role} NOLOGIN ${password()}`);
    expect(await sentence({ DATABASE_URL: urlAs(role) })).toMatch(
      /^The database does not accept the login: role .* is not permitted to log in\. Check user, password and database in DATABASE_URL\.$/,
    );
  });

  test('that does not exist', async () => {
    expect(await sentence({ DATABASE_URL: urlAs('cyno', 'nowhere') })).toBe(
      'The database does not accept the login: database "nowhere" does not exist. Check user, password and database in DATABASE_URL.',
    );
  });

  test('that is read-only', async () => {
    const name = new URL(db.url).pathname.slice(1);
    await admin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await sentence()).toMatch(
      /^The database is read-only: .*read-only transaction\. Set DATABASE_URL to a server that can be written to\.$/,
    );
  });
});

describe('a server on standby', () => {
  let serving: ReturnType<typeof createApp>;
  let shared: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cyno-start-'));
    shared = await createTestDatabase();
    serving = createApp(load({ DATA_DIR: folder, DATABASE_URL: shared.url, SERVER_NAME: 'barn-1' }));
    await serving.start();
  });
  afterAll(async () => {
    await serving.stop();
    await shared.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(['PORT', 'MQTT_TLS_PORT', 'MQTT_PORT', 'MQTT_PROXY_PORT', 'OTA_PORT'])(
    'whose %s is taken does not wait until it has to take over',
    async (setting) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      try {
        const more = { DATABASE_URL: shared.url, TRUST_PROXY: '127.0.0.1', SERVER_NAME: 'barn-2' };
        expect(await sentence({ ...more, [setting]: String(port) })).toBe(
          `Port ${port} is taken. Stop the program that uses it, or set ${setting} to another one.`,
        );
      } finally {
        other.close();
      }
    },
  );
});

describe('addresses', () => {
  test.each([
    ['HOST', 'PORT'],
    ['MQTT_HOST', 'MQTT_TLS_PORT'],
    ['MQTT_PLAIN_HOST', 'MQTT_PORT'],
  ])('%s must be one of this machine', async (host, port) => {
    // Reserved for documentation (RFC 5737).
    expect(await sentence({ [host]: '203.0.113.1' })).toMatch(
      new RegExp(
        String.raw`^Port \d+ \(${port}\) cannot be opened: this machine does not have the address in ${host}\.$`,
      ),
    );
  });

  test.each([
    'https://iot.example.com/?a=b',
    'https://iot.example.com/#x',
    'https://iot.example.com/a b',
    'https://iot.example.com/%22onload',
    'https://ann:secret@iot.example.com',
  ])('PUBLIC_URL=%s is refused: it is more than a host and a path', (PUBLIC_URL) => {
    expect(() => load({ PUBLIC_URL })).toThrow('PUBLIC_URL must be a host, and a path of plain letters and digits');
  });

  test.each(['https://iot.example.com/device', 'https://iot.example.com/Docs/cyno/'])(
    'PUBLIC_URL=%s is refused: pages of Cyno begin so',
    (PUBLIC_URL) => {
      expect(() => load({ PUBLIC_URL })).toThrow('PUBLIC_URL must have a path that no page of Cyno begins with');
    },
  );

  test('PUBLIC_URL may have a path', () => {
    expect(load({ PUBLIC_URL: 'https://example.com/iot/cyno/' }).publicUrl).toBe('https://example.com/iot/cyno');
  });

  test('PUBLIC_URL may end in a slash', () => {
    expect(load({ PUBLIC_URL: 'https://iot.example.com/' }).publicUrl).toBe('https://iot.example.com');
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  test.runIf(hasIpv6)('a host of IPv6 stands in brackets, and returns there', async () => {
    const app = createApp(load({ HOST: '::1', MQTT_HOST: '::1', MQTT_PLAIN_HOST: '::1' }));
    const ready = await app.start();
    expect(ready.http).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(ready.mqtt).toMatch(/^mqtt:\/\/\[::1\]:\d+$/);
    expect(ready.mqtts).toMatch(/^mqtts:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${ready.http}/healthz`)).status).toBe(200);
    await app.stop();
  });
});
