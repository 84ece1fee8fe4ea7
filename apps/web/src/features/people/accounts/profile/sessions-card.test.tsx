import { expect, it } from 'vitest';
import { sessionOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { SessionsCard } from './sessions-card.tsx';

const path = '/api/profile/sessions';

it('shows that it did not load, and is requested again', async () => {
  let fails = true;
  stubApi({
    [`GET ${path}`]: () =>
      fails ? refuse(503, 'unavailable', 'The database is away.') : [sessionOf({ current: true })],
  });
  const { screen } = await renderInApp(<SessionsCard />);
  await expect.element(screen.getByText('Your sessions did not load. The database is away.')).toBeVisible();
  fails = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('This browser')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
});

it('names the browsers, this one first, and ends one or all others', async () => {
  let sessions = [
    sessionOf({ id: 1 }),
    sessionOf({ id: 2, userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/148.0.0.0 Safari/537.36' }),
    sessionOf({ id: 3, current: true, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }),
  ];
  const calls = stubApi({
    [`GET ${path}`]: () => sessions,
    [`DELETE ${path}/1`]: () => {
      sessions = sessions.filter(({ id }) => id !== 1);
      return undefined;
    },
    [`DELETE ${path}`]: () => {
      sessions = sessions.filter(({ current }) => current);
      return undefined;
    },
  });
  const { screen } = await renderInApp(<SessionsCard />);
  const rows = screen.getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(3);
  await expect.element(rows.first()).toMatchTextContent(/This browser/);
  await screen.getByRole('button', { name: 'End the session: Safari on iOS' }).click();
  await expect.poll(() => rows.elements().length).toBe(2);
  await screen.getByRole('button', { name: 'End all others' }).click();
  await expect.element(screen.getByText('All other sessions ended')).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(1);
  expect(callsOf(calls, 'DELETE').map((call) => call.path)).toEqual([`${path}/1`, path]);
});
