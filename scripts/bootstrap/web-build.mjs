import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheDirectory, docsDirectory, docsDist, isBuilt, modules, webDirectory, webDist } from './paths.mjs';
import { OneLineError, run, step } from './run.mjs';
import { filesBelow, whenChanged } from './sources.mjs';

const webSources = ['apps/web', 'packages/contract', 'packages/formula', 'package-lock.json'];
/** The documentation takes its appearance from the app, and the settings from the server. */
const docsSources = [
  'apps/docs',
  'apps/web/public',
  'apps/web/src/ui/theme',
  'apps/server/src/settings.ts',
  'apps/server/src/describe-settings.ts',
  'docs/pictures',
  'package-lock.json',
];
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Smaller responses fit into one packet anyway. */
const leastCompressedBytes = 1_000;

/** Builds the web app and the documentation with `node`, each when its sources are not those of its last build. */
export async function buildWeb(node) {
  if (isBuilt) return;
  await buildPart('web-build', 'web app', { node, directory: webDirectory, dist: webDist, sources: webSources }, [
    join(modules, 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
  ]);
  await buildDocs(node);
}

/** Builds the documentation with `node` when its sources are not those of its last build. */
export async function buildDocs(node) {
  await buildPart(
    'docs-build',
    'documentation',
    { node, directory: docsDirectory, dist: docsDist, sources: docsSources },
    ['--disable-warning=ExperimentalWarning', 'src/build.ts'],
  );
}

async function buildPart(stamp, name, { node, directory, dist, sources }, args) {
  if (!existsSync(join(dist, 'index.html'))) await rm(join(cacheDirectory, stamp), { force: true });
  await whenChanged(stamp, sources, () =>
    step(`Building the ${name}`, async () => {
      const env = { ...process.env, NO_COLOR: '1' };
      await run(node, args, { cwd: directory, env }).catch((error) => {
        const lines = (error.output ?? error.message).split('\n').filter((line) => !/^\s+at /.test(line));
        throw new OneLineError(`The ${name} cannot be built:\n${lines.join('\n').trim()}`);
      });
      await compressAll(dist);
    }),
  );
}

/** The server sends the compressed copies as they are, so they may cost time here. */
async function compressAll(directory) {
  const files = (await filesBelow(directory)).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < leastCompressedBytes) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
