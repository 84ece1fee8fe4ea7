import { rm } from 'node:fs/promises';
import { installPackage } from '../../bootstrap/apt.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';
import { makeRunDirectory } from '../../bootstrap/run-directory.mjs';
import { makeBase } from './base.mjs';
import { checkDebianPackage } from './debian.mjs';
import { checkImage } from './image.mjs';

const needed = { buildah: 'buildah', podman: 'podman', runc: 'runc', debootstrap: 'debootstrap' };

/** Tries the packages as operators use them, and prints what was measured; `image` or `debian` tries only one. */
export async function testPackages([only]) {
  if (process.getuid?.() !== 0)
    throw new OneLineError('Only root can make root file systems. Run it in a machine of its own.');
  for (const [program, name] of Object.entries(needed)) {
    const exists = await run('sh', ['-c', `command -v ${program}`]).catch(() => false);
    if (!exists && !(await installPackage(name))) throw new OneLineError(`Install the Debian package ${name}.`);
  }
  const directory = await makeRunDirectory();
  const base = await makeBase(directory);
  if (only !== 'debian') await checkImage({ directory, base });
  if (only !== 'image') await checkDebianPackage({ directory, base });
  await rm(directory, { recursive: true, force: true });
}
