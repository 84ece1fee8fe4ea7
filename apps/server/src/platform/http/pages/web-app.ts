import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openToAll } from '../access.ts';
import { describePage, type FramersOf } from './framed-page.ts';

/** Built files: the web app, and the documentation when it is there. */
export interface WebRoots {
  readonly app: string;
  readonly docs: string;
  /** Absent: no page may be shown in a frame. */
  readonly framersOf?: FramersOf;
}

const oneYearSeconds = 31_536_000;
/** The body of a 404. */
export const nothingHere = { error: 'There is nothing at this address.', code: 'not_found' } as const;

/** Serves the built web app; its routes are the browser's, so every other page address returns its index. */
export async function serveWebApp(app: FastifyInstance, roots: WebRoots): Promise<void> {
  const pages: FastifyPluginAsync = async (scope) => {
    openToAll(scope);
    const built = existsSync(join(roots.app, 'index.html'));
    if (!built) app.log.info({ directory: roots.app }, 'The web app is not built; only the API is served');
    await scope.register(fastifyStatic, built ? files(roots.app) : { serve: false });
    if (existsSync(join(roots.docs, 'index.html'))) serveDocs(scope, roots.docs);
    const notInDocs = await readFile(join(roots.docs, '404.html')).catch(() => undefined);
    scope.setNotFoundHandler(async (request, reply) => {
      const isPage = request.headers.accept?.includes('text/html') && !/^\/(api|assets)\//.test(request.url);
      if (isPage && notInDocs && isOfDocs(request.url))
        return reply.code(404).type('text/html; charset=utf-8').send(notInDocs);
      if (isPage && built) {
        await describePage(request.url, reply, roots.framersOf);
        return reply.sendFile('index.html');
      }
      return reply.code(404).send(nothingHere);
    });
  };
  await app.register(pages);
}

const isOfDocs = (url: string): boolean => /^\/docs(\/|\?|$)/.test(url);

/** Folders end in a slash, so that the relative links of their index page work. */
function serveDocs(scope: FastifyInstance, root: string): void {
  const handler = (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const file = request.params['*'] ?? '';
    if (path.endsWith('/')) return reply.sendFile(join(file, 'index.html'), root);
    return extname(path) === '' ? reply.redirect(`${path}/`, 308) : reply.sendFile(file, root);
  };
  scope.get('/docs', handler);
  scope.get('/docs/*', handler);
}

function files(root: string): fastifyStatic.FastifyStaticOptions {
  return {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of files in assets/ hold a hash of what is in them.
      const hashed = path.startsWith(join(root, 'assets'));
      reply.header('cache-control', hashed ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache');
    },
  };
}
