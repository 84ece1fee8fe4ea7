import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError, badRequest, because } from '../../../../platform/errors.ts';
import { type Http, labelRequests, routesOf } from '../../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../../platform/throttle/index.ts';
import type { StripeBilling } from './stripe-billing.ts';

/** Each calls Stripe several times; nobody needs more. */
const callsPerAccount = { points: 20, windowSeconds: 600 };

/** Payment by Stripe. Without it (`stripe` null) the routes respond so. */
export async function stripeRoutes(app: Http, { stripe }: { stripe: StripeBilling | null }): Promise<void> {
  const route = routesOf(app);
  labelRequests(app, 'billing', {
    'POST /api/plan/checkout': 'Checkout started',
    'POST /api/plan/portal': 'Customer portal opened',
  });
  const calls = createMemoryCounter(callsPerAccount);

  route('POST /api/plan/checkout', { config: { needs: 'session' } }, async ({ account, body }) => {
    const { checkout } = inUse(stripe);
    await calls.take(String(account.id));
    return { url: await checkout.buy(account, body) };
  });

  route('POST /api/plan/portal', { config: { needs: 'session' } }, async ({ account }) => {
    const { checkout } = inUse(stripe);
    await calls.take(String(account.id));
    return { url: await checkout.manage(account.id) };
  });

  await app.register(webhookRoute(stripe));
}

/** Where Stripe sends its events. The signature is over the bytes as they came, so in this scope they are not read as JSON. */
const webhookRoute = (stripe: StripeBilling | null): FastifyPluginAsyncZod =>
  async function webhook(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // An event of Stripe holds the whole invoice or subscription; its signature is checked before it is read.
    routesOf(scope)(
      'POST /api/plan/stripe-webhook',
      {
        bodyLimit: 256 * 1024,
        config: { access: 'public' },
        async onRequest() {
          inUse(stripe);
        },
      },
      async ({ body, headers }) => {
        const { webhook } = inUse(stripe);
        if (!Buffer.isBuffer(body)) throw badRequest('The request must be an event of Stripe.');
        const signature = headers['stripe-signature'];
        await webhook.handle(body, typeof signature === 'string' ? signature : undefined);
        return { received: true as const };
      },
    );
  };

function inUse(stripe: StripeBilling | null): StripeBilling {
  if (stripe) return stripe;
  throw new AppError(400, 'not_configured', 'Plans are not sold on this server.', because('plans_not_sold'));
}
