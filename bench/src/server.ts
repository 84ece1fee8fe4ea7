import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Child, startChild } from './child.ts';

/** What `npm start` compiled: without it the compiler stays in the memory of the server. */
export const compileCache = fileURLToPath(new URL('../../.cache/node', import.meta.url));

interface Ready {
  readonly http: string;
  readonly mqtt: string;
  readonly mqtts: string;
  readonly setup: string;
}

/** The whole server as its users run it, on free ports, with an account and its embedded PostgreSQL. */
export interface BenchServer {
  readonly child: Child;
  readonly http: string;
  readonly plainPort: number;
  readonly tlsPort: number;
  /** What boards sign in with. */
  readonly username: string;
  readonly token: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly database: pg.Pool;
  readonly directory: string;
  stop(): Promise<void>;
}

/** With `existingDirectory` the data stays in that directory, and what an earlier run left there is used; `settings` are those of the server,
 * which is started `through` a command. */
export async function startServer(
  nodeArgs: readonly string[] = [],
  existingDirectory?: string,
  settings: Record<string, string> = {},
  through: readonly string[] = [],
): Promise<BenchServer> {
  const directory = existingDirectory ?? (await mkdtemp(join(tmpdir(), 'cyno-bench-')));
  if (existingDirectory) await mkdir(existingDirectory, { recursive: true });
  const child = startChild('../../apps/server/dist/main.js', [], {
    // As scripts/bootstrap/start.mjs runs it.
    nodeArgs: ['--max-semi-space-size=8', ...nodeArgs],
    through,
    env: {
      NODE_COMPILE_CACHE: compileCache,
      READY_JSON: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      DATA_DIR: directory,
      STORED_INTERVAL_MS: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const ready = await child.nextLine<Ready>();
  const email = 'bench@example.com';
  const passwordFile = join(directory, 'bench-password');
  const known = await readFile(passwordFile, 'utf8').catch(() => undefined);
  const password = known ?? randomBytes(12).toString('hex');
  const call = async (path: string, body?: object, token?: string) => {
    const response = await fetch(new URL(path, ready.http), {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const socket = join(directory, 'postgres', 'run');
  const databasePassword = (await readFile(join(directory, 'postgres', 'password'), 'utf8')).trim();
  const database = new pg.Pool({ host: socket, user: 'cyno', password: databasePassword, database: 'cyno', max: 4 });
  if (known === undefined) {
    const setupCode = new URL(ready.setup).searchParams.get('setup');
    await call('/api/auth/signup', { email, password, setupCode });
    await database.query('update accounts set confirmed_at = now()');
    await writeFile(passwordFile, password, { mode: 0o600 });
  }
  const { access_token: token = '' } = await call('/api/auth/login', { email, password });
  const { connectionKey } = await call('/api/pairing', undefined, token);
  return {
    child,
    http: ready.http,
    plainPort: Number(new URL(ready.mqtt).port),
    tlsPort: Number(new URL(ready.mqtts).port),
    username: `${email}/${connectionKey}`,
    token,
    login: { email, password },
    database,
    directory,
    async stop() {
      await database.end();
      await child.stop();
      if (!existingDirectory) await rm(directory, { recursive: true, force: true });
    },
  };
}
