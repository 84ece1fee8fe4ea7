import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './paths.mjs';
import { run, step } from './run.mjs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium, installed when there is none; undefined: the one that Playwright keeps for itself. */
export async function findChromium() {
  const found = [process.env.CHROMIUM_PATH, ...usualPlaces].find((path) => path && existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const installed = await step('Installing Chromium', () => installPackage().catch(() => false));
    if (installed) return usualPlaces.find((path) => existsSync(path));
  }
  await step('Downloading Chromium', () =>
    run(process.execPath, [join(modules, 'playwright', 'cli.js'), 'install', 'chromium']),
  );
  return undefined;
}

async function installPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
  return usualPlaces.some((path) => existsSync(path));
}
