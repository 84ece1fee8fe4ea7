import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findChromium } from '../chromium.mjs';
import { installDependencies } from '../dependencies.mjs';
import { modules, pinnedNode, root, webDirectory } from '../paths.mjs';
import { OneLineError } from '../run.mjs';
import { makeRunDirectory, show } from '../run-directory.mjs';
import { buildWeb } from '../web-build.mjs';

const busyProcesses = 20;
const repeats = 20;
/** Runs what its first argument selects, again and again in one Vitest, and prints each file with how often it failed. */
const repeatVitest = `
  const { createVitest } = await import('vitest/node');
  const [names, repeats] = JSON.parse(process.argv[1]);
  const vitest = await createVitest('test', { watch: false, run: true, reporters: ['dot'] });
  await vitest.standalone();
  const files = await vitest.globTestSpecifications(names);
  const failures = new Map(files.map(({ moduleId }) => [moduleId, 0]));
  for (let round = 0; round < repeats; round++) {
    const { testModules } = await vitest.runTestSpecifications(files, true);
    for (const one of testModules) if (!one.ok()) failures.set(one.moduleId, failures.get(one.moduleId) + 1);
  }
  await vitest.close();
  for (const [file, count] of failures) console.log(count === 0 ? 'ok' : 'failed ' + count + ' times', file);
  process.exit([...failures.values()].some((count) => count > 0) ? 1 : 0);
`;

/** Runs the files whose paths contain one of the names; ends the process with 1 when a single run failed. */
export async function stress(names) {
  if (names.length === 0) throw new OneLineError('Name the files to run, such as passes.test.ts or sharing.spec.ts.');
  const node = await installDependencies();
  const chromium = await findChromium();
  await buildWeb(node);
  const directory = await makeRunDirectory();
  const env = { ...process.env, TMPDIR: directory, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const busy = Array.from({ length: busyProcesses }, () => spawn(pinnedNode, ['--eval', 'for (;;);']));
  // A run that is interrupted ends before what stands below.
  process.once('exit', () => {
    for (const one of busy) one.kill('SIGKILL');
  });
  try {
    // Tests read once, when they start, how busy the machine is.
    const { isBusy } = await import('../../../apps/web/e2e/support/workers.ts');
    while (!isBusy()) await pause(1_000);
    const journeys = names.filter((name) => name.endsWith('.spec.ts'));
    const others = names.filter((name) => !journeys.includes(name));
    let succeeded = true;
    if (others.length > 0) {
      const args = ['--input-type=module', '--eval', repeatVitest, JSON.stringify([others, repeats])];
      succeeded = await show(pinnedNode, args, { cwd: root, env });
    }
    if (journeys.length > 0) {
      const args = [join(modules, '@playwright', 'test', 'cli.js'), 'test', `--repeat-each=${repeats}`, ...journeys];
      succeeded = (await show(pinnedNode, args, { cwd: webDirectory, env })) && succeeded;
    }
    process.exitCode = succeeded ? 0 : 1;
  } finally {
    for (const one of busy) one.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
}
