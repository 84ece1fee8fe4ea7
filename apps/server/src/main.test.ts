import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { builtServer, compileCache } from '../test/processes/built-server.ts';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';

const children: ChildProcess[] = [];
async function endChildren(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  }
}

let directory: string;
/** The surroundings of a server of its own; `directory` is empty. */
function useDirectory(before: typeof beforeAll, after: typeof afterAll): void {
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cyno-main-'));
  });
  after(async () => {
    await endChildren();
    await rm(directory, { recursive: true, force: true });
  });
}

const settings = () => ({
  HOST: '127.0.0.1',
  PORT: '0',
  MQTT_HOST: '127.0.0.1',
  MQTT_PORT: 'auto',
  MQTT_TLS_PORT: 'auto',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(directory, 'data'),
});

function launch(environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [builtServer], {
    cwd: directory,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      NODE_COMPILE_CACHE: compileCache,
      READY_JSON: '1',
      ...settings(),
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

const isReady = async (http: string) => {
  const response = await fetch(`${http}/readyz`);
  return { status: response.status, body: await response.json() };
};

describe('on data of its own', () => {
  let child: ReturnType<typeof launch>;
  let http: string;
  useDirectory(beforeAll, afterAll);
  beforeAll(async () => {
    child = launch();
    ({ http } = await ready(child));
  });

  test('runs on free ports and responds', async () => {
    expect(await isReady(http)).toMatchObject({ status: 200, body: { ready: true, database: true } });
  });

  test('a second server on the same data is refused, and the first continues', async () => {
    const { errors, code } = await failure({});
    expect(errors).toMatch(
      /^Cyno is already running on .*data\. Stop it first, or set DATA_DIR to another directory\.$/,
    );
    expect(code).toBe(1);
    expect((await isReady(http)).status).toBe(200);
  });

  test('starts again after a kill -9', async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = launch();
    ({ http } = await ready(child));
    expect((await isReady(http)).status).toBe(200);
  });

  test('stops at SIGTERM with nothing left behind', async () => {
    const postgres = await readFile(join(directory, 'data/postgres/cluster/postmaster.pid'), 'utf8');
    child.kill('SIGTERM');
    // It would end itself with 1 after 5 s.
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(() => process.kill(Number(postgres.split('\n')[0]), 0)).toThrow('ESRCH');
  });
});

describe('reports in one line why it cannot start', () => {
  // Its own PostgreSQL has no part in these, and takes time to make.
  let db: TestDatabase;
  useDirectory(beforeEach, afterEach);
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  /** The sentence that a start in this process fails with; `main` prints it, and no stack. */
  async function sentence(environment: Record<string, string>): Promise<string> {
    const app = createApp(loadConfig({ ...settings(), ...environment }, directory));
    const error = await app.start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as StartError;
    expect(message).not.toContain('\n');
    return message;
  }

  test('a program that fails to start reports it on standard error, and ends with 1', async () => {
    const taken = await takenPort();
    const { errors, code } = await failure({ PORT: String(taken.port), DATABASE_URL: db.url });
    taken.close();
    expect(errors).toBe(`Port ${taken.port} is taken. Stop the program that uses it, or set PORT to another one.`);
    expect(code).toBe(1);
  });

  test.each([['PORT'], ['MQTT_PORT'], ['MQTT_TLS_PORT']])('%s taken', async (setting) => {
    const taken = await takenPort();
    const output = await sentence({ [setting]: String(taken.port), DATABASE_URL: db.url });
    taken.close();
    expect(output).toBe(
      `Port ${taken.port} is taken. Stop the program that uses it, or set ${setting} to another one.`,
    );
  });

  test('data directory not writable', async () => {
    await writeFile(join(directory, 'file'), '');
    expect(await sentence({ DATA_DIR: join(directory, 'file', 'data') })).toContain(
      'is not writable: a part of the path is a file',
    );
  });

  test.runIf(process.platform === 'linux')('data directory where none can be made', async () => {
    expect(await sentence({ DATA_DIR: '/proc/cyno/data' })).toContain(
      'is not writable: directories cannot be made there',
    );
  });

  test('database unreachable, without its password', async () => {
    // Its patience of 10 s is over at the second look.
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 6_000;
      return now;
    });
    const output = await sentence({ DATABASE_URL: 'postgres://cyno:hunter2@127.0.0.1:1/cyno' });
    expect(output).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.* Check DATABASE_URL\.$/);
    expect(output).not.toContain('hunter2');
  });

  test('one mistake in the configuration', async () => {
    const { errors, code } = await failure({ PORT: 'x' });
    expect(errors).toBe(
      'The configuration is wrong: PORT must be a port number from 1 to 65535, or 0 for any free port.',
    );
    expect(code).toBe(1);
  });

  test('all mistakes of the configuration', async () => {
    const { errors } = await failure({ PORT: 'x', SIGNUP: 'perhaps', TLS_KEY: 'key.pem' });
    expect(errors.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'SIGNUP', 'TLS_CERT']);
  });
});

describe('an output that nobody reads', () => {
  let db: TestDatabase;
  useDirectory(beforeEach, afterEach);
  beforeEach(async () => {
    db = await createTestDatabase();
  });
  afterEach(async () => {
    await endChildren();
    await db.drop();
  });

  test('continues when nobody reads its output any more', async () => {
    const child = launch({ DATABASE_URL: db.url, LOG_LEVEL: 'trace' });
    const { http } = await ready(child);
    child.stdout.destroy();
    child.stderr.destroy();
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`${http}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"nobody@example.com","password":"wrong-one-1"}',
      });
      expect(response.status).toBe(401);
    }
    expect(child.exitCode).toBeNull();
  });
});
