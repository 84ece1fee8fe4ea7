import { parseArgs } from 'node:util';
import { installPackage } from '../../bootstrap/apt.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';
import { makeRunDirectory } from '../../bootstrap/run-directory.mjs';
import { makeBase } from './base.mjs';
import { checkDebianPackage } from './debian.mjs';
import { architectures, emulate, ownArchitecture } from './emulation.mjs';
import { checkImage } from './image.mjs';
import { checkUpgrade } from './upgrade.mjs';

const needed = { buildah: 'buildah', podman: 'podman', runc: 'runc', debootstrap: 'debootstrap' };

const parts = ['image', 'debian', 'upgrade'];
const usage = `npm run test:packages                    tries all of this machine
npm run test:packages -- image           only the container image; --arch arm64: that of the other architecture, emulated
npm run test:packages -- debian          only the Debian package of dist/; --arch as above
npm run test:packages -- upgrade COMMIT  only upgrades from all releases, and from a commit that stands for one`;

/** Tries the packages as operators use them, and prints what was measured. */
export async function testPackages(args) {
  const { only, commit, architecture } = readArguments(args);
  if (process.getuid?.() !== 0)
    throw new OneLineError('Only root can make root file systems. Run it in a machine of its own.');
  const directory = await makeRunDirectory();
  try {
    if (only === undefined || only === 'upgrade') await checkUpgrade({ directory, commit });
    if (only !== 'upgrade') await emulate(architecture, () => checkPackages({ directory, only, architecture }));
  } finally {
    // Nothing of this machine that is still mounted there.
    await run('rm', ['--recursive', '--force', '--one-file-system', directory]).catch(({ message }) =>
      console.error(message),
    );
  }
}

/** Which part is tried, and for which architecture; throws a OneLineError with the usage. */
export function readArguments(args) {
  const options = { arch: { type: 'string', default: ownArchitecture } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const [only, commit, ...more] = positionals;
  const { arch: architecture, ...unknown } = values;
  const isRight =
    (only === undefined || parts.includes(only)) &&
    (commit === undefined || only === 'upgrade') &&
    Object.hasOwn(architectures, architecture) &&
    more.length + Object.keys(unknown).length === 0;
  if (!isRight) throw new OneLineError(usage);
  return { only, commit, architecture };
}

async function checkPackages({ directory, only, architecture }) {
  for (const [program, name] of Object.entries(needed)) {
    const exists = await run('sh', ['-c', `command -v ${program}`]).catch(() => false);
    if (!exists && !(await installPackage(name))) throw new OneLineError(`Install the Debian package ${name}.`);
  }
  const base = await makeBase(directory, architecture);
  if (only !== 'debian') await checkImage({ directory, base, architecture });
  if (only !== 'image') await checkDebianPackage({ directory, base, architecture });
}
