import type { Devices } from '../features/boards/devices/index.ts';
import type { BoardLogin, Pairing } from '../features/boards/pairing/index.ts';
import type { DataExports } from '../features/people/account-data/index.ts';
import {
  type Accounts,
  accessTokenRevoked,
  accountBlocked,
  accountChangesMissed,
  sessionEnded,
} from '../features/people/accounts/index.ts';
import type { Live } from '../features/telemetry/live/index.ts';
import type { DeviceBroker } from '../platform/broker/index.ts';
import type { Core } from './core.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly broker: DeviceBroker;
  readonly dataExports: Pick<DataExports, 'endTickets'>;
  readonly live: Live;
  readonly login: BoardLogin;
  readonly pairing: Pairing;
  readonly devices: Devices;
}

/**
 * Ends the MQTT sessions whose token was revoked or whose account may not be used any more, and tickets that stand for a session;
 * `live` ends its own.
 */
export function disconnectUnauthorized({ log, bus }: Pick<Core, 'log' | 'bus'>, parts: Parts): void {
  const { accounts, broker, dataExports, live, login, pairing, devices } = parts;

  bus.subscribe(accessTokenRevoked, 'open connections', ({ accountId, tokenId }) => {
    broker.disconnectApps((session) => session.tokenId === tokenId);
    for (const espid of login.boardsOfToken(tokenId)) broker.disconnectBoard(espid, accountId);
  });

  // Anyone who had the session may have requested the file.
  bus.subscribe(sessionEnded, 'export tickets', ({ accountId }) => dataExports.endTickets(accountId));

  bus.subscribe(accountBlocked, 'open connections', ({ accountId }) => {
    dataExports.endTickets(accountId);
    broker.disconnectApps((session) => session.accountId === accountId);
    for (const { espid } of devices.ofAccount(accountId)) broker.disconnectBoard(espid, accountId);
    pairing.pendingDevices(accountId).then(
      (waiting) => {
        for (const { espid } of waiting) broker.disconnectBoard(espid, accountId);
      },
      (err: unknown) => log.warn({ err, accountId }, 'Waiting boards of a blocked account could not be disconnected'),
    );
  });

  bus.subscribe(accountChangesMissed, 'open connections', () => {
    const callers = live.callers();
    for (const accountId of new Set(callers.map(({ id }) => id))) void accounts.changes.changed(accountId);
    const sessions = callers.flatMap(({ id, sessionId }) => (sessionId === null ? [] : [{ accountId: id, sessionId }]));
    const ofLive = callers.flatMap(({ id, tokenId }) => (tokenId === null ? [] : [{ accountId: id, tokenId }]));
    const tokens = [...login.tokensInUse(), ...ofLive, ...appsOf(broker)];
    accounts.changes
      .endMissing({ sessions, tokens })
      .catch((err: unknown) => log.error({ err }, 'Open connections could not be checked'));
  });
}

function appsOf(broker: DeviceBroker) {
  const open: { accountId: number; tokenId: number }[] = [];
  broker.disconnectApps(({ accountId, tokenId }) => {
    open.push({ accountId, tokenId });
    return false;
  });
  return open;
}
