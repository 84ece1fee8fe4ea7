import { device, espid, keyRotateRequest, pairingState, pairingWindowRequest } from '@cyno/contract';
import { z } from 'zod';
import { checkSession, type Http, type RequestAccount } from '../../../platform/http/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Pairing } from './pairing.service.ts';

const params = z.object({ espid });
const response = { response: { 200: pairingState } };
/** The connection key and the window are the owner's: a token that somebody found must neither read nor change them. */
const config = { needs: 'session' } as const;

/** Who may join the account, over HTTP; each change returns the new state. */
export function pairingRoutes(app: Http, { pairing, devices }: { pairing: Pairing; devices: Devices }): void {
  /** Without the key for an access token. */
  const stateFor = async ({ id, tokenScope }: RequestAccount) => {
    const state = await pairing.state(id);
    return tokenScope === null ? state : { ...state, connectionKey: '' };
  };

  app.get('/api/pairing', { config, schema: response }, async ({ account, ip }) => {
    pairing.homes.note(account.id, ip);
    return pairing.state(account.id);
  });

  app.post(
    '/api/pairing/window',
    { config, schema: { body: pairingWindowRequest, ...response } },
    async ({ account, ip, body }) => {
      pairing.homes.note(account.id, ip);
      await pairing.setWindow(account.id, body);
      return pairing.state(account.id);
    },
  );

  app.post(
    '/api/pairing/key/rotate',
    { config, schema: { body: keyRotateRequest, ...response } },
    async ({ account, body }) => {
      await pairing.rotateKey(account.id, body.endOld);
      return pairing.state(account.id);
    },
  );

  app.post(
    '/api/pairing/:espid/accept',
    { schema: { params, response: { 200: device } } },
    async ({ account, params: { espid } }) => {
      // A device that was deleted comes back with all to whom it was shared.
      if ((await devices.deletedAmong(account.id, [espid])).has(espid)) checkSession(account);
      return devices.describe(await pairing.accept(account.id, espid));
    },
  );

  app.post('/api/pairing/:espid/reject', { schema: { params, ...response } }, async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'rejected');
    return stateFor(account);
  });

  app.post('/api/pairing/:espid/block', { schema: { params, ...response } }, async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'blocked');
    return stateFor(account);
  });

  app.post('/api/pairing/:espid/unblock', { schema: { params, ...response } }, async ({ account, params }) => {
    await pairing.unblock(account.id, params.espid);
    return stateFor(account);
  });
}
