import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderInApp } from '../../../test/render.tsx';
import { endSession, startSession } from '../../lib/api/session.ts';
import type { LiveState } from '../../lib/live/live-client.ts';
import { useLastValues } from './use-last-values.ts';

let isAway = false;
let degrees = 27;

type PageProps = { owner?: string; liveState: LiveState };

function Page({ owner = 'ann@example.com', liveState: first }: PageProps) {
  const [liveState, setLiveState] = useState(first);
  const storedAt = useLastValues(owner, liveState);
  const { data } = useQuery({
    queryKey: ['devices'],
    queryFn: () => (isAway ? Promise.reject(new Error('The server is away.')) : Promise.resolve(`${degrees} °C`)),
  });
  return (
    <>
      <p>
        {data ?? 'Nothing'}, {storedAt === null ? 'from the server' : 'stored'}
      </p>
      <button type="button" onClick={() => setLiveState('down')}>
        Lose the server
      </button>
      <button type="button" onClick={() => setLiveState('open')}>
        Find the server
      </button>
    </>
  );
}

beforeEach(() => {
  isAway = false;
  degrees = 27;
  startSession({ accessToken: 'token', userId: 'ann@example.com', member: 'user' });
});
afterEach(() => endSession('logout'));

/** Shows the value, which is stored when the server goes away. */
async function showOnce() {
  const { screen } = await renderInApp(<Page liveState="open" />);
  await expect.element(screen.getByText('27 °C, from the server')).toBeVisible();
  isAway = true;
  await screen.unmount();
}

it('shows the last values to a start without the server', async () => {
  await showOnce();
  const { screen } = await renderInApp(<Page liveState="down" />);
  await expect.element(screen.getByText('27 °C, stored')).toBeVisible();
});

it('holds them beside what a page shows that lost the server before it had all of them', async () => {
  await showOnce();
  const { screen, client } = await renderInApp(<Page liveState="open" />);
  client.setQueryData(['profile'], 'Ann');
  await expect.element(screen.getByText('Nothing, from the server')).toBeVisible();
  await screen.getByRole('button', { name: 'Lose the server' }).click();
  await screen.unmount();
  const next = await renderInApp(<Page liveState="down" />);
  await expect.element(next.screen.getByText('27 °C, stored')).toBeVisible();
  expect(next.client.getQueryData(['profile'])).toBe('Ann');
});

it('leaves out the oldest histories when not all has room', async () => {
  const histories = ['a', 'b', 'c'];
  for (const [day, espid] of histories.entries()) {
    degrees = 20 + day;
    const { screen, client } = await renderInApp(<Page liveState="open" />);
    client.setQueryData(['history', espid], 'x'.repeat(900_000));
    await expect.element(screen.getByText(`${degrees} °C, from the server`)).toBeVisible();
    await screen.unmount();
  }
  isAway = true;
  const { screen, client } = await renderInApp(<Page liveState="down" />);
  await expect.element(screen.getByText('22 °C, stored')).toBeVisible();
  expect(histories.filter((espid) => client.getQueryData(['history', espid]))).toEqual(['b', 'c']);
});

it('shows them to nobody else', async () => {
  await showOnce();
  const { screen } = await renderInApp(<Page owner="bob@example.com" liveState="down" />);
  await expect.element(screen.getByText('Nothing, from the server')).toBeVisible();
});

it('forgets them when the session ends, also one that is still shown then', async () => {
  const { screen } = await renderInApp(<Page liveState="open" />);
  await expect.element(screen.getByText('27 °C, from the server')).toBeVisible();
  endSession('logout');
  await screen.unmount();
  expect(localStorage.getItem('last-values')).toBeNull();
});

it('fetches everything again when the server is back', async () => {
  await showOnce();
  const { screen } = await renderInApp(<Page liveState="down" />);
  await expect.element(screen.getByText('27 °C, stored')).toBeVisible();
  isAway = false;
  degrees = 28;
  await screen.getByRole('button', { name: 'Find the server' }).click();
  await expect.element(screen.getByText('28 °C, from the server')).toBeVisible();
});

it('restores nothing on a page that has something from the server', async () => {
  const { screen } = await renderInApp(<Page liveState="open" />);
  await expect.element(screen.getByText('27 °C, from the server')).toBeVisible();
  await screen.getByRole('button', { name: 'Lose the server' }).click();
  await expect.poll(() => localStorage.getItem('last-values')).not.toBeNull();
  await expect.element(screen.getByText('27 °C, from the server')).toBeVisible();
});
