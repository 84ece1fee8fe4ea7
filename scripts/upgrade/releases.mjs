import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../bootstrap/parse-json.mjs';
import { OneLineError, run } from '../bootstrap/run.mjs';

const journal = 'apps/server/src/platform/database/migrations/meta/_journal.json';
const release = /refs\/tags\/v(\d+)\.(\d+)\.(\d+)$/;

/** What git reports in the checkout `root`; throws a OneLineError with its last line. */
export async function git(root, ...args) {
  try {
    return (await run('git', ['-C', root, ...args], { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } })).trim();
  } catch (cause) {
    if (cause.code === 'ENOENT') throw new OneLineError('Install git, then run this again.', { cause });
    throw new OneLineError(`git ${args[0]} failed: ${lastLine(cause)}`, { cause });
  }
}

const lastLine = ({ output, message }) => (output ?? message).trim().split('\n').at(-1);

/** Version, commit and branch of the checkout, the remote that it came from, and which of its files are changed. */
export async function describeCheckout(root) {
  await git(root, 'rev-parse', '--git-dir').catch(() => {
    throw new OneLineError(`${root} is no checkout of git. Get a new release as you got this one.`);
  });
  const commit = await git(root, 'rev-parse', 'HEAD');
  const branch = await git(root, 'rev-parse', '--abbrev-ref', 'HEAD');
  const changed = (await git(root, 'diff', '--name-only', 'HEAD')).split('\n').filter(Boolean);
  const remotes = (await git(root, 'remote')).split('\n').filter(Boolean);
  const remote = remotes.includes('origin') ? 'origin' : remotes[0];
  if (!remote)
    throw new OneLineError('This checkout has no remote to get releases from. Add one: git remote add origin …');
  const { version } = parseJson(await readFile(join(root, 'package.json'), 'utf8')) ?? {};
  return { commit, branch: branch === 'HEAD' ? undefined : branch, changed, remote, version };
}

/** The newest release among the tags of the remote, such as `{ tag: 'v0.3.0', version: '0.3.0' }`; undefined when there is none. */
export async function findNewest(root, remote) {
  const lines = (await git(root, 'ls-remote', '--tags', '--refs', remote)).split('\n');
  const found = lines.flatMap((line) => {
    const match = release.exec(line);
    return match ? [match.slice(1).map(Number)] : [];
  });
  const [newest] = found.sort(compareParts).reverse();
  return newest && { tag: `v${newest.join('.')}`, version: newest.join('.') };
}

/** Below 0 when version `one` is older than `other`. */
export const compareVersions = (one, other) => compareParts(one.split('.').map(Number), other.split('.').map(Number));

function compareParts(one, other) {
  const differing = one.findIndex((part, index) => part !== other[index]);
  return differing < 0 ? 0 : one[differing] - other[differing];
}

/** The migrations of a release, oldest first, read without a change to the checkout. */
export async function migrationsOf(root, { remote, tag }) {
  const url = await git(root, 'remote', 'get-url', remote);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-release-'));
  try {
    await git(directory, 'init', '--bare', '--quiet');
    // A path of the remote counts from the checkout.
    await run(
      'git',
      ['--git-dir', directory, 'fetch', '--quiet', '--depth=1', url, `refs/tags/${tag}:refs/tags/${tag}`],
      {
        cwd: root,
      },
    ).catch((cause) => {
      throw new OneLineError(`${tag} cannot be fetched: ${lastLine(cause)}`, { cause });
    });
    return parseJson(await git(directory, 'show', `${tag}:${journal}`))?.entries ?? [];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
