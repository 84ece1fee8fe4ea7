import { readFileSync } from 'node:fs';

/** What a suite's JSON report says: how many passed, and the names of those that failed and that passed at the second try. */
export function readVitest(file) {
  const tests = (readJson(file)?.testResults ?? []).flatMap(({ assertionResults, name, status }) =>
    // A file that breaks outside of its tests has none that failed.
    status === 'failed' && !assertionResults.some((one) => one.status === 'failed')
      ? [...assertionResults, { status, fullName: name, failureMessages: [] }]
      : assertionResults,
  );
  const named = (wanted) => tests.filter(wanted).map(({ fullName }) => fullName);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: named(({ status }) => status === 'failed'),
    repeated: named(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
  };
}

/** The same of a report of Playwright. */
export function readPlaywright(file) {
  const tests = (readJson(file)?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ file: spec, title, tests: runs }) =>
      runs.map(({ status }) => ({ status, name: `${spec} › ${title}` })),
    );
  const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  const repeated = named('flaky');
  return { passed: named('expected').length + repeated.length, failed: named('unexpected'), repeated };
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Undefined when there is no such file, or half of one. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
