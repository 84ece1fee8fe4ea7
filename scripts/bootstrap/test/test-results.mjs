import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../paths.mjs';

/**
 * The content of a suite's JSON report: how many passed, the names of those that failed, with why, and of those that were left out, and
 * how long each file took, in ms.
 */
export function readVitest(file) {
  const files = readJson(file)?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults, name, status, message }) => {
    const path = relative(root, name);
    const named = assertionResults.map((one) => ({
      status: one.status,
      name: `${path} › ${one.fullName}`,
      messages: one.failureMessages,
    }));
    // A file that breaks outside of its tests has none that failed.
    const brokenElsewhere = status === 'failed' && !named.some((one) => one.status === 'failed');
    return brokenElsewhere ? [...named, { status, name: path, messages: [message] }] : named;
  });
  return {
    ...counted(tests, { passed: 'passed', leftOut: ['pending', 'skipped', 'todo'] }),
    files: files.map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime })),
  };
}

/** The same of a report of Playwright, and the pages as they stood when a journey failed. */
export function readPlaywright(file) {
  const tests = (readJson(file)?.suites ?? []).flatMap(specsOf).flatMap(({ file: spec, title, tests: runs }) =>
    runs.map(({ status, results }) => ({
      status,
      name: `apps/web/e2e/${spec} › ${title}`,
      file: `apps/web/e2e/${spec}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      attachments: results.flatMap(({ attachments }) => attachments),
      messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
    })),
  );
  const times = new Map();
  for (const { file: name, ms } of tests) times.set(name, (times.get(name) ?? 0) + ms);
  return {
    ...counted(tests, { passed: 'expected', leftOut: ['skipped'] }),
    files: [...times].map(([name, ms]) => ({ name, ms })),
    pages: tests.flatMap(pagesOf),
  };
}

/** What Playwright wrote about the page of a failed journey: https://playwright.dev/docs/aria-snapshots */
const pagesOf = ({ name, attachments }) =>
  attachments
    .filter(({ name: kind, path }) => kind === 'error-context' && path !== undefined)
    .map(({ path }) => ({ name, snapshot: /^```yaml\n([\s\S]*?)^```$/m.exec(readText(path))?.[1] ?? '' }))
    .filter(({ snapshot }) => snapshot !== '');

function counted(tests, { passed, leftOut }) {
  const having = (wanted) => tests.filter(({ status }) => wanted(status));
  const failed = having((status) => status !== passed && !leftOut.includes(status));
  return {
    passed: having((status) => status === passed).length,
    failed: failed.map(({ name, messages }) => ({ name, message: stripVTControlCharacters(messages.join('\n')) })),
    leftOut: having((status) => leftOut.includes(status)).map(({ name }) => name),
  };
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Empty when there is no such file. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Undefined when there is no such file, or half of one. */
function readJson(file) {
  try {
    return JSON.parse(readText(file));
  } catch {
    return undefined;
  }
}
