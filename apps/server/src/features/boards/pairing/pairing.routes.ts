import { checkSession, type Http, labelRequests, type RequestAccount, routesOf } from '../../../platform/http/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Pairing } from './pairing.service.ts';

/** The connection key and the window are the owner's: a token that somebody found must neither read nor change them. */
const config = { needs: 'session' } as const;

/** Who may join the account, over HTTP; each change returns the new state. */
export function pairingRoutes(app: Http, { pairing, devices }: { pairing: Pairing; devices: Devices }): void {
  const route = routesOf(app);
  labelRequests(app, 'pairing', {
    'POST /api/pairing/window': 'Add device window opened or closed',
    'POST /api/pairing/key/rotate': 'Connection key changed',
    'POST /api/pairing/:espid/accept': 'Board accepted',
    'POST /api/pairing/:espid/reject': 'Board rejected',
    'POST /api/pairing/:espid/block': 'Board blocked',
    'POST /api/pairing/:espid/unblock': 'Board unblocked',
  });
  /** Without the key for an access token. */
  const stateFor = async ({ id, tokenScope }: RequestAccount) => {
    const state = await pairing.state(id);
    return tokenScope === null ? state : { ...state, connectionKey: '' };
  };

  route('GET /api/pairing', { config }, async ({ account, ip }) => {
    pairing.homes.note(account.id, ip);
    return pairing.state(account.id);
  });

  route('POST /api/pairing/window', { config }, async ({ account, ip, body }) => {
    pairing.homes.note(account.id, ip);
    await pairing.setWindow(account.id, body);
    return pairing.state(account.id);
  });

  route('POST /api/pairing/key/rotate', { config }, async ({ account, body }) => {
    await pairing.rotateKey(account.id, body.endOld);
    return pairing.state(account.id);
  });

  route('POST /api/pairing/:espid/accept', async ({ account, params: { espid } }) => {
    // A device that was deleted comes back with all to whom it was shared.
    if ((await devices.deletedAmong(account.id, [espid])).has(espid)) checkSession(account);
    return devices.describe(await pairing.accept(account.id, espid));
  });

  route('POST /api/pairing/:espid/reject', async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'rejected');
    return stateFor(account);
  });

  route('POST /api/pairing/:espid/block', async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'blocked');
    return stateFor(account);
  });

  route('POST /api/pairing/:espid/unblock', async ({ account, params }) => {
    await pairing.unblock(account.id, params.espid);
    return stateFor(account);
  });
}
