import type { FastifyInstance, FastifyRequest } from 'fastify';
import { because, forbidden } from '../errors.ts';
import { isApiRequest } from './api-requests.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header: this site itself, or somebody who typed the address. */
const ownSites = new Set(['same-origin', 'none']);

/** True when the request comes from a page of this server, or from no page at all (a program sends no `Origin`). */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (!url) return false;
  return url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
}

/**
 * Refuses what a page of another origin wants to change. No call is made on the strength of a cookie alone, so this stands behind
 * the bearer token: it also covers the calls that need none, such as logging in.
 */
export function refuseOtherOrigins(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', async (request) => {
    if (readingMethods.has(request.method) || !isApiRequest(request)) return;
    const site = request.headers['sec-fetch-site'];
    const own = typeof site === 'string' ? ownSites.has(site) : isSameOrigin(request, publicUrl);
    if (!own)
      throw forbidden(
        'This call must come from the pages of this server. Set PUBLIC_URL if they have another address.',
        because('wrong_origin'),
      );
  });
}
