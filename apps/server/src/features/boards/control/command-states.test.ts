import { expect, test } from 'vitest';
import { readableLogger, silentLogger } from '../../../../test/log.ts';
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

test('while the database is away the log has one line, not one for each of four tries a second', async () => {
  const { log, texts } = readableLogger();
  const saveStates = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const states = new CommandStates({
    repository: { saveStates } as Partial<ControlRepository> as ControlRepository,
    log,
  });
  states.save([{ id: 1 } as OpenCommand]);
  for (let tries = 0; tries < 20; tries += 1) await states.flush();
  expect(texts()).toEqual(['The states of commands were not written; it is tried again']);
});
