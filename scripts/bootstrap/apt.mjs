import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Installs a package where that is possible without a prompt: as root on Debian and its relatives. True when it was done. */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    return true;
  } catch {
    return false;
  }
}
