import { expect, test } from 'vitest';
import { busyOf } from '../../../platform/database/index.ts';
import { badRequest } from '../../../platform/errors.ts';
import { untilDone } from './until-done.ts';

const { signal } = new AbortController();

test('what a busy database did not do is tried again', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries === 1) throw busyOf(Object.assign(new Error('canceling statement'), { code: '55P03' }));
    return 'done';
  };
  expect(await untilDone(work, signal)).toBe('done');
});

test('what is refused is not, nor what nobody waits for any more', async () => {
  let tries = 0;
  const work = (error: Error) => async () => {
    tries += 1;
    throw error;
  };
  await expect(untilDone(work(badRequest('No.')), signal)).rejects.toThrow('No.');
  await expect(untilDone(work(new Error('away')), AbortSignal.abort())).rejects.toThrow('away');
  expect(tries).toBe(2);
});
