import { type Http, type RequestAccount, routesOf } from '../../../platform/http/index.ts';
import { generateSketch, sketchCatalog, zipSketch } from './sketches.service.ts';

/** Sketches for boards, with the account's e-mail and connection key filled in. */
export function sketchRoutes(app: Http, deps: { connectionKey(accountId: number): Promise<string> }): void {
  const route = routesOf(app);
  const usernameOf = async ({ id, email }: RequestAccount) => `${email}/${await deps.connectionKey(id)}`;
  // A sketch holds the connection key, which no access token may read.
  const config = { needs: 'session' } as const;

  route('GET /api/sketches/catalog', ({ query }) => sketchCatalog(query.language));

  route('POST /api/sketches/generate', { config }, async ({ account, body, query }, reply) => {
    reply.header('cache-control', 'no-store');
    return generateSketch(body, await usernameOf(account), query.language);
  });

  route('POST /api/sketches/zip', { config }, async ({ account, body, query }, reply) => {
    const sketch = generateSketch(body, await usernameOf(account), query.language);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${sketch.name}.zip"`)
      .type('application/zip')
      .send(Buffer.from(zipSketch(sketch)));
  });
}
