import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtMarker, cacheDirectory, isBuilt } from './paths.mjs';
import { run, step } from './run.mjs';
import { whenChanged } from './sources.mjs';

const sources = ['apps/server/src', 'packages', 'package-lock.json'];
const load = `
  import { flushCompileCache } from 'node:module';
  import './apps/server/src/main.ts';
  await import('./apps/server/src/app.ts');
  flushCompileCache();
  process.exit();`;

/** Where Node keeps the compiled server: https://nodejs.org/api/module.html#module-compile-cache. */
export const compileCache = { NODE_COMPILE_CACHE: join(cacheDirectory, 'node') };

/**
 * Compiles the server's TypeScript beforehand, in a process of its own: the compiler would stay in the server's memory
 * (28 MB), and the next starts are quicker. Without the cache the server runs as well.
 */
export async function compileServer(node) {
  if (isBuilt) return await compilePackage(node).catch(() => {});
  await whenChanged('server-compile', sources, () => step('Compiling the server', () => compile(node).catch(() => {})));
}

/** Of a package one compilation a user is enough: Node keeps them apart. Where the user may not write there is none. */
async function compilePackage(node) {
  const stampFile = join(cacheDirectory, `compiled-by-${process.getuid?.()}`);
  const built = await readFile(builtMarker, 'utf8');
  const last = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (last === built) return;
  // Of an older version, perhaps by an older Node; nothing else would ever delete it.
  if (last) await rm(compileCache.NODE_COMPILE_CACHE, { recursive: true, force: true });
  await mkdir(cacheDirectory, { recursive: true });
  await compile(node);
  await writeFile(stampFile, built);
}

function compile(node) {
  return run(node, ['--input-type=module', '--eval', load], { env: { ...process.env, ...compileCache } });
}
