import { expect, it } from 'vitest';
import { profileOf } from '../../../../test/accounts.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { followAccount } from './follow-account.ts';

it('stores the time zone of the browser for an account without one, once', async () => {
  const stored = profileOf({ language: 'en', timeZone: 'Asia/Bangkok' });
  const calls = stubApi({ 'PATCH /api/profile': stored });
  expect(await followAccount({ language: 'en', timeZone: null })).toMatchObject({ timeZone: 'Asia/Bangkok' });
  expect(calls.map(({ body }) => body)).toEqual([{ timeZone: 'Asia/Bangkok' }]);
  expect(await followAccount(stored)).toBeUndefined();
  expect(calls).toHaveLength(1);
});
