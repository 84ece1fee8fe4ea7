import { importPieceBytes } from '@cyno/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { badRequest } from '../../../platform/errors.ts';
import { clientNetwork, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { GetDevice } from '../../boards/devices/index.ts';
import type { Imports } from './imports.service.ts';

const config = { right: 'manage' as const };

interface RouteDeps {
  readonly imports: Imports;
  getDevice: GetDevice;
}

/** Bringing a file into the history: announce it, send its pieces, look at it, start, follow, cancel. */
export async function importRoutes(app: Http, deps: RouteDeps): Promise<void> {
  const route = routesOf(app);
  labelRequests(app, 'imports', {
    'POST /api/device/:espid/imports/:id/start': 'Import of a file started',
    'POST /api/device/:espid/imports/:id/resume': 'Import resumed',
  });
  const { imports, getDevice } = deps;
  await app.register(pieceRoute(deps));

  route('POST /api/device/:espid/imports', { config }, async (request, reply) => {
    const from = { accountId: request.account.id, network: clientNetwork(request.ip) };
    const created = await imports.announce(getDevice(request), from, request.body);
    return reply.code(201).send(created);
  });

  route('POST /api/device/:espid/imports/:id/preview', { config }, (request) =>
    imports.preview(getDevice(request), request.params.id, {
      ...request.body,
      zone: request.body.zone ?? request.account.timeZone ?? 'UTC',
    }),
  );

  route('POST /api/device/:espid/imports/:id/start', { config }, async (request, reply) =>
    reply.code(202).send(await imports.run(getDevice(request), request.params.id, request.body)),
  );

  route('POST /api/device/:espid/imports/:id/resume', { config }, async (request, reply) =>
    reply.code(202).send(await imports.resume(getDevice(request), request.params.id)),
  );

  route('GET /api/device/:espid/imports', { config }, async (request) => ({
    imports: imports.list(getDevice(request), request.account.id),
  }));

  route('GET /api/device/:espid/imports/:id', { config }, async (request) =>
    imports.state(getDevice(request), request.params.id),
  );

  route('DELETE /api/device/:espid/imports/:id', { config }, async (request, reply) => {
    await imports.cancel(getDevice(request), request.params.id);
    return reply.code(204).send(null);
  });
}

/** A piece is the body as it is, so in this scope nothing is read as JSON. */
const pieceRoute = ({ imports, getDevice }: RouteDeps): FastifyPluginAsyncZod =>
  async function piece(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: importPieceBytes },
      (_request, body, done) => done(null, body),
    );
    routesOf(scope)(
      'PUT /api/device/:espid/imports/:id/piece',
      { config, bodyLimit: importPieceBytes },
      async (request) => {
        const { body } = request;
        const device = getDevice(request);
        if (!Buffer.isBuffer(body)) throw badRequest('Send the piece as the body, of type application/octet-stream.');
        return imports.take(device, request.params.id, { offset: request.query.offset, bytes: body });
      },
    );
  };
