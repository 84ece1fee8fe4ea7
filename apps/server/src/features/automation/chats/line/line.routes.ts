import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError, badRequest } from '../../../../platform/errors.ts';
import { routesOf } from '../../../../platform/http/index.ts';
import type { LineWebhook } from './line-webhook.ts';

/** Where LINE sends its events. The signature is over the bytes as they came, so in this scope they are not read as JSON. Null: there is no LINE. */
export const lineRoutes = (webhook: Pick<LineWebhook, 'receive'> | null): FastifyPluginAsyncZod =>
  async function line(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Several texts of 5000 characters; the signature is checked before anything is read.
    routesOf(scope)(
      'POST /api/chats/line/webhook',
      {
        bodyLimit: 256 * 1024,
        config: { access: 'public' },
        async onRequest() {
          inUse(webhook);
        },
      },
      async ({ body, headers }) => {
        if (!Buffer.isBuffer(body)) throw badRequest('The request must be a webhook of LINE.');
        const signature = headers['x-line-signature'];
        await inUse(webhook).receive(body, typeof signature === 'string' ? signature : undefined);
        return { received: true as const };
      },
    );
  };

function inUse(webhook: Pick<LineWebhook, 'receive'> | null): Pick<LineWebhook, 'receive'> {
  if (webhook) return webhook;
  throw new AppError(400, 'not_configured', 'This server has no LINE official account.');
}
