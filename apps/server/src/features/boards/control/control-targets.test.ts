import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { ControlRepository } from './control.repository.ts';
import { ControlTargets } from './control-targets.ts';

/** The outputs and events of a database that is away while rows are to be removed. */
function whileAway(meanwhile = (_: ControlTargets) => {}) {
  const fail = async () => {
    meanwhile(targets);
    throw new Error('Connection terminated unexpectedly');
  };
  const repository: Partial<ControlRepository> = { removeOutput: fail, removeEvent: fail };
  const targets: ControlTargets = new ControlTargets({
    repository: repository as ControlRepository,
    log: silentLogger,
  });
  return targets;
}

test('an output or event that could not be removed stays', async () => {
  const targets = whileAway();
  const [output, event] = [targets.output(1, 'D1', 'digit'), targets.event(1, 'led', '1')];
  await expect(targets.removeOutput(1, 'D1')).rejects.toThrow('Connection');
  await expect(targets.removeEvent(1, 'led')).rejects.toThrow('Connection');
  expect([targets.findOutput(1, 'D1'), targets.findEvent(1, 'led')]).toEqual([output, event]);
  expect(targets.findOutput(1, 'D1')).toBe(output);
});

test('unless there is another one by then', async () => {
  const targets = whileAway((all) => all.output(1, 'D1', 'pwm'));
  targets.output(1, 'D1', 'digit');
  await expect(targets.removeOutput(1, 'D1')).rejects.toThrow('Connection');
  expect(targets.findOutput(1, 'D1')).toMatchObject({ mode: 'pwm' });
});
