import { rm } from 'node:fs/promises';
import { installPackage } from '../../bootstrap/apt.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';
import { makeRunDirectory } from '../../bootstrap/run-directory.mjs';
import { makeBase } from './base.mjs';
import { checkDebianPackage } from './debian.mjs';
import { checkImage } from './image.mjs';
import { checkUpgrade } from './upgrade.mjs';

const needed = { buildah: 'buildah', podman: 'podman', runc: 'runc', debootstrap: 'debootstrap' };

/**
 * Tries the packages as operators use them, and prints what was measured; `image`, `debian` or `upgrade` tries only one. Behind `upgrade` may stand
 * a commit that stands for a release.
 */
export async function testPackages([only, commit]) {
  if (process.getuid?.() !== 0)
    throw new OneLineError('Only root can make root file systems. Run it in a machine of its own.');
  const directory = await makeRunDirectory();
  if (only === undefined || only === 'upgrade') await checkUpgrade({ directory, commit });
  if (only !== 'upgrade') await checkPackages(directory, only);
  await rm(directory, { recursive: true, force: true });
}

async function checkPackages(directory, only) {
  for (const [program, name] of Object.entries(needed)) {
    const exists = await run('sh', ['-c', `command -v ${program}`]).catch(() => false);
    if (!exists && !(await installPackage(name))) throw new OneLineError(`Install the Debian package ${name}.`);
  }
  const base = await makeBase(directory);
  if (only !== 'debian') await checkImage({ directory, base });
  if (only !== 'image') await checkDebianPackage({ directory, base });
}
