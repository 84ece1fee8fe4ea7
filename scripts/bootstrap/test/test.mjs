import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findUnauditedReason } from '../audit.mjs';
import { findChromium } from '../chromium.mjs';
import { findCompiler } from '../compiler.mjs';
import { installDependencies } from '../dependencies.mjs';
import { cacheDirectory, modules, root, webDirectory } from '../paths.mjs';
import { run, step } from '../run.mjs';
import { makeRunDirectory, show } from '../run-directory.mjs';
import { buildServer } from '../server-build.mjs';
import { findTestPrograms } from '../test-programs.mjs';
import { buildWeb } from '../web-build.mjs';
import { printReport } from './test-report.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';
import { selectTests } from './test-selection.mjs';

const vitestResults = join(cacheDirectory, 'vitest.json');
const playwrightResults = join(webDirectory, 'test-results', 'results.json');

/** Runs the checks and tests that `args` name; ends the process with 1 when anything failed or no test ran. */
export async function test(args) {
  const node = await installDependencies();
  const selection = await selectTests(args);
  const chromium = await findChromium();
  await findCompiler();
  await findTestPrograms();
  const directory = await makeRunDirectory();
  // Tools start themselves with the first `node` of the path, which is the pinned one.
  const path = `${join(modules, '.bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, TMPDIR: directory, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const prepared = [selection.checks ? checks(env) : [], build(node)];
  const results = (await Promise.all(prepared)).flat();
  if (selection.vitest) results.push(await unitTests(env, selection.vitest));
  if (selection.journeys) results.push(await browserTests(env, selection.journeys));
  await rm(directory, { recursive: true, force: true });
  if (!selection.checks && results.every(({ files = [] }) => files.length === 0))
    results.push({
      passed: 0,
      failed: 1,
      failures: [{ name: `No test has ${args.join(' or ')} in its path.`, message: '' }],
    });
  printReport(results);
  process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
}

/** One beside the other: where many others want the processors each of them gets little time. */
async function checks(env) {
  const results = await step('Format and lint, types, unused code, terms', () =>
    Promise.all([
      check('Format and lint: npx biome ci', () => runTool('biome', ['ci', '.'], env)),
      // Several checkers read the same types again: one takes two thirds of the processor time, and no longer on two cores.
      check('Types: npx tsc -b', () => runTool('tsc', ['-b', '--checkers', '1'], env)),
      check('Unused code: npx knip', () => runTool('knip', [], env)),
      check('Terms: node scripts/terms.mjs', async () => (await import('../terms/terms.mjs')).requireTerms()),
    ]),
  );
  return [...results, await audit()];
}

/** Some tests request the server's pages, others run it as its users do. */
const build = async (node) => [
  await check('Build of the pages', () => buildWeb(node)),
  await check('Build of the server', () => buildServer(node)),
];

async function check(name, work) {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    const message = error.output ?? error.message;
    console.error(`${message}\nThis check failed.`);
    return { passed: 0, failed: 1, failures: [{ name, message }] };
  }
}

/** Neither passed nor failed when the registry does not respond. */
async function audit() {
  let reason;
  const result = await check('Known weaknesses of dependencies', async () => {
    reason = await step('Known weaknesses of dependencies', () => findUnauditedReason());
  });
  if (!reason) return result;
  console.error(`NOT AUDITED: the registry gave no answer (${reason}).`);
  return { passed: 0, failed: 0 };
}

async function unitTests(env, selected) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`];
  const succeeded = await suite('Unit, API, broker and component tests', vitestResults, () =>
    show(tool('vitest'), ['run', '--passWithNoTests', ...report, ...selected], { cwd: root, env, ...toolOptions }),
  );
  return counted(succeeded, readVitest(vitestResults));
}

async function browserTests(env, selected) {
  const succeeded = await suite('Journeys in a browser', playwrightResults, () =>
    show(tool('playwright'), ['test', '--pass-with-no-tests', ...selected], {
      ...toolOptions,
      cwd: webDirectory,
      env,
    }),
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

/** A suite that fails outside of its tests counts as one failure. */
function counted(succeeded, { passed, failed, ...rest }) {
  const brokenElsewhere = failed.length === 0 && !succeeded;
  const elsewhere = { name: 'A suite ended with an error outside of its tests.', message: '' };
  const failures = brokenElsewhere ? [elsewhere] : failed;
  return { ...rest, passed, failed: failures.length, failures };
}

const toolOptions = { shell: process.platform === 'win32' };
const tool = (name) => join(modules, '.bin', name);

function runTool(name, args, env) {
  return run(tool(name), args, { ...toolOptions, env });
}
