import { type Core, coreFor } from '../../../core.ts';
import type { ConnectDecision } from '../../../platform/broker/index.ts';
import { type Accounts, accessTokenRevoked, accountBlocked, newConnectionKey } from '../../people/accounts/index.ts';
import type { ControlFeature } from '../control/index.ts';
import type { DevicesFeature } from '../devices/index.ts';
import { createBoardJournal } from './board-journal.ts';
import { BoardLogin } from './pairing.mqtt.ts';
import { pairingRepository } from './pairing.repository.ts';
import { pairingRoutes } from './pairing.routes.ts';
import { Pairing } from './pairing.service.ts';

export { pairingChanged } from './pairing.events.ts';
export type { BoardLogin } from './pairing.mqtt.ts';
export type { Pairing } from './pairing.service.ts';

interface PairingDeps {
  readonly accounts: Accounts;
  readonly devices: DevicesFeature;
  readonly control: ControlFeature;
}

/** Who may join an account, and the MQTT login that follows from it. */
export function createPairing(server: Core, { accounts, devices: { devices, deviceLog, mqtt }, control }: PairingDeps) {
  const core = coreFor(server, 'pairing');
  const { bus, broker, log } = core;
  const pairing = new Pairing({
    ...core,
    devices,
    newConnectionKey,
    repository: pairingRepository(core.database),
    boardAccepted(device, session) {
      mqtt.accepted(device, session);
      control.mqtt.accepted(device);
    },
  });
  const login = new BoardLogin({
    ...core,
    pairing,
    devices,
    deviceLog,
    findAccountByEmail: (email) => accounts.findAccountByEmail(email),
    findAccessToken: (token) => accounts.findAccessToken(token),
  });
  const journal = createBoardJournal(coreFor(server, 'boards').log);
  broker.use({
    async authenticate(request) {
      const decision = await login.authenticate(request);
      // The account may have been disabled while the board was being authenticated: there was no session to end yet.
      const isBlocked = decision.allow && !accounts.changes.mayBeUsed(decision.session.accountId);
      const final: ConnectDecision = isBlocked ? { allow: false, returnCode: 5 } : decision;
      journal.decided(request, final);
      return final;
    },
    boardConnected(session) {
      journal.connected(session);
      login.opened(session);
      if (session.deviceId !== null) return;
      pairing.connected(session).catch((err: unknown) => log.error({ err }, 'A waiting board could not be checked'));
    },
    boardDisconnected(session, reason) {
      journal.disconnected(session, reason);
      login.disconnected(session);
      if (session.deviceId === null) pairing.disconnected(session.accountId);
    },
  });
  bus.subscribe(accessTokenRevoked, 'open connections', ({ accountId, tokenId }) => {
    broker.disconnectApps((session) => session.tokenId === tokenId);
    for (const espid of login.boardsOfToken(tokenId)) broker.disconnectBoard(espid, accountId);
  });
  bus.subscribe(accountBlocked, 'open connections', ({ accountId }) => {
    broker.disconnectApps((session) => session.accountId === accountId);
    for (const { espid } of devices.ofAccount(accountId)) broker.disconnectBoard(espid, accountId);
    pairing.pendingDevices(accountId).then(
      (waiting) => {
        for (const { espid } of waiting) broker.disconnectBoard(espid, accountId);
      },
      (err: unknown) => log.warn({ err, accountId }, 'Waiting boards of a blocked account could not be disconnected'),
    );
  });
  // Boards of an account that goes are known in memory as well, where nobody else could claim their ids.
  accounts.deletion.onRemoving(async (accountId) => {
    for (const { espid } of devices.ofAccount(accountId)) await devices.remove(accountId, espid);
  });
  core.jobs.scheduleByAge('pairing.tidy', '27 3 * * *', () => pairing.cleanup());
  core.routes.push((app) => pairingRoutes(app, { pairing, devices }));
  return { pairing, login };
}
