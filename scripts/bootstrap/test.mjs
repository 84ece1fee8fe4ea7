import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findUnauditedReason } from './audit.mjs';
import { findChromium } from './chromium.mjs';
import { findCompiler } from './compiler.mjs';
import { installDependencies } from './dependencies.mjs';
import { cacheDirectory, modules, root, webDirectory } from './paths.mjs';
import { run, step } from './run.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';
import { buildWeb } from './web-build.mjs';

const vitestResults = join(cacheDirectory, 'vitest.json');
const playwrightResults = join(webDirectory, 'test-results', 'results.json');

/** Runs all checks and tests; ends the process with 1 when anything failed or no test ran. */
export async function test() {
  const node = await installDependencies();
  const chromium = await findChromium();
  await findCompiler();
  // Tools start themselves with the first `node` of the path, which is the pinned one.
  const path = `${join(modules, '.bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const results = [
    await check(() => step('Format and lint', () => runTool('biome', ['ci', '.'], env))),
    await check(() => step('Types', () => runTool('tsc', ['-b'], env))),
    await check(() => step('Unused code', () => runTool('knip', [], env))),
    await audit(),
    // Some tests ask the server for its pages.
    await check(() => buildWeb(node)),
    await unitTests(env),
    await browserTests(env),
  ];
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  tellNames(
    'Passed at the second try',
    results.flatMap(({ repeated = [] }) => repeated),
  );
  tellNames(
    'Failed',
    results.flatMap(({ names = [] }) => names),
  );
  const failed = sum((result) => result.failed);
  console.log(`${sum((result) => result.passed)} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Right before the last line, where they are found after thousands of others. */
function tellNames(title, names) {
  if (names.length > 0) console.log([`${title}:`, ...names].join('\n  '));
}

async function check(work) {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(`${error.output ?? error.message}\nThis check failed.`);
    return { passed: 0, failed: 1 };
  }
}

/** Neither passed nor failed when the registry does not answer. */
async function audit() {
  let reason;
  const result = await check(async () => {
    reason = await step('Known weaknesses of dependencies', () => findUnauditedReason());
  });
  if (!reason) return result;
  console.error(`NOT AUDITED: the registry gave no answer (${reason}).`);
  return { passed: 0, failed: 0 };
}

async function unitTests(env) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`];
  const succeeded = await suite('Unit, API and broker tests', vitestResults, () =>
    showTool('vitest', ['run', ...report], { cwd: root, env }),
  );
  return counted(succeeded, readVitest(vitestResults));
}

async function browserTests(env) {
  const succeeded = await suite('Browser tests', playwrightResults, () =>
    showTool('playwright', ['test'], { cwd: webDirectory, env }),
  );
  return counted(succeeded, readPlaywright(playwrightResults));
}

async function suite(title, resultFile, work) {
  console.error(`${title} …`);
  mkdirSync(cacheDirectory, { recursive: true });
  // The results of an earlier run must not count when this one ends early.
  rmSync(resultFile, { force: true });
  return work();
}

/** A suite that fails outside of its tests, or that has none, counts as one failure. */
function counted(succeeded, { passed, failed, repeated }) {
  const brokenElsewhere = failed.length === 0 && (!succeeded || passed === 0);
  return { passed, failed: brokenElsewhere ? 1 : failed.length, names: failed, repeated };
}

const toolOptions = { shell: process.platform === 'win32' };
const tool = (name) => join(modules, '.bin', name);

function runTool(name, args, env) {
  return run(tool(name), args, { ...toolOptions, env });
}

/** Runs a tool whose output people follow; resolves whether it succeeded. */
function showTool(name, args, options) {
  return new Promise((resolve) => {
    const child = spawn(tool(name), args, { stdio: 'inherit', ...toolOptions, ...options });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
