import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { copyDatabase } from '../../../server/test/postgres.ts';
import { compileCache } from '../../../server/test/processes/built-server.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Names a server that hangs, also beside twenty other busy processes. */
const startWithinMs = 300_000;

/** The line that the server prints when it is ready (`READY_JSON=1`). */
interface Ready {
  ready: true;
  http: string;
  mqtt: string | null;
  mqtts: string;
  setup: string | null;
}

/** The product as a user runs it: its own process and data directory, and a database of its own. */
export interface Product extends Ready {
  /** Its database, for those that start it again. */
  readonly databaseUrl: string;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the server on free ports and a new database, or on those of an earlier run so that browsers and boards find it again. With
 * `DATABASE_URL: ''` it runs a PostgreSQL of its own. `installation`: where its files are, for another version than this one.
 */
export async function startProduct(
  dataDirectory: string,
  earlier?: Product,
  { installation = root, ...env }: NodeJS.ProcessEnv & { installation?: string } = {},
): Promise<Product> {
  const databaseUrl = env.DATABASE_URL ?? earlier?.databaseUrl ?? (await newDatabase());
  const portOf = (address: string | null | undefined, free: string) => (address ? new URL(address).port : free);
  await mkdir(dataDirectory, { recursive: true });
  const child = spawn(process.execPath, [join(installation, 'apps/server/dist/main.js')], {
    // Not the repository's: a developer's `.env` there is for the developer's own server.
    cwd: dataDirectory,
    env: {
      ...process.env,
      READY_JSON: '1',
      HOST: '127.0.0.1',
      MQTT_HOST: '127.0.0.1',
      PORT: portOf(earlier?.http, '0'),
      MQTT_PORT: portOf(earlier?.mqtt, 'auto'),
      MQTT_TLS_PORT: portOf(earlier?.mqtts, 'auto'),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'warn',
      // Beside processes that are never idle a backup that gives way takes hours.
      BACKUP_NICENESS: '0',
      NODE_COMPILE_CACHE: compileCache,
      ...env,
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await readyLine(child);
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { ...ready, databaseUrl, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function newDatabase(): Promise<string> {
  const template = process.env.CYNO_E2E_DATABASE;
  if (!template) throw new Error('The global setup has not started PostgreSQL.');
  return (await copyDatabase(template)).url;
}

async function readyLine(child: ChildProcess): Promise<Ready> {
  if (!child.stdout) throw new Error('The server has no standard output.');
  const timer = setTimeout(() => child.kill('SIGKILL'), startWithinMs);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.includes('"ready":true')) continue;
      child.stdout.resume();
      return JSON.parse(line) as Ready;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('The server ended before it was ready.');
}
