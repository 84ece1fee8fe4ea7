import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheDirectory, modules, webDirectory, webDist } from './paths.mjs';
import { OneLineError, run, step } from './run.mjs';
import { filesBelow, whenChanged } from './sources.mjs';

const stamp = 'web-build';
const sources = ['apps/web', 'packages/contract', 'package-lock.json'];
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Smaller answers fit into one packet anyway. */
const leastCompressedBytes = 1_000;

/** Builds the web app with `node` when its sources are not those of the last build. */
export async function buildWeb(node) {
  if (!existsSync(join(webDist, 'index.html'))) await rm(join(cacheDirectory, stamp), { force: true });
  await whenChanged(stamp, sources, () => step('Building the web app', () => build(node)));
}

async function build(node) {
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NO_COLOR: '1' };
  await run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: webDirectory, env }).catch((error) => {
    const lines = (error.output ?? error.message).split('\n').filter((line) => !/^\s+at /.test(line));
    throw new OneLineError(`The web app cannot be built:\n${lines.join('\n').trim()}`);
  });
  await compressAll(webDist);
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
