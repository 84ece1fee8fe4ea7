import type { Core } from '../core.ts';
import type { BoardLogin } from '../features/boards/pairing/index.ts';
import { type Accounts, accountChangesMissed } from '../features/people/accounts/index.ts';
import type { Live } from '../features/telemetry/live/index.ts';
import type { DeviceBroker } from '../platform/broker/index.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly live: Live;
  readonly login: BoardLogin;
}

/** Ends what is open on this server without a right to it, when changes to accounts may have been missed. */
export function disconnectUnauthorized({ log, bus, broker }: Core, { accounts, live, login }: Parts): void {
  bus.subscribe(accountChangesMissed, 'open connections', () => {
    const callers = live.callers();
    for (const accountId of new Set(callers.map(({ id }) => id))) void accounts.changes.changed(accountId);
    const sessions = callers.flatMap(({ id, sessionId }) => (sessionId === null ? [] : [{ accountId: id, sessionId }]));
    const ofLive = callers.flatMap(({ id, tokenId }) => (tokenId === null ? [] : [{ accountId: id, tokenId }]));
    const tokens = [...login.tokensInUse(), ...ofLive, ...appsOf(broker)];
    accounts.changes
      .endMissing({ sessions, tokens })
      .catch((err: unknown) => log.error({ err }, 'Open connections could not be checked; trying again'));
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
