import { chmod, copyFile, cp, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { builtMarker, docsDist, modules, pinnedNode, root, serverDist, webDist } from '../bootstrap/paths.mjs';
import { OneLineError, runNpm } from '../bootstrap/run.mjs';
import { buildServer } from '../bootstrap/server-build.mjs';
import { nodeFlags } from '../bootstrap/start.mjs';
import { buildWeb } from '../bootstrap/web-build.mjs';

/** What operators call with `cyno`; the rest of `scripts` is for who develops. */
const commands = ['admin', 'backup', 'restore'];
const pages = ['README.md', 'CHANGELOG.md', 'LICENSE', '.env.example', 'package.json'];
/** Types, sources, maps, static libraries, programs for Windows and descriptions of packages: half of their files, and nothing that runs reads them. */
const unread = /(\.[cm]?tsx?|\.map|\.a|\.[ch]|\.cc|\.exe|\.tsbuildinfo|(?<!LICEN[CS]E|NOTICE)\.(md|markdown))$/i;
/**
 * Of single packages what Node does not load here: for browsers, for the other kind of modules than their one reader takes, and languages. The image for
 * arm64 would be too large with them.
 */
const unreadParts = {
  '@line/bot-sdk': /^dist\/(?!cjs(\/|$))/,
  'csv-parse': /^dist\/(esm|iife|umd)(\/|$)/,
  'date-fns': /^(cdn\b|fp(\/|$)|locale\/(?!en-US|_lib)|.*\.js$)/,
  'drizzle-orm': /\.cjs$/,
  luxon: /^(src|build\/(amd|global|cjs-browser))(\/|$)/,
  'node-forge': /^dist(\/|$)/,
  stripe: /^esm(\/|$)/,
  'web-streams-polyfill': /^(es6|es2018|ponyfill|dist\/polyfill|.*\.(es6|min|mjs)\b)/,
};
const unreadFolders = /^(test|tests|docs|example|examples|bench|benchmark|benchmarks|\.github)$/;
/** Tests, and what drizzle-kit compares the tables with to write the next migration: 150 KB for each one before. */
const onlyForDevelopers = /(\.test\.tsx?$|^test$|^dev$|^node_modules$|^\d+_snapshot\.json$)/;

/**
 * Makes the tree that all packages hold in the directory `target`: server, pages, the production dependencies of this platform and Node.
 * It needs an installed checkout. `build` describes the tree in its `built.json`.
 */
export async function makeBuiltTree({ node, target, build }) {
  await buildWeb(node);
  await buildServer(node);
  await rm(target, { recursive: true, force: true });
  const into = (path) => join(target, relative(root, path));
  for (const dist of [serverDist, webDist, docsDist]) await cp(dist, into(dist), { recursive: true });
  for (const page of pages) await copy(join(root, page), join(target, page));
  for (const name of [...commands, 'start', 'compile', 'health'])
    await copy(join(root, 'scripts', `${name}.mjs`), join(target, 'scripts', `${name}.mjs`));
  const bootstrap = join(root, 'scripts', 'bootstrap');
  for (const name of await readdir(bootstrap)) {
    if (name.endsWith('.mjs')) await copy(join(bootstrap, name), join(into(bootstrap), name));
  }
  for (const { path, real } of await productionPackages()) {
    if (path === real)
      await cp(path, into(path), { recursive: true, verbatimSymlinks: true, filter: (file) => isRead(path, file) });
    else await copyWorkspace(path, real, into);
  }
  await copy(pinnedNode, into(pinnedNode));
  await chmod(into(pinnedNode), 0o755);
  await writeFile(join(target, basename(builtMarker)), `${JSON.stringify(build, null, 2)}\n`);
  await writeFile(join(target, 'cyno'), await launcher(), { mode: 0o755 });
}

async function copy(from, to) {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

/** The dependencies that the server runs with, each with the directory that it really is in. */
async function productionPackages() {
  const args = ['ls', '--all', '--parseable', '--long', '--omit=dev', '--workspace=@cyno/server'];
  // npm also complains about packages that no list has, and ends with 1.
  const lines = await runNpm(args, { maxOutputCharacters: Infinity }).catch((error) => error.output ?? '');
  const found = new Map();
  for (const line of lines.split('\n')) {
    const [path = '', , real = ''] = line.split(':');
    if (path.startsWith(join(modules, '/')) && !line.includes('EXTRANEOUS')) found.set(path, real || path);
  }
  if (found.size === 0) throw new OneLineError('npm does not list what the server depends on. Run npm ci.');
  return [...found].map(([path, real]) => ({ path, real })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isRead(directory, file) {
  const inside = relative(directory, file);
  const [, name] = /.*node_modules\/(.+)$/.exec(directory) ?? [];
  // What is nested is a package of its own in the list.
  return (
    inside !== 'node_modules' &&
    !unreadFolders.test(inside) &&
    !unreadParts[name]?.test(inside) &&
    !unread.test(basename(file))
  );
}

/** A package of this repository is a link to its sources, because Node runs no TypeScript below `node_modules`. */
async function copyWorkspace(path, real, into) {
  await copy(join(real, 'package.json'), join(into(real), 'package.json'));
  await cp(join(real, 'src'), join(into(real), 'src'), {
    recursive: true,
    filter: (file) => !onlyForDevelopers.test(basename(file)),
  });
  await mkdir(dirname(into(path)), { recursive: true });
  await symlink(await readlink(path), into(path));
}

async function launcher() {
  const text = await readFile(join(root, 'deploy', 'launcher.sh'), 'utf8');
  return text
    .replace('@FLAGS@', nodeFlags.join(' '))
    .replace('@COMMANDS@)', `${commands.join(' | ')})`)
    .replace('@COMMANDS@', commands.join(', '));
}
