import type { FastifyRequest } from 'fastify';

/**
 * True for requests to the API. The route decides, because the router decodes an address before it looks (`/%61pi/…` and
 * `http://host/api/…` reach the API as well); a request that reached no route is recognised by its address.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith('/api/');
}
