import { type Core, coreFor } from '../../../core.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Admin } from '../../people/admin/index.ts';
import type { DevicesFeature } from '../devices/index.ts';
import type { Pairing } from '../pairing/index.ts';
import { boardClaimsRepository } from './board-claims.repository.ts';
import { boardClaimRoutes } from './board-claims.routes.ts';
import { BoardClaims } from './board-claims.service.ts';

export type { BoardClaims } from './board-claims.service.ts';

const startsPerDay = { name: 'board_claim', points: 20, windowSeconds: 24 * 3600 };

interface ClaimsDeps {
  readonly accounts: Accounts;
  readonly admin: Admin;
  readonly devices: DevicesFeature;
  readonly pairing: Pairing;
  variablesOf(deviceId: number): readonly unknown[];
}

/** Who holds a board whose id another account has. */
export function createBoardClaims(
  server: Core,
  { accounts, admin, pairing, variablesOf, ...others }: ClaimsDeps,
): BoardClaims {
  const core = coreFor(server, 'pairing');
  const { devices, deviceLog } = others.devices;
  const claims = new BoardClaims({
    ...core,
    pairing,
    devices,
    deviceLog,
    repository: boardClaimsRepository(core.database),
    starts: createCounter(core.database, startsPerDay),
    notify: accounts.notices.claims,
    emailOf: async (accountId) => (await accounts.find(accountId))?.email,
    couldLearn: async (accountId, at) => accounts.sendsMail || (await accounts.wasSeenSince(accountId, at)),
    hasValues: (deviceId) => variablesOf(deviceId).length > 0,
    record: (entry) => admin.audit.record(entry),
  });
  core.broker.use({ boardMessage: (session, message) => claims.heard(session, message) });
  core.jobs.scheduleByAge('claims.decide', '*/10 * * * *', () => claims.decideDue());
  core.routes.push((app) => boardClaimRoutes(app, { claims }));
  return claims;
}
