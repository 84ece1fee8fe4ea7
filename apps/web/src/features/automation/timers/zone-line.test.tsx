import { expect, it } from 'vitest';
import { profileOf } from '../../../../test/accounts.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../test/stub-api.ts';
import { ZoneLine } from './zone-line.tsx';

const question = /This browser is in Asia\/Bangkok/;

function show({ account, clock = account }: { account: string; clock?: string }) {
  const calls = stubApi({
    'GET /api/profile': profileOf({ timeZone: account }),
    'PATCH /api/profile': profileOf({ timeZone: 'Asia/Bangkok' }),
  });
  return renderInApp(<ZoneLine timeZone={clock} used={1} allowed={3} />).then(({ screen }) => ({ screen, calls }));
}

it('asks who is in another zone than the account, and moves the account', async () => {
  const { screen, calls } = await show({ account: 'Europe/Berlin' });
  await expect.element(screen.getByText('Times are in Europe/Berlin. 1 of 3 automations used.')).toBeVisible();
  await screen.getByRole('button', { name: 'Use Asia/Bangkok' }).click();
  await expect.poll(() => callsOf(calls, 'PATCH')).toMatchObject([{ body: { timeZone: 'Asia/Bangkok' } }]);
  await expect.element(screen.getByText(question)).not.toBeInTheDocument();
});

it('does not ask again who keeps the zone', async () => {
  const first = await show({ account: 'Europe/Berlin' });
  await first.screen.getByRole('button', { name: 'Keep Europe/Berlin' }).click();
  await expect.element(first.screen.getByText(question)).not.toBeInTheDocument();
  await first.screen.unmount();
  const { screen } = await show({ account: 'Europe/Berlin' });
  await expect.element(screen.getByText(/Times are in Europe/)).toBeVisible();
  await expect.element(screen.getByText(question)).not.toBeInTheDocument();
});

it('asks nothing where the device follows another clock than the account', async () => {
  const { screen } = await show({ account: 'Europe/Berlin', clock: 'America/Lima' });
  await expect.element(screen.getByText(/Times are in America/)).toBeVisible();
  await expect.element(screen.getByText(question)).not.toBeInTheDocument();
});
