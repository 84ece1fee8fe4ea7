import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheDirectory, root, webDirectory, webDist } from './paths.mjs';
import { OneLineError, run, step } from './run.mjs';

const stampFile = join(cacheDirectory, 'web-build');
const sources = ['apps/web', 'packages/contract', 'package-lock.json'];
const unrelated = /^(node_modules|dist|e2e|test-results|playwright-report|.*\.test\.tsx?)$/;
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Smaller answers fit into one packet anyway. */
const leastCompressedBytes = 1_000;

/** Builds the web app with `node` when its sources are not those of the last build. */
export async function buildWeb(node) {
  const hash = await hashOf(sources);
  const built = existsSync(join(webDist, 'index.html')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === hash) return;
  await step('Building the web app', async () => {
    const env = { ...process.env, NO_COLOR: '1' };
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    await run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: webDirectory, env }).catch((error) => {
      const lines = (error.output ?? error.message).split('\n').filter((line) => !/^\s+at /.test(line));
      throw new OneLineError(`The web app cannot be built:\n${lines.join('\n').trim()}`);
    });
    await compressAll(webDist);
    await mkdir(cacheDirectory, { recursive: true });
    await writeFile(stampFile, hash);
  });
}

async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path))) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesBelow(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !unrelated.test(name)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
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
