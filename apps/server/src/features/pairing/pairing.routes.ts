import { device, espid, keyRotateRequest, pairingState, pairingWindowRequest } from '@cyno/contract';
import { z } from 'zod';
import { forbidden } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Pairing } from './pairing.service.ts';

const params = z.object({ espid });
const answer = { response: { 200: pairingState } };

/** Who may join the account, over HTTP; each change answers the new state. */
export function pairingRoutes(app: Http, { pairing, devices }: { pairing: Pairing; devices: Devices }): void {
  app.get('/api/pairing', { schema: answer }, async ({ account }) => {
    if (account.tokenScope === 'read') throw forbidden('This access token may not see the connection key.');
    return pairing.state(account.id);
  });

  app.post('/api/pairing/window', { schema: { body: pairingWindowRequest, ...answer } }, async ({ account, body }) => {
    await pairing.setWindow(account.id, body.minutes);
    return pairing.state(account.id);
  });

  app.post('/api/pairing/key/rotate', { schema: { body: keyRotateRequest, ...answer } }, async ({ account, body }) => {
    await pairing.rotateKey(account.id, body.endOld);
    return pairing.state(account.id);
  });

  app.post(
    '/api/pairing/:espid/accept',
    { schema: { params, response: { 200: device } } },
    async ({ account, params }) => devices.describe(await pairing.accept(account.id, params.espid)),
  );

  app.post('/api/pairing/:espid/reject', { schema: { params, ...answer } }, async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'rejected');
    return pairing.state(account.id);
  });

  app.post('/api/pairing/:espid/block', { schema: { params, ...answer } }, async ({ account, params }) => {
    await pairing.refuse(account.id, params.espid, 'blocked');
    return pairing.state(account.id);
  });

  app.post('/api/pairing/:espid/unblock', { schema: { params, ...answer } }, async ({ account, params }) => {
    await pairing.unblock(account.id, params.espid);
    return pairing.state(account.id);
  });
}
