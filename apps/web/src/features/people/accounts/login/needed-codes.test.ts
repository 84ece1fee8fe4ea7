import { expect, it } from 'vitest';
import { neededCodes } from './needed-codes.ts';

const none = { setup: '', invitation: '' };

it('needs the code of the link that was opened until the server has responded', () => {
  expect(neededCodes(undefined, { ...none, setup: 'K7QM' })).toEqual({ setup: true, invitation: false });
  expect(neededCodes(undefined, { ...none, invitation: '9HTB' })).toEqual({ setup: false, invitation: true });
  expect(neededCodes(undefined, none)).toEqual({ setup: false, invitation: false });
});

it.each([
  [
    { setupNeeded: true, signup: 'invite' },
    { setup: true, invitation: false },
  ],
  [
    { setupNeeded: false, signup: 'invite' },
    { setup: false, invitation: true },
  ],
  [
    { setupNeeded: false, signup: 'open' },
    { setup: false, invitation: false },
  ],
] as const)('needs what the server requests: %j', (config, needed) => {
  expect(neededCodes(config, { setup: 'K7QM', invitation: '9HTB' })).toEqual(needed);
});
