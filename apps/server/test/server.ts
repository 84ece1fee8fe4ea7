import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import type { Surroundings } from '../src/composition/start-core.ts';
import { loadConfig } from '../src/config.ts';
import { type BoardOptions, TestBoard } from './boards/test-board.ts';
import { createTestDatabase } from './database.ts';
import { exchange } from './exchange.ts';
import { startFront } from './front.ts';
import { quickSignup, testPassword } from './people/quick-signup.ts';

export { testPassword };

/** A response of the API; `body` is the parsed JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  readonly body: any;
}

/** Somebody who is signed in: `api` calls with their token. */
export interface TestUser {
  readonly email: string;
  readonly token: string;
  api(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  connectionKey(): Promise<string>;
}

/** The whole server in this process, on free ports, with a fresh database. */
export async function startTestServer(env: Record<string, string> = {}, surroundings: Surroundings = {}) {
  // That of the shared server goes with the run, which is when it ends.
  const directory = await mkdtemp(join(inject('serversDirectory'), 'server-'));
  const testDatabase = await createTestDatabase();
  const config = loadConfig(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      DATA_DIR: directory,
      DATABASE_URL: testDatabase.url,
      LOG_LEVEL: 'silent',
      ...env,
    },
    directory,
  );
  let app = createApp(config, surroundings);
  const started = await app.start();
  const front = config.natsUrls && (await startFront(config));
  const ready = { ...started, ...front?.web };
  const tlsPort = front?.tlsPort ?? Number(new URL(ready.mqtts).port);
  const boards: TestBoard[] = [];
  let network: string | undefined;
  let setupCode =
    ready.setupUrl === null ? undefined : (new URL(ready.setupUrl).searchParams.get('setup') ?? undefined);

  const api = async (method: string, path: string, body?: unknown, token?: string): Promise<ApiResponse> => {
    const { origin, pathname, search } = new URL(path, `http://127.0.0.1:${ready.httpPort}`);
    const { status, headers, text } = await exchange({
      origin,
      method,
      path: pathname + search,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(network !== undefined && { 'x-forwarded-for': network }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const isJson = headers.get('content-type')?.includes('json');
    return { status, headers, body: isJson ? JSON.parse(text) : text };
  };

  const signupAsPeople = async (email: string): Promise<string> => {
    await api('POST', '/api/auth/signup', { email, password: testPassword, ...(setupCode && { setupCode }) });
    setupCode = undefined;
    const login = await api('POST', '/api/auth/login', { email, password: testPassword });
    return login.body.access_token;
  };

  return {
    ...ready,
    directory,
    tlsPort,
    database: testDatabase.database,
    api,
    /** From now on calls come from this address, through a proxy that the server trusts. */
    comeFrom(address: string): void {
      network = address;
    },
    /** Signs up and logs in; the first one becomes admin. */
    async signup(email: string): Promise<TestUser> {
      const isUsual = setupCode === undefined && config.mail === null && config.databaseUrl === testDatabase.url;
      const token = isUsual
        ? await quickSignup(testDatabase.database, { email, ip: network ?? '127.0.0.1' })
        : await signupAsPeople(email);
      const mine = (method: string, path: string, body?: unknown) => api(method, path, body, token);
      return {
        email,
        token,
        api: mine,
        connectionKey: async () => (await mine('GET', '/api/pairing')).body.connectionKey,
      };
    },
    /** Connects a board over TLS; it is cut when the server stops. As it sends no pings, it may be silent for long. */
    async board(options: Omit<BoardOptions, 'port'>) {
      const connected = await TestBoard.connect({ ...options, port: tlsPort });
      boards.push(connected.board);
      return connected;
    },
    /** Resolves when what was acknowledged to boards is in the database: where that is slow it is in the spool first. */
    async spoolEmpty(): Promise<void> {
      const segments = async () => (await readdir(join(directory, 'spool'))).filter((name) => name.endsWith('.spool'));
      // Not `expect.poll`, which hooks cannot use.
      await vi.waitFor(async () => expect(await segments()).toEqual([]), { timeout: 180_000 });
    },
    /** Stops the server and starts it again on the same database, directory and ports. */
    async restart(): Promise<void> {
      await app.stop();
      const mqtt = { ...config.mqtt, tls: { ...config.mqtt.tls, port: tlsPort } };
      app = createApp({ ...config, port: ready.httpPort, mqtt }, surroundings);
      await app.start();
    },
    async stop() {
      for (const board of boards) board.destroy();
      // Otherwise it would take over.
      await front?.stop();
      await app.stop();
      await testDatabase.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

let shared: Promise<{ server: TestServer; admin: TestUser }> | undefined;
const proofRenewedAfterMs = 120_000;
/** When the first account last proved who it is. */
let provedAt = 0;
let joined = 0;
let signedUp = 0;

/**
 * The server that the files of a worker share, which nobody stops. Files meet in it as strangers: a number is put into each address that
 * `signup` is given, so read it from the user's `email`, and ids of boards must be a file's own (`nextEspid`). Only what is about
 * starting, about settings or about all accounts of an installation starts a server of its own.
 */
export async function joinServer() {
  shared ??= startShared();
  const { server, admin } = await shared;
  await renewProof(admin);
  // What is limited for each network address is counted for each file.
  joined += 1;
  server.comeFrom(`10.0.${joined >> 8}.${joined & 255}`);
  const boards: TestBoard[] = [];
  return {
    ...server,
    /** The first account, with the rights of an administrator. */
    admin,
    signup(email: string): Promise<TestUser> {
      signedUp += 1;
      return server.signup(email.replace('@', `-${signedUp}@`));
    },
    async board(options: Omit<BoardOptions, 'port'>) {
      const connected = await server.board(options);
      boards.push(connected.board);
      return connected;
    },
    /** Cuts the boards of this file; the server continues. */
    async stop() {
      for (const board of boards) board.destroy();
    },
  };
}

/** Stops the server that is shared; who joins next starts another. For files that replace what a server in their process is built on. */
export async function stopSharedServer(): Promise<void> {
  const started = shared;
  shared = undefined;
  await (await started)?.server.stop();
}

export type JoinedServer = Awaited<ReturnType<typeof joinServer>>;

async function startShared() {
  const natsUrl = inject('natsUrl');
  const cluster = natsUrl && { SERVER_NAME: 'serving', NATS_URL: natsUrl };
  const server = await startTestServer({ TRUST_PROXY: '127.0.0.1', ...cluster });
  const admin = await server.signup('admin@example.com');
  provedAt = Date.now();
  return { server, admin };
}

/** On a slow machine the files of a worker take longer than a password counts as proof, which is ten minutes. */
async function renewProof(admin: TestUser): Promise<void> {
  if (Date.now() - provedAt < proofRenewedAfterMs) return;
  await admin.api('POST', '/api/auth/proof', { password: testPassword });
  provedAt = Date.now();
}
