import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { languageCodes } from '@cyno/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openToAll } from '../access.ts';
import { pageAtBase } from './base-path.ts';
import { describePage, type FramersOf } from './framed-page.ts';

/** Built files: the web app, and the documentation when it is there. */
export interface WebRoots {
  readonly app: string;
  readonly docs: string;
  /** Absent: no page may be shown in a frame. */
  readonly framersOf?: FramersOf;
  /** The path below which pages are served, such as `/cyno`; empty at the root of a host. */
  readonly basePath?: string;
}

const oneYearSeconds = 31_536_000;
/** The body of a 404. */
export const nothingHere = { error: 'There is nothing at this address.', code: 'not_found' } as const;

/** Serves the built web app; its routes are the browser's, so every other page address returns its index. */
export async function serveWebApp(app: FastifyInstance, roots: WebRoots): Promise<void> {
  const pages: FastifyPluginAsync = async (scope) => {
    openToAll(scope);
    const { basePath = '' } = roots;
    const built = existsSync(join(roots.app, 'index.html'));
    if (!built) app.log.info({ directory: roots.app }, 'The web app is not built; only the API is served');
    await scope.register(fastifyStatic, built ? files(roots.app) : { serve: false });
    const ofApp = basePath && built ? await pagesAtBase(roots.app, basePath) : new Map<string, string>();
    for (const [file, html] of ofApp) scope.get(`/${file}`, (_request, reply) => sendPage(reply, html));
    const ofDocs = basePath ? await pagesAtBase(roots.docs, basePath) : new Map<string, string>();
    if (existsSync(join(roots.docs, 'index.html'))) serveDocs(scope, { root: roots.docs, basePath, pages: ofDocs });
    const notInDocs = await pagesNotFound(roots.docs, ofDocs);
    scope.setNotFoundHandler(async (request, reply) => {
      const isPage = request.headers.accept?.includes('text/html') && !/^\/(api|assets)\//.test(request.url);
      const notFound = isPage && isOfDocs(request.url) ? notInDocs(request.url) : undefined;
      if (notFound !== undefined) return reply.code(404).type('text/html; charset=utf-8').send(notFound);
      if (isPage && built) {
        await describePage(request.url, reply, roots.framersOf);
        const index = ofApp.get('index.html');
        return index === undefined ? reply.sendFile('index.html') : sendPage(reply, index);
      }
      return reply.code(404).send(nothingHere);
    });
  };
  await app.register(pages);
}

const isOfDocs = (url: string): boolean => /^\/docs(\/|\?|$)/.test(url);

/** The documentation's page for an unknown address, in the language of the address; undefined where it is not built. */
async function pagesNotFound(root: string, pages: ReadonlyMap<string, string>) {
  const read = async (file: string) =>
    pages.get(file) ?? (await readFile(join(root, file), 'utf8').catch(() => undefined));
  const first = await read('404.html');
  const translated = new Map<string, string | undefined>();
  for (const language of languageCodes) translated.set(language, await read(join(language, '404.html')));
  return (url: string): string | undefined => translated.get(/^\/docs\/(\w+)/.exec(url)?.[1] ?? '') ?? first;
}

/** Folders end in a slash, so that the relative links of their index page work. */
function serveDocs(
  scope: FastifyInstance,
  { root, basePath, pages }: { root: string; basePath: string; pages: ReadonlyMap<string, string> },
): void {
  const handler = (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const isFolder = path.endsWith('/');
    const file = join(request.params['*'] ?? '', isFolder ? 'index.html' : '');
    const page = pages.get(file);
    if (page !== undefined) return sendPage(reply, page);
    return isFolder || extname(path) !== '' ? reply.sendFile(file, root) : reply.redirect(`${basePath}${path}/`, 308);
  };
  scope.get('/docs', handler);
  scope.get('/docs/*', handler);
}

/** The pages below a folder, by their file, as they are served below a path; those of a folder that is not there are none. */
async function pagesAtBase(root: string, basePath: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(root, { recursive: true }).catch(() => []);
  const pages = files.filter((file) => extname(file) === '.html');
  return new Map(
    await Promise.all(
      pages.map(async (file) => [file, pageAtBase(await readFile(join(root, file), 'utf8'), basePath)] as const),
    ),
  );
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);

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
