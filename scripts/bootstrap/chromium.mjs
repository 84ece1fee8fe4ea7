import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from './apt.mjs';
import { modules } from './paths.mjs';
import { run, step } from './run.mjs';

/** The first one has no window at all and takes a fifth less time of the processor. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium, installed when there is none; undefined: the one that Playwright keeps for itself. */
export async function findChromium() {
  const found = [process.env.CHROMIUM_PATH, ...usualPlaces].find((path) => path && existsSync(path));
  if (found) return found;
  const installed = await step(
    'Installing Chromium',
    async () => (await installPackage('chromium-headless-shell')) || installPackage('chromium'),
  );
  const place = installed && usualPlaces.find((path) => existsSync(path));
  if (place) return place;
  await step('Downloading Chromium', () =>
    run(process.execPath, [join(modules, 'playwright', 'cli.js'), 'install', 'chromium']),
  );
  return undefined;
}
