import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OneLineError, run, step } from '../bootstrap/run.mjs';
import { compareVersions, git } from '../upgrade/releases.mjs';
import { dateSection, setVersion } from './versions.mjs';

const backups = 'apps/server/test/earlier-versions';
/** What the commit of a release changes is tried by these: its version, and the backup that later versions restore. */
const tests = ['scripts/release/deploy.test.ts', 'apps/server/src/checks/earlier-versions.test.ts'];

/**
 * Makes the commit of a release: the version in every file, the date in the change log, and a backup that this version made. Anything of it
 * that is there already stays; throws a OneLineError before anything is changed when it cannot be released.
 */
export async function commitRelease(version, { root, node }) {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const dated = dateSection(changelog, { version, day });
  const refusal = await refusalOf(version, { root, hasSection: dated !== undefined });
  if (refusal) throw new OneLineError(refusal);
  await writeFile(join(root, 'CHANGELOG.md'), dated);
  await setVersion(root, version);
  const backup = join(backups, 'backups', `${version}.tar.zst`);
  if (!existsSync(join(root, backup)))
    await step('Storing a backup of this version', () =>
      runNode(node, root, [join(backups, 'make-backup.ts'), '.', version]),
    );
  if ((await git(root, 'status', '--porcelain')) === '') return;
  await step('Trying what the release changes', () =>
    runNode(node, root, ['node_modules/vitest/vitest.mjs', 'run', ...tests]),
  );
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--message', `chore: release ${version}`);
}

/** Tags the commit that is checked out, and returns what publishes it. */
export async function tagRelease(version, { root }) {
  await git(root, 'tag', '--annotate', '--message', `Cyno ${version}`, `v${version}`);
  const branch = await git(root, 'rev-parse', '--abbrev-ref', 'HEAD');
  return `git push origin ${branch === 'HEAD' ? '' : `${branch} `}v${version}`;
}

async function refusalOf(version, { root, hasSection }) {
  const { version: present } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  if (await git(root, 'tag', '--list', `v${version}`))
    return `There is a tag v${version} already: release the next version.`;
  if (compareVersions(version, present) < 0) return `This is Cyno ${present}, which is newer than ${version}.`;
  if (!hasSection) return `CHANGELOG.md has no section "## ${version} (unreleased)".`;
  return undefined;
}

const runNode = (node, root, args) =>
  run(node, args, { cwd: root }).catch((cause) => {
    throw new OneLineError(
      `The release was not made; \`git restore .\` takes its changes back.\n${cause.output ?? cause.message}`,
      {
        cause,
      },
    );
  });
