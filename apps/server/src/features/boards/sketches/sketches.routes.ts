import { sketchCatalog as catalogSchema, sketchRequest, sketchResponse } from '@cyno/contract';
import type { Http, RequestAccount } from '../../../platform/http/index.ts';
import { generateSketch, sketchCatalog, zipSketch } from './sketches.service.ts';

/** Sketches for boards, with the account's e-mail and connection key filled in. */
export function sketchRoutes(app: Http, deps: { connectionKey(accountId: number): Promise<string> }): void {
  const usernameOf = async ({ id, email }: RequestAccount) => `${email}/${await deps.connectionKey(id)}`;
  // A sketch holds the connection key, which no access token may read.
  const config = { needs: 'session' } as const;

  app.get('/api/sketches/catalog', { schema: { response: { 200: catalogSchema } } }, () => sketchCatalog());

  app.post(
    '/api/sketches/generate',
    { config, schema: { body: sketchRequest, response: { 200: sketchResponse } } },
    async ({ account, body }, reply) => {
      reply.header('cache-control', 'no-store');
      return generateSketch(body, await usernameOf(account));
    },
  );

  app.post('/api/sketches/zip', { config, schema: { body: sketchRequest } }, async ({ account, body }, reply) => {
    const sketch = generateSketch(body, await usernameOf(account));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${sketch.name}.zip"`)
      .type('application/zip')
      .send(Buffer.from(zipSketch(sketch)));
  });
}
