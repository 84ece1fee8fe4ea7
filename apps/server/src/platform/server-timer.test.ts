import { expect, test } from 'vitest';
import { asAccount } from '../../test/requesters.ts';
import { currentRequester } from './requester.ts';
import { serverTimer } from './server-timer.ts';

test('does the work of the server, anyone who sets it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  asAccount(() => serverTimer(() => resolve(currentRequester().key), 0));
  expect(await promise).toBe('server');
});
