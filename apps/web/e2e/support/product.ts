import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const startWithinMs = 60_000;

/** The line that the server prints when it is ready (`READY_JSON=1`). */
interface Ready {
  ready: true;
  http: string;
  mqtt: string | null;
  mqtts: string;
  setup: string | null;
}

/** The product as a user runs it: its own process, its own PostgreSQL, its own data directory. */
export interface Product extends Ready {
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server on free ports, or on those of an earlier run so that browsers and boards find it again. */
export async function startProduct(
  dataDirectory: string,
  ports?: Ready,
  env: NodeJS.ProcessEnv = {},
): Promise<Product> {
  const portOf = (address: string | null | undefined, free: string) => (address ? new URL(address).port : free);
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      READY_JSON: '1',
      HOST: '127.0.0.1',
      MQTT_HOST: '127.0.0.1',
      PORT: portOf(ports?.http, '0'),
      MQTT_PORT: portOf(ports?.mqtt, 'auto'),
      MQTT_TLS_PORT: portOf(ports?.mqtts, 'auto'),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await readyLine(child);
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { ...ready, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
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
