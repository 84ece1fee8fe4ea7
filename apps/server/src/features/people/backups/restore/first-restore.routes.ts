import { restorePieceBytes } from '@cyno/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { badRequest } from '../../../../platform/errors.ts';
import { bearerToken, type Http, labelRequests, routesOf } from '../../../../platform/http/index.ts';
import type { FirstRestore } from './first-restore.service.ts';

const open = { access: 'public' } as const;

interface RouteDeps {
  readonly restore: FirstRestore;
}

/** What the page of the first start calls to restore a backup. A token that the set-up code gave stands for the caller. */
export async function firstRestoreRoutes(app: Http, { restore }: RouteDeps): Promise<void> {
  const route = routesOf(app);
  labelRequests(app, 'backup', {
    'POST /api/setup/restore/open': 'Restore of a backup prepared',
    'POST /api/setup/restore': 'Restore of a backup begun',
  });
  await app.register(pieceRoute({ restore }));

  route('POST /api/setup/restore/open', { config: open }, ({ body, ip }) => restore.open(body.setupCode, ip));

  route('POST /api/setup/restore', { config: open }, async ({ body, headers }, reply) => {
    await restore.check(bearerToken(headers.authorization));
    await restore.begin(body.file, body.passphrase);
    return reply.code(202).send({ message: 'The restore has begun.' });
  });

  route('GET /api/setup/restore', { config: { ...open, log: 'refusals' } }, ({ headers }) => {
    // Also when somebody signed up meanwhile, so that who waits learns that nothing was restored.
    restore.checkToken(bearerToken(headers.authorization));
    return restore.state();
  });
}

/** A piece is the body as it is, so in this scope nothing is read as JSON; and nothing of it before the token is known. */
const pieceRoute = ({ restore }: RouteDeps): FastifyPluginAsyncZod =>
  async function piece(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: restorePieceBytes },
      (_request, body, done) => done(null, body),
    );
    routesOf(scope)(
      'PUT /api/setup/restore/archive',
      {
        bodyLimit: restorePieceBytes,
        config: { ...open, log: 'refusals' },
        onRequest: ({ headers }) => restore.check(bearerToken(headers.authorization)),
      },
      async ({ body, query }) => {
        if (!Buffer.isBuffer(body)) throw badRequest('Send the piece as the body, of type application/octet-stream.');
        return { received: await restore.take({ ...query, content: body }) };
      },
    );
  };
