import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtMarker, cacheDirectory, isBuilt, serverDirectory, serverProgram } from './paths.mjs';
import { OneLineError, run, step } from './run.mjs';
import { whenChanged } from './sources.mjs';

const sources = ['apps/server/build', 'apps/server/src', 'packages', 'package-lock.json'];

/** Where Node keeps the compiled server: https://nodejs.org/api/module.html#module-compile-cache. */
export const compileCache = { NODE_COMPILE_CACHE: join(cacheDirectory, 'node') };

/**
 * Bundles the server with `node` when its sources are not those of the last time, and compiles it: as sources it takes a second more to start
 * and 30 MB more memory.
 */
export async function buildServer(node) {
  if (isBuilt) return await compilePackage(node).catch(() => {});
  const stamp = 'server-build';
  if (!existsSync(serverProgram)) await rm(join(cacheDirectory, stamp), { force: true });
  await whenChanged(stamp, sources, () =>
    step('Building the server', async () => {
      await bundle(node);
      // Without what is compiled it runs as well.
      await compile(node).catch(() => {});
    }),
  );
}

async function bundle(node) {
  await run(node, ['build/bundle.ts'], { cwd: serverDirectory }).catch((error) => {
    throw new OneLineError(`The server cannot be built:\n${(error.output ?? error.message).trim()}`);
  });
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
  const load = `
    import { flushCompileCache } from 'node:module';
    import './dist/main.js';
    await import('./dist/app.js');
    flushCompileCache();
    process.exit();`;
  const options = { cwd: serverDirectory, env: { ...process.env, ...compileCache } };
  return run(node, ['--input-type=module', '--eval', load], options);
}
