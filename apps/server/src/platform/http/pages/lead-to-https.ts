import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How pages are served over TLS by this server itself. */
export interface OwnHttps {
  /** The address to which pages under its name are led; null: there is none, or no certificate for it yet. */
  target(): string | null;
  /** For how long browsers may insist on HTTPS, seconds; 0: not at all. */
  strictSeconds(): number;
}

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via'];

/** Leads pages that come without encryption, under the name that has a certificate, to HTTPS, where browsers then stay. */
export function leadToHttps(app: FastifyInstance, https: OwnHttps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') {
      const seconds = https.strictSeconds();
      if (seconds > 0) reply.header('strict-transport-security', `max-age=${seconds}`);
      return;
    }
    const target = https.target();
    if (target !== null && isPageUnder(target, request)) return reply.redirect(target + request.url, 307);
  });
}

/** Nothing that a proxy passes on: it has a certificate of its own. */
function isPageUnder(target: string, { method, headers, hostname }: FastifyRequest): boolean {
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
  return isPage && hostname === new URL(target).hostname && forwarded.every((name) => headers[name] === undefined);
}
