import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { installDependencies } from '../bootstrap/dependencies.mjs';
import { root } from '../bootstrap/paths.mjs';
import { OneLineError, run, step } from '../bootstrap/run.mjs';
import { packSource, packTree } from './archives.mjs';
import { makeBuiltTree } from './built-tree.mjs';
import { makeDebianPackage } from './debian-package.mjs';
import { writeProvenance } from './provenance.mjs';
import { signSums, writeSums } from './sums.mjs';
import { commitRelease, tagRelease } from './tag.mjs';

const usage = `npm run release               makes the packages of the present commit in dist/
npm run release -- 1.2.3      releases that version: commits it, makes its packages, and tags it
node scripts/release.mjs --tree DIRECTORY   makes only the tree of a container image`;

/** Makes everything of a release of this platform in `dist/`, or only the built tree; of a version that is named also its commit and its tag. */
export async function release(args) {
  const { directory, version } = readArguments(args);
  const node = await installDependencies();
  if (directory) return await makeBuiltTree({ node, target: resolve(directory), build: await describeBuild() });
  await refuseChanged();
  if (version) await commitRelease(version, { root, node });
  await writePackages({ node, build: await describeBuild(), dist: join(root, 'dist') });
  if (version) console.log(`Publish it with: ${await tagRelease(version, { root })}`);
}

function readArguments([first, directory, ...more]) {
  if (more.length > 0) throw new OneLineError(usage);
  if (first === '--tree' && directory) return { directory };
  if (directory !== undefined || (first !== undefined && !/^\d+\.\d+\.\d+$/.test(first))) throw new OneLineError(usage);
  return { version: first };
}

async function writePackages({ node, build, dist }) {
  const name = `cyno-${build.version}`;
  // Of another machine everything but the sources is different.
  const platform = `${name}-linux-${process.arch}`;
  const tree = join(dist, platform);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await makeBuiltTree({ node, target: tree, build });
  // Its schema is a dependency, which a fresh checkout has only after the installation.
  const { writeSbom } = await import('./sbom.mjs');
  const files = await step('Packing', async () => [
    await packSource(join(dist, `${name}.tar.gz`), { name, ...build }),
    await packTree(tree, build),
    await makeDebianPackage({ tree, dist, build }),
    await writeSbom(join(dist, `${platform}.cdx.json`), build),
  ]);
  await rm(tree, { recursive: true, force: true });
  const provenance = await writeProvenance(join(dist, `${platform}.intoto.json`), { files, build });
  const sums = await writeSums(join(dist, 'SHA256SUMS'), [...files, provenance]);
  const signature = await signSums(sums);
  console.log([...files, provenance, sums, ...signature].map((file) => `dist/${basename(file)}`).join('\n'));
}

/** In a container there is no git; who builds it gives the commit. The date is that of the commit: two builds of it are equal. */
async function describeBuild() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const git = (...args) => run('git', args).then((output) => output.trim());
  const commit = process.env.COMMIT || (await git('rev-parse', 'HEAD'));
  const seconds = process.env.SOURCE_DATE_EPOCH || (await git('log', '-1', '--format=%ct').catch(() => '0'));
  return { version, commit, date: new Date(Number(seconds) * 1000).toISOString() };
}

async function refuseChanged() {
  const changed = await run('git', ['status', '--porcelain']);
  if (changed) throw new OneLineError(`A release is made of a commit, and these files are not committed:\n${changed}`);
}
