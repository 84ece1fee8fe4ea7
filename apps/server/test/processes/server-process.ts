import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { builtServer, compileCache } from './built-server.ts';

/** The whole server as a process of its own, with its embedded PostgreSQL, that can be killed. */
export interface ServerProcess {
  readonly http: string;
  readonly plainPort: number;
  /** MQTT over TLS. */
  readonly boardsPort: number;
  /** The one-time code for the first account; null when there is one. */
  readonly setupCode: string | null;
  /** A call of the API. */
  call(method: string, path: string, body?: object, token?: string): Promise<unknown>;
  killDatabase(): Promise<void>;
  /** Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts a server on a data directory, also one that a killed server left behind; with a database of its own unless one is given. */
export async function startServerProcess(
  dataDirectory: string,
  databaseUrl?: string,
  settings: Record<string, string> = {},
  program?: string,
): Promise<ServerProcess> {
  const all = { ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }), ...settings };
  const child = spawnServer(dataDirectory, all, program);
  const ready = await readyLine(child);
  return {
    http: ready.http,
    plainPort: Number(new URL(ready.mqtt).port),
    boardsPort: Number(new URL(ready.mqtts).port),
    setupCode: ready.setup ? new URL(ready.setup).searchParams.get('setup') : null,
    call: callsOf(ready.http),
    async killDatabase() {
      const pidFile = join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');
      process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

/** Calls of the API of a server by its address; a response that is an error throws. */
export function callsOf(http: string): ServerProcess['call'] {
  return async (method, path, body, token) => {
    const response = await fetch(new URL(path, http), {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
}

/** The process of a server on free ports of this machine, unless settings name others; its output is lines of JSON. */
export function spawnServer(
  dataDirectory: string,
  settings: Record<string, string>,
  program = builtServer,
): ChildProcess {
  return spawn(process.execPath, [program], {
    cwd: dataDirectory,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      NODE_COMPILE_CACHE: compileCache,
      READY_JSON: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDirectory,
      STORED_INTERVAL_MS: '0',
      // Beside processes that are never idle a backup that gives way takes hours.
      BACKUP_NICENESS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function readyLine(
  child: ChildProcess,
): Promise<{ http: string; mqtt: string; mqtts: string; setup?: string | null }> {
  if (!child.stdout || !child.stderr) throw new Error('The server has no output');
  const errors = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"ready"')) return JSON.parse(line);
  }
  throw new Error(await errors);
}
