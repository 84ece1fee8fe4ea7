import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount } from '../../../../test/requesters.ts';
import { currentRequester } from '../../../platform/requester.ts';
import type { OpenCommand } from './command.ts';
import { CommandStates } from './command-states.ts';
import type { ControlRepository } from './control.repository.ts';

test('who looks at a device does not write down what became of the commands of everybody', async () => {
  const requesters: string[] = [];
  const saveStates = async () => void requesters.push(currentRequester().key);
  const states = new CommandStates({
    repository: { saveStates } as Partial<ControlRepository> as ControlRepository,
    log: silentLogger,
  });
  states.save([{ id: 1 } as OpenCommand]);
  await asAccount(() => states.flush());
  expect(requesters).toEqual(['server']);
});
