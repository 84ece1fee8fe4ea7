import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { run } from './run.mjs';

/** By what it returns Debian decides whether the services of a package start when it is installed. */
const policy = '/usr/sbin/policy-rc.d';
const startNothing = '#!/bin/sh\nexit 101\n';

/**
 * Installs a package where that is possible without a prompt: as root on Debian and its relatives. Its services do not start: a web server
 * would take port 80 of that machine. True when it was done.
 */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const hasPolicy = existsSync(policy);
  try {
    if (!hasPolicy) await writeFile(policy, startNothing, { mode: 0o755 });
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    return true;
  } catch {
    return false;
  } finally {
    if (!hasPolicy) await rm(policy, { force: true });
  }
}
