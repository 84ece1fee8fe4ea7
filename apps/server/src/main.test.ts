import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

const mainFile = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Real processes on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  }
  await rm(directory, { recursive: true, force: true });
});

function launch(environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [mainFile], {
    cwd: directory,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      READY_JSON: '1',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(directory, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

interface Ready {
  ready: true;
  http: string;
  mqtt: string;
  mqtts: string;
}

async function ready(child: ReturnType<typeof launch>): Promise<Ready> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"ready"')) return JSON.parse(line);
  }
  throw new Error(await text(child.stderr));
}

/** Standard error and the exit code of a start that fails. */
async function failure(environment: NodeJS.ProcessEnv): Promise<{ errors: string; code: number }> {
  const child = launch(environment);
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { errors: errors.trim(), code };
}

async function takenPort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const oneLine = (errors: string) => errors.split('\n').length === 1 && !errors.includes(' at ');

test('runs on free ports, answers, and stops at SIGTERM with nothing left behind', async () => {
  const child = launch();
  const { http } = await ready(child);
  const answer = await fetch(`${http}/readyz`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { ready: true, database: true }]);
  const postgres = await readFile(join(directory, 'data/postgres/cluster/postmaster.pid'), 'utf8');
  const begin = Date.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(Date.now() - begin).toBeLessThan(5_000);
  expect(() => process.kill(Number(postgres.split('\n')[0]), 0)).toThrow('ESRCH');
});

test('starts again after a kill -9', async () => {
  const first = launch();
  await ready(first);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const { http } = await ready(launch());
  expect((await fetch(`${http}/readyz`)).status).toBe(200);
});

test('a second server on the same data is refused, and the first goes on', async () => {
  const { http } = await ready(launch());
  const { errors, code } = await failure({});
  expect(errors).toMatch(/^Cyno is already running on .*data\. Stop it first, or set DATA_DIR to another directory\.$/);
  expect(code).toBe(1);
  expect((await fetch(`${http}/readyz`)).status).toBe(200);
});

describe('says in one line why it cannot start', () => {
  // Its own PostgreSQL has no part in these, and takes time to make.
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  test.each([
    ['PORT', 'PORT'],
    ['MQTT_PORT', 'MQTT_PORT'],
    ['MQTT_TLS_PORT', 'MQTT_TLS_PORT'],
  ])('%s taken', async (setting) => {
    const taken = await takenPort();
    const { errors, code } = await failure({ [setting]: String(taken.port), DATABASE_URL: db.url });
    taken.close();
    expect(errors).toBe(
      `Port ${taken.port} is taken. Stop the program that uses it, or set ${setting} to another one.`,
    );
    expect(code).toBe(1);
  });

  test('data directory not writable', async () => {
    await writeFile(join(directory, 'file'), '');
    const { errors, code } = await failure({ DATA_DIR: join(directory, 'file', 'data') });
    expect(errors).toContain('is not writable: a part of the path is a file');
    expect([oneLine(errors), code]).toEqual([true, 1]);
  });

  test.runIf(process.platform === 'linux')('data directory where none can be made', async () => {
    const { errors, code } = await failure({ DATA_DIR: '/proc/cyno/data' });
    expect(errors).toContain('is not writable: directories cannot be made there');
    expect([oneLine(errors), code]).toEqual([true, 1]);
  });

  test('database unreachable, without its password', async () => {
    const url = 'postgres://cyno:hunter2@127.0.0.1:1/cyno';
    const { errors, code } = await failure({ DATABASE_URL: url });
    expect(errors).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.* Check DATABASE_URL\.$/);
    expect(errors).not.toContain('hunter2');
    expect(code).toBe(1);
  });

  test('one mistake in the configuration', async () => {
    const { errors, code } = await failure({ PORT: 'x' });
    expect(errors).toBe(
      'The configuration is wrong: PORT must be a port number from 1 to 65535, or 0 for any free port.',
    );
    expect(code).toBe(1);
  });
});

test('lists all mistakes of the configuration', async () => {
  const { errors } = await failure({ PORT: 'x', SIGNUP: 'perhaps', TLS_KEY: 'key.pem' });
  expect(errors.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'SIGNUP', 'TLS_CERT']);
});

test('goes on when nobody reads its output any more', async () => {
  const database = await createTestDatabase();
  try {
    const child = launch({ DATABASE_URL: database.url, LOG_LEVEL: 'trace' });
    const { http } = await ready(child);
    child.stdout.destroy();
    child.stderr.destroy();
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`${http}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"nobody@example.com","password":"wrong-one-1"}',
      });
      expect(answer.status).toBe(401);
    }
    expect(child.exitCode).toBeNull();
  } finally {
    await Promise.all(children.splice(0).map((child) => child.kill('SIGTERM') && once(child, 'exit')));
    await database.drop();
  }
});
