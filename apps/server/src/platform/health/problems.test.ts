import { beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { describeProblem, keyOfProblem, levelOfProblem, type Problem, Problems } from './index.ts';

const warning: Problem = { part: 'clock', severity: 'warning', reason: 'clock_back', values: { ms: 60_000 }, since: 1 };
const failure: Problem = {
  part: 'storage',
  severity: 'failing',
  reason: 'storage_failing',
  values: { cause: 'away', spooled: 1 },
  since: 2,
};

let output: ReturnType<typeof readableLogger>;
let problems: Problems;
beforeEach(() => {
  output = readableLogger();
  problems = new Problems({ log: output.log, clock: { now: () => 5_000 } });
});

test('lists what all sources report, with what fails first', async () => {
  problems.add('clock', () => [warning]);
  problems.add('storage', async () => [failure]);
  problems.add('disks', () => []);
  expect(await problems.list()).toEqual([failure, warning]);
});

test('a source that fails is a problem itself, in the log once, and keeps no other one from being heard', async () => {
  let isBroken = true;
  problems.add('backups', () => {
    if (isBroken) throw new Error('a mistake');
    return [];
  });
  problems.add('clock', () => [warning]);
  for (let time = 0; time < 2; time++) {
    expect(await problems.list()).toMatchObject([
      { part: 'server', severity: 'warning', reason: 'check_failed', values: { part: 'backups' }, since: 5_000 },
      warning,
    ]);
  }
  expect(output.texts()).toHaveLength(1);
  isBroken = false;
  expect(await problems.list()).toEqual([warning]);
});

test('clients get a sentence, and nothing that is for the server alone', () => {
  const about = { topic: 'disk', about: 'database', level: 2, urgent: true, quiet: true };
  expect(describeProblem({ ...failure, ...about })).toEqual({
    part: 'storage',
    severity: 'failing',
    urgent: true,
    reason: 'storage_failing',
    values: { cause: 'away', spooled: 1 },
    text: 'Nothing can be stored: the database cannot be reached. What boards send is kept on the disk meanwhile.',
    since: 2,
  });
  expect(describeProblem(warning).urgent).toBe(false);
});

test('a problem stays the same while its reason changes, and what fails is worse than a warning', () => {
  const disk = { topic: 'disk', about: 'database' };
  expect([keyOfProblem({ ...warning, ...disk }), keyOfProblem(warning)]).toEqual(['disk:database', 'clock_back']);
  expect([levelOfProblem(warning), levelOfProblem({ ...warning, level: 2 }), levelOfProblem(failure)]).toEqual([
    1, 2, 9,
  ]);
});
