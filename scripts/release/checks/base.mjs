import { cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { modules, pinnedNode } from '../../bootstrap/paths.mjs';
import { run, runNpm, step } from '../../bootstrap/run.mjs';
import { architectures, ownArchitecture } from './emulation.mjs';

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
export async function makeBase(directory, architecture) {
  const root = join(directory, 'base');
  const tar = join(directory, 'base.tar');
  await step('Making a Debian', async () => {
    await run('debootstrap', ['--variant=minbase', `--arch=${architecture}`, 'bookworm', root, mirror], {
      cwd: directory,
    });
    await run('tar', ['-C', root, ...left.map((pattern) => `--exclude=./${pattern}`), '-cf', tar, '.']);
  });
  return { root, tar };
}

/** A directory to build `node:24-bookworm` of: the base with Node, npm, and the certificates by which this machine reaches the registry. */
export async function makeNodeContext({ directory, architecture }) {
  const context = join(directory, 'node');
  await mkdir(context);
  const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).trim())));
  await cp(await nodeOf(architecture, context), join(context, 'node'));
  await cp(npm, join(context, 'npm'), { recursive: true, dereference: true });
  await cp('/etc/ssl/certs/ca-certificates.crt', join(context, 'ca-certificates.crt'));
  await writeFile(
    join(context, 'Containerfile'),
    [
      'FROM docker.io/library/debian:bookworm-slim',
      'RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*',
      'COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt',
      'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    ].join('\n'),
  );
  return context;
}

/** The pinned Node as this machine has it, or as it is for another architecture. */
async function nodeOf(architecture, directory) {
  if (architecture === ownArchitecture) return pinnedNode;
  const { version } = JSON.parse(await readFile(join(modules, 'node', 'package.json'), 'utf8'));
  const name = `node-linux-${architectures[architecture].node}`;
  await runNpm(['pack', '--silent', `${name}@${version}`], { cwd: directory });
  await run('tar', ['-xzf', `${name}-${version}.tgz`], { cwd: directory });
  return join(directory, 'package', 'bin', 'node');
}
