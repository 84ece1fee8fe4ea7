import { expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { UpdateRunner } from './update-runner.ts';

test('an update that is added while there is none to be seen is looked after', async () => {
  const listed = Promise.withResolvers<[]>();
  const listOpen = vi.fn(async () => []).mockReturnValueOnce(listed.promise);
  const runner = new UpdateRunner({ repository: { listOpen }, clock: Date, log: silentLogger } as never);
  const step = runner.step();
  runner.wake();
  listed.resolve([]);
  await step;
  await runner.stop();
  listOpen.mockClear();
  runner.check();
  await runner.stop();
  expect(listOpen).toHaveBeenCalledOnce();
});
