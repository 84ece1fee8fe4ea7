import { isIPv6 } from 'node:net';
import type { Config } from '../../../config.ts';
import { type Core, coreFor, type Ports } from '../../../core.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Pairing } from '../pairing/index.ts';
import type { PastPoint } from './past-week.ts';
import { virtualBoardsRepository } from './virtual-boards.repository.ts';
import { virtualBoardRoutes } from './virtual-boards.routes.ts';
import { VirtualBoards } from './virtual-boards.service.ts';

interface VirtualBoardsFeatureDeps {
  readonly accounts: Accounts;
  readonly pairing: Pairing;
  readonly devices: Devices;
  /** Stores points as those of an imported file, which no rule, alert or quota of messages sees. */
  readonly imports: {
    retention(accountId: number, now: number): { readonly since: number } | null;
    store(
      target: { id: number; accountId: number },
      points: readonly PastPoint[],
      overwrite: boolean,
    ): Promise<unknown>;
  };
  /** Whether a page of the account is open. */
  isWatched(accountId: number): boolean;
}

/**
 * *Try without a board*: one virtual ESP32 for each account, an hour at a time. Nothing runs before `start`, which needs an open broker
 * and web server.
 */
export function createVirtualBoards(server: Core, deps: VirtualBoardsFeatureDeps): VirtualBoards {
  const core = coreFor(server, 'virtual-boards');
  const { config, ports } = core;
  const { accounts, pairing, devices, imports, isWatched } = deps;
  const virtualBoards = new VirtualBoards({
    ...core,
    isWatched,
    repository: virtualBoardsRepository(core.database),
    brokerAddress: () => loopbackAddress(config, ports),
    otaUrl: () => loopbackUrl(config, ports),
    findSignIn: async (accountId) => {
      const account = await accounts.find(accountId);
      return account && { email: account.email, connectionKey: await pairing.connectionKey(accountId) };
    },
    checkCapacity: (accountId) => devices.checkCapacity(accountId),
    hasDevice: (accountId, espid) => devices.findOwned(accountId, espid) !== undefined,
    markVirtual: (accountId, espid, until) => devices.setVirtual(accountId, espid, until),
    timeZoneOf: (accountId) => accounts.timeZoneOf(accountId) ?? 'UTC',
    async storePast(accountId, espid, points) {
      const device = devices.findOwned(accountId, espid);
      if (!device || device.paused) return false;
      const since = imports.retention(accountId, core.clock.now())?.since ?? 0;
      const retained = points.filter(({ at }) => at >= since);
      if (retained.length > 0) await imports.store(device, retained, false);
      devices.displayChanged(device);
      return true;
    },
  });
  core.routes.push((app) => virtualBoardRoutes(app, { virtualBoards }));
  return virtualBoards;
}

/** The same machine, when the host to listen on means all its addresses. */
const here = (host = ''): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** How this process reaches its own web server. */
const loopbackUrl = ({ host }: Config, { httpPort }: Ports): string =>
  `http://${isIPv6(here(host)) ? `[${host}]` : here(host)}:${httpPort}`;

/** How this process reaches its own broker: not encrypted when that port is open. */
function loopbackAddress({ mqtt }: Config, { tls, plain }: Ports): { host: string; port: number; tls: boolean } {
  return plain === null
    ? { host: here(mqtt.tls.host), port: tls, tls: true }
    : { host: here(mqtt.plain?.host), port: plain, tls: false };
}
