import { expect, it } from 'vitest';
import { profileOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { BoardTimesCard } from './board-times-card.tsx';

const label = 'My boards send the time of each message as ts';

it('is off until it is switched on, which is saved at once', async () => {
  const calls = stubApi({ 'PATCH /api/profile': () => profileOf({ boardsSendTimes: true }) });
  const { screen } = await renderInApp(<BoardTimesCard profile={profileOf()} />);
  await expect.element(screen.getByRole('switch', { name: label })).not.toBeChecked();
  await screen.getByRole('switch', { name: label }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([{ method: 'PATCH', path: '/api/profile', body: { boardsSendTimes: true } }]);
});

it('shows why it was not saved', async () => {
  stubApi({ 'PATCH /api/profile': () => refuse(503, 'unavailable', 'The database is away.') });
  const { screen } = await renderInApp(<BoardTimesCard profile={profileOf()} />);
  await screen.getByRole('switch', { name: label }).click();
  await expect.element(screen.getByText('The database is away.')).toBeVisible();
});
