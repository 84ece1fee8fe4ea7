import { passHeader } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, because } from '../../../platform/errors.ts';
import { clientNetwork, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { GetDevice } from '../../boards/devices/index.ts';
import type { OpenPass, Passes } from './passes.service.ts';

interface RouteDeps {
  readonly passes: Passes;
  getDevice: GetDevice;
}

/** Guest passes: made and revoked by the owner of a device, used by anyone who has the link. */
export function passRoutes(app: Http, { passes, getDevice }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'passes', {
    'POST /api/device/:espid/passes': 'Guest pass created',
    'DELETE /api/device/:espid/passes/:id': 'Guest pass revoked',
    'POST /api/public/pass/uses': 'Guest pass used',
  });

  route('GET /api/device/:espid/passes', async (request) => ({
    passes: await passes.list(getDevice(request)),
  }));

  route('POST /api/device/:espid/passes', { config: { needs: 'session' } }, async (request, reply) =>
    reply.code(201).send(await passes.add(getDevice(request), request.body)),
  );

  route('DELETE /api/device/:espid/passes/:id', async (request, reply) => {
    await passes.revoke(getDevice(request), request.params.id);
    return reply.code(204).send(null);
  });

  guestRoutes(app, passes);
}

/** What guests call. Only a POST has an effect: anyone who shows a preview of a link must not open a gate by that. */
function guestRoutes(app: Http, passes: Passes): void {
  const route = routesOf(app);
  const find = passFinder(passes);
  const uses = createMemoryCounter({ points: 10, windowSeconds: 60 });
  const usesOfNetwork = createMemoryCounter({ points: 30, windowSeconds: 60 });

  route('GET /api/public/pass', { config: { access: 'public' } }, async (request) => passes.show(await find(request)));

  route('POST /api/public/pass/uses', { config: { access: 'public' } }, async (request, reply) => {
    const pass = await find(request);
    await usesOfNetwork.take(clientNetwork(request.ip));
    await uses.take(String(pass.row.id));
    await passes.use(pass, request.body);
    return reply.code(202).send(await passes.result(await find(request), request.body.key));
  });

  route('GET /api/public/pass/uses/:key', { config: { access: 'public' } }, async (request) =>
    passes.result(await find(request), request.params.key),
  );
}

/** Finds the pass of a request; anyone who tries tokens that do not exist is slowed down. */
function passFinder(passes: Passes): (request: FastifyRequest) => Promise<OpenPass> {
  const misses = createMemoryCounter({ points: 20, windowSeconds: 600 });
  return async (request) => {
    const token = request.headers[passHeader];
    const pass = typeof token === 'string' && /^[\w-]{43}$/.test(token) ? await passes.open(token) : undefined;
    if (pass) return pass;
    await misses.take(clientNetwork(request.ip));
    throw new AppError(404, 'not_found', 'There is no such pass.', because('pass_gone'));
  };
}
