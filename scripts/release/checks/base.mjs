import { join } from 'node:path';
import { run, step } from '../../bootstrap/run.mjs';

const mirror = 'http://deb.debian.org/debian';
/** What Debian's slim images leave out. */
const left = [
  'var/cache/apt/*',
  'var/lib/apt/lists/*',
  'usr/share/doc/*',
  'usr/share/man/*',
  'usr/share/locale/*',
  'dev/*',
];

/** A Debian as in `debian:bookworm-slim`, as a directory and as an archive of it. */
export async function makeBase(directory) {
  const root = join(directory, 'base');
  const tar = join(directory, 'base.tar');
  await step('Making a Debian', async () => {
    await run('debootstrap', ['--variant=minbase', 'bookworm', root, mirror], { cwd: directory });
    await run('tar', ['-C', root, ...left.map((pattern) => `--exclude=./${pattern}`), '-cf', tar, '.']);
  });
  return { root, tar };
}
