import { installPackage } from './apt.mjs';
import { run, step } from './run.mjs';

/** Installs g++, which checks the generated sketches, when there is none; where that cannot be done, their test reports it. */
export async function findCompiler() {
  const isThere = await run('g++', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isThere) await step('Installing g++', () => installPackage('g++'));
}
