import { fileURLToPath } from 'node:url';
import type { Core } from '../core.ts';
import { otaAddress } from '../features/boards/firmware/index.ts';
import type { Links } from '../features/dashboards/links/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import type { ClientSocket, DeviceBroker } from '../platform/broker/index.ts';
import type { Client } from '../platform/cluster/index.ts';
import { type Database, databaseFailure, failureTexts } from '../platform/database/index.ts';
import { describeProblem } from '../platform/health/index.ts';
import { createHttp, type Http, openNarrowPort, type ReservedShares } from '../platform/http/index.ts';
import { runForServer } from '../platform/requester.ts';
import { createCounter } from '../platform/throttle/index.ts';
import type { WorkShares } from '../platform/work-budget/index.ts';
import type { Https } from './https.ts';

const web = {
  app: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  docs: fileURLToPath(new URL('../../../docs/dist', import.meta.url)),
};

/** What of an address must not wait for anything else that comes from it: logging in, what boards fetch, and what supervisors request. */
const reservedShares: ReservedShares = {
  '/api/auth/': 'log-in',
  '/api/ota/': 'boards',
  '/healthz': 'health',
  '/readyz': 'health',
};

/** Wrong tokens of one network for `/metrics`. */
const metricsTries = { name: 'metrics_from', points: 20, windowSeconds: 15 * 60 };

/** Makes the web server with the routes of all features. */
export async function createWebServer(
  { config, log, metrics, database, clock, broker, routes, problems, serves }: Core,
  parts: {
    accounts: Accounts;
    links: Pick<Links, 'framersOf'>;
    shares: WorkShares;
    https: Https;
  },
): Promise<Http> {
  const { accounts, links, shares, https } = parts;
  const http = await createHttp({
    log,
    metrics,
    authenticate: (token, ip) => accounts.authenticate(token, ip),
    clock,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    ownHttps: https.own,
    homeAddresses: () => https.home?.addresses() ?? [],
    metricsToken: config.metricsToken,
    metricsTries: createCounter(database, metricsTries),
    analytics: config.analyticsId !== null,
    mapTilesOrigin: config.mapTiles && new URL(config.mapTiles.url).origin,
    embedOrigins: config.embedOrigins,
    checks: {
      database: () => isReachable(database),
      broker: async () => broker.isListening(),
    },
    problems: async () => (await problems.list()).map(describeProblem),
    serves,
    web: { ...web, framersOf: (token) => links.framersOf(token) },
    shares,
    reservedShares,
  });
  for (const addTo of routes) await addTo(http);
  return http;
}

/** True when the database responds, otherwise why it does not. */
async function isReachable({ pool }: Database): Promise<boolean | string> {
  try {
    // Whatever requests it: busy accounts are no failure of the database.
    return (await runForServer(() => pool.query('SELECT 1'))).rowCount === 1;
  } catch (error) {
    const failure = databaseFailure(error);
    return failure === undefined ? false : failureTexts[failure];
  }
}

/** Takes clients that connected to another server, or to this one before it served. */
export function acceptFor({
  broker,
  http,
  ota,
}: {
  broker: DeviceBroker;
  http: Http;
  ota: Awaited<ReturnType<typeof openOtaPort>>;
}): (socket: ClientSocket, client: Client) => void {
  return (socket, { kind, address }) => {
    if (kind === 'boards') broker.accept(socket, address);
    else if (kind === 'web') http.server.emit('connection', socket);
    else if (ota) ota.accept(socket);
    else socket.destroy();
  };
}

/** Where boards fetch firmware; null: switched off. Nothing else is served there. */
export async function openOtaPort(
  { config }: Core,
  { http, https }: { http: Http; https: Https },
): Promise<Awaited<ReturnType<typeof openNarrowPort>> | null> {
  const { ota } = config;
  if (ota === null) return null;
  return openNarrowPort(http, { ...ota, setting: 'OTA_PORT', certificate: https.boards, path: otaAddress });
}
