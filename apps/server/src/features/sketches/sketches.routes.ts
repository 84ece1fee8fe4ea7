import { sketchCatalog as catalogSchema, sketchQuery, sketchResponse } from '@cyno/contract';
import { forbidden } from '../../platform/errors.ts';
import type { Http, RequestAccount } from '../../platform/http/index.ts';
import { generateSketch, sketchCatalog, zipSketch } from './sketches.service.ts';

/** Sketches for boards, with the account's e-mail and connection key filled in. */
export function sketchRoutes(app: Http, deps: { connectionKey(accountId: number): Promise<string> }): void {
  const usernameOf = async ({ id, email, tokenScope }: RequestAccount) => {
    if (tokenScope === 'read') throw forbidden('This access token may not see the connection key.');
    return `${email}/${await deps.connectionKey(id)}`;
  };

  app.get('/api/sketches', { schema: { response: { 200: catalogSchema } } }, () => sketchCatalog());

  app.get(
    '/api/sketches/generate',
    { schema: { querystring: sketchQuery, response: { 200: sketchResponse } } },
    async ({ account, query }, reply) => {
      reply.header('cache-control', 'no-store');
      return generateSketch({ ...query, username: await usernameOf(account) });
    },
  );

  app.get('/api/sketches/generate/zip', { schema: { querystring: sketchQuery } }, async ({ account, query }, reply) => {
    const sketch = generateSketch({ ...query, username: await usernameOf(account) });
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${sketch.name}.zip"`)
      .type('application/zip')
      .send(Buffer.from(zipSketch(sketch)));
  });
}
