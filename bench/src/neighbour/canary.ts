import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { type ClientOptions, WebSocket } from 'ws';
import { Latencies } from '../latencies.ts';
import type { BenchServer } from '../server.ts';
import { until, wait } from './attack.ts';
import { CanaryBoard, timeTlsLogin } from './canary-board.ts';
import { HttpClient } from './http-client.ts';

const address = '127.0.1.1';
/** How often each is done, ms. */
const every = { publish: 50, page: 150, login: 400, tlsLogin: 1_000 };
/** What is still under way then counts as that long. */
const lateMs = 10_000;

export const measures = ['acknowledgement', 'live point', 'list of devices', 'page', 'log-in', 'TLS log-in'] as const;
export type Measure = (typeof measures)[number];

/** What somebody with one board and one page noticed. */
export interface CanaryReport {
  readonly times: Readonly<Record<Measure, Latencies>>;
  /** Messages that were acknowledged and are not in the database, or that never came to the page. */
  readonly lost: number;
  /** Responses by status, but 200. */
  readonly refusals: Readonly<Record<string, number>>;
}

interface Canary {
  readonly server: BenchServer;
  readonly http: HttpClient;
  readonly board: CanaryBoard;
  readonly live: WebSocket;
  /** The address of a page: that of the login, or a check of health where the web app is not built. */
  readonly page: string;
  /** Who waits for which value to come to the page; notified when it came. */
  readonly came: Map<number, (at: number) => void>;
}

let published = 0;

/** Somebody with a board, a page and a password, who does what people do until the time is over. */
export async function watchCanary(server: BenchServer, seconds: number): Promise<CanaryReport> {
  const canary = await openCanary(server);
  const times = Object.fromEntries(measures.map((measure) => [measure, new Latencies()])) as Record<Measure, Latencies>;
  const refusals = new Map<string, number>();
  const stop = new AbortController();
  const before = await storedOf(canary);
  const refused = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);
  const calls = newCalls(canary, { times, refused });
  let acknowledged = 0;
  let unseen = 0;
  const publish = async () => {
    published += 1;
    const value = published;
    const from = performance.now();
    const { promise, resolve } = Promise.withResolvers<number>();
    canary.came.set(value, resolve);
    const [acknowledgedAt, seenAt] = await Promise.all([within(canary.board.publish(value)), within(promise)]);
    times.acknowledgement.add((acknowledgedAt ?? from + lateMs) - from);
    times['live point'].add((seenAt ?? from + lateMs) - from);
    if (acknowledgedAt !== undefined) acknowledged += 1;
    if (seenAt === undefined) unseen += 1;
  };
  const loops = [
    pace(every.publish, stop.signal, publish),
    pace(every.page, stop.signal, calls.page),
    pace(every.login, stop.signal, calls.login),
    pace(every.tlsLogin, stop.signal, calls.tlsLogin),
  ];
  await wait(seconds * 1_000);
  stop.abort();
  await Promise.all(loops);
  // The ingest buffer is written some tens of milliseconds later.
  await wait(1_000);
  const stored = (await storedOf(canary)) - before;
  canary.live.terminate();
  canary.board.end();
  canary.http.close();
  return {
    times,
    lost: Math.max(0, acknowledged - stored) + unseen + (canary.board.isClosed ? 1 : 0),
    refusals: Object.fromEntries(refusals),
  };
}

async function openCanary(server: BenchServer): Promise<Canary> {
  const { http: base, plainPort: port, username, token } = server;
  const board = new CanaryBoard({ port, username, address });
  await board.connect({ port, username, address });
  const came = new Map<number, (at: number) => void>();
  const live = new WebSocket(`${base.replace(/^http/, 'ws')}/api/live`, {
    localAddress: address,
  } as ClientOptions);
  await once(live, 'open');
  live.send(JSON.stringify({ type: 'hello', token }));
  live.send(JSON.stringify({ type: 'watch', espids: [board.espid], replay: false }));
  live.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type !== 'points') return;
    for (const { values } of message.points) {
      came.get(values.canary)?.(performance.now());
      came.delete(values.canary);
    }
  });
  // The first value makes the variable; from then on everything is as it stays.
  await board.publish(0);
  await wait(500);
  const http = new HttpClient(base, address);
  const { status } = await http.call({ path: '/auth/login', headers: html });
  return { server, http, board, live, came, page: status === 200 ? '/auth/login' : '/healthz' };
}

const html = { accept: 'text/html' };

function newCalls(
  { http, server, page }: Canary,
  { times, refused }: { times: Record<Measure, Latencies>; refused(what: string): void },
) {
  const call = async (measure: Measure, options: Parameters<HttpClient['call']>[0]) => {
    const { status, ms, body } = await http.call(options);
    times[measure].add(status === 200 ? ms : lateMs);
    if (status !== 200) refused(`${measure} ${status || 'closed'}`);
    return body;
  };
  return {
    page: () =>
      Promise.all([
        call('list of devices', { path: '/api/device/', token: server.token }),
        call('page', { path: page, headers: html }),
      ]),
    async login() {
      const body = await call('log-in', { method: 'POST', path: '/api/auth/login', body: server.login });
      const { access_token: token } = JSON.parse(body || '{}');
      // An account has so many sessions, of which the oldest ends: that of the other calls.
      if (token) await http.call({ method: 'POST', path: '/api/auth/logout', token });
    },
    async tlsLogin() {
      const ms = await timeTlsLogin({ port: server.tlsPort, username: server.username, address });
      times['TLS log-in'].add(ms ?? lateMs);
      if (ms === undefined) refused('TLS log-in closed');
    },
  };
}

async function storedOf({ server, board }: Canary): Promise<number> {
  const { rows } = await server.database.query(
    'select count(*)::int as count from telemetry join devices on devices.id = device_id where espid = $1',
    [board.espid],
  );
  return rows[0].count;
}

/** Begins one each so many milliseconds, whatever became of the one before; waits for all. */
async function pace(everyMs: number, signal: AbortSignal, action: () => Promise<unknown>): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const one = action().finally(() => running.delete(one));
    running.add(one);
  }, everyMs);
  await until(signal);
  clearInterval(timer);
  await Promise.all(running);
}

/** The result, or undefined when it takes too long. */
const within = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, after(lateMs, undefined, { ref: false })]);
