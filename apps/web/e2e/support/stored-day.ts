import { expect } from '@playwright/test';
import { sendPastDay } from './past-day.ts';
import { product, type User } from './users.ts';

/** Gives a board that is switched off the values of its last day, and waits until they are stored. */
export async function storePastDay(
  user: User,
  espid: string,
  day: { stepMs: number; gap?: { from: number; to: number } },
): Promise<void> {
  await user.api('PATCH', '/api/profile', { boardsSendTimes: true });
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  const newest = await sendPastDay({
    ...day,
    espid,
    kit: 'climate',
    username: `${user.email}/${connectionKey}`,
    mqtt: product.mqtt,
    utcOffsetHours: 7,
  });
  // Where the database is slow, what was acknowledged is in the spool first.
  const path = `/api/device/${encodeURIComponent(espid)}/history?from=${newest}&to=${newest + 1}&points=10`;
  await expect.poll(async () => ((await user.api('GET', path)) as { times: number[] }).times).toEqual([newest]);
}
