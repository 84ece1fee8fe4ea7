import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { webDirectory } from '../paths.mjs';
import { OneLineError, run } from '../run.mjs';

/**
 * What `npm test` is to run, by its arguments: nothing = everything; `--fast` = all that needs no browser; `--changed [commit]` = what the
 * changes since the commit touch, by default those that are not committed; names = the tests whose paths contain one of them.
 * `vitest` and `journeys` are arguments for Vitest and Playwright, null where none of its tests are wanted.
 */
export async function selectTests(args) {
  const [first, commit = 'HEAD'] = args;
  if (first === undefined) return { checks: true, vitest: [], journeys: [] };
  if (first === '--fast') return { checks: true, vitest: ['--project', '!component'], journeys: null };
  if (first === '--changed') {
    const journeys = findJourneys(await changedFiles(commit), specNames());
    return { checks: true, vitest: ['--changed', commit], journeys: journeys.length > 0 ? journeys : null };
  }
  const unknown = args.find((arg) => arg.startsWith('-'));
  if (unknown) throw new OneLineError(`There is no option ${unknown}. Give names of features, --fast or --changed.`);
  return { checks: false, vitest: args, journeys: args };
}

const specNames = () => readdirSync(join(webDirectory, 'e2e')).filter((name) => name.endsWith('.spec.ts'));

async function changedFiles(commit) {
  const lists = await Promise.all([
    run('git', ['diff', '--name-only', commit]),
    run('git', ['ls-files', '--others', '--exclude-standard']),
  ]).catch((cause) => {
    throw new OneLineError(`git does not know what changed since ${commit}.`, { cause });
  });
  return lists.join('').split('\n').filter(Boolean);
}

/**
 * The journeys that changed files touch. Those of a feature have its name, or that of its wing, at the beginning of theirs; a change of
 * anything that features share, or of a feature without a journey of its own, touches all.
 */
export function findJourneys(files, specs) {
  const found = new Set();
  for (const file of files) {
    if (/\.md$|\.test\.tsx?$|^bench\//.test(file)) continue;
    if (file.startsWith('apps/web/e2e/') && specs.includes(basename(file))) {
      found.add(basename(file));
      continue;
    }
    const own = foldersOf(file)
      .map((folder) => specs.filter((name) => name.startsWith(folder)))
      .find((names) => names.length > 0);
    if (!own) return [...specs];
    for (const name of own) found.add(name);
  }
  return [...found];
}
/** The room, the feature and the wing of a file, the nearest first. */
function foldersOf(file) {
  if (file.startsWith('apps/docs/')) return ['docs'];
  const [, folders = ''] = /^apps\/(?:server|web)\/src\/features\/(.+)\/[^/]+$/.exec(file) ?? [];
  return folders.split('/').filter(Boolean).reverse();
}
