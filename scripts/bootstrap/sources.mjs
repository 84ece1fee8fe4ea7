import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cacheDirectory, root } from './paths.mjs';
import { OneLineError } from './run.mjs';

const unrelated = /^(node_modules|dist|e2e|test-results|playwright-report|.*\.test\.tsx?)$/;

/** All files of a directory, or the file itself, without tests and what tools made. */
export async function filesBelow(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !unrelated.test(name)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

/** Does `work` unless these sources are those that it was last done for; `name` is that of the stored hash. */
export async function whenChanged(name, sources, work) {
  const stampFile = join(cacheDirectory, name);
  const hash = await hashOf(sources);
  const last = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (last === hash) return;
  await refuseReadOnly();
  // What a build leaves that does not come to its end is of neither sources.
  await rm(stampFile, { force: true });
  await work();
  await writeFile(stampFile, hash);
}

async function refuseReadOnly() {
  try {
    await mkdir(cacheDirectory, { recursive: true });
    await access(cacheDirectory, constants.W_OK);
  } catch (cause) {
    const sentence = `Cyno in ${root} is not built from its present sources, and nothing can be written there. Run npm start once as a user who may write there.`;
    throw Object.assign(new OneLineError(sentence), { cause });
  }
}

async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path)))
      hash.update(relative(root, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}
