import { rm } from 'node:fs/promises';
import { findChromium } from './chromium.mjs';
import { installDependencies } from './dependencies.mjs';
import { endWithShell } from './end-with-shell.mjs';
import { root } from './paths.mjs';
import { OneLineError } from './run.mjs';
import { makeRunDirectory, show } from './run-directory.mjs';
import { buildServer } from './server-build.mjs';
import { buildWeb } from './web-build.mjs';

/**
 * Runs a server with a showcase account in a directory that is deleted at its end; with `--pictures` it takes the pictures of the README,
 * with `--pages` those of every page into the directory that is named after it, and ends by itself.
 */
export async function demo(args) {
  const [option, destination] = args;
  const isKnown = destination ? option === '--pages' && args.length === 2 : !option || option === '--pictures';
  if (!isKnown)
    throw new OneLineError(`There is no option ${args.join(' ')}. There are --pictures and --pages DIRECTORY.`);
  const node = await installDependencies();
  const chromium = option ? await findChromium() : undefined;
  await buildWeb(node);
  await buildServer(node);
  const directory = await makeRunDirectory();
  endWithShell(() => process.kill(process.pid, 'SIGTERM'));
  const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const succeeded = await show(node, ['apps/web/e2e/showcase/demo.ts', directory, ...args], { cwd: root, env });
  await rm(directory, { recursive: true, force: true });
  process.exit(succeeded ? 0 : 1);
}
