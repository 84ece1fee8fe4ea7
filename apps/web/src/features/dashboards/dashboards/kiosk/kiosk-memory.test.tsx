import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useKioskMemory } from './kiosk-memory.ts';

let isAway = false;
const key = ['dashboards', 'ESP32-1'];

function Page() {
  const isBack = useKioskMemory('ann@example.com');
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: () => (isAway ? Promise.reject(new Error('The server is away.')) : Promise.resolve('27 °C')),
    enabled: isBack,
  });
  return (
    <p>
      {data ?? 'Loading'}, {isError ? 'away' : 'there'}
    </p>
  );
}

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

it('stores what failed to load again with its last values', async () => {
  isAway = false;
  const { screen, client } = await renderInApp(<Page />);
  await expect.element(screen.getByText('27 °C, there')).toBeVisible();
  isAway = true;
  await client.refetchQueries({ queryKey: key });
  await expect.element(screen.getByText('27 °C, away')).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  await screen.unmount();

  const again = await renderInApp(<Page />);
  await expect.element(again.screen.getByText('27 °C, away')).toBeVisible();
});

it('tries again after ten minutes when not all had room', async () => {
  isAway = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { client } = await renderInApp(<Page />);
  const store = vi.spyOn(Storage.prototype, 'setItem');
  vi.advanceTimersByTime(20_000);
  expect(store).toHaveBeenCalledTimes(2);
  client.setQueryData(['devices'], 'x'.repeat(2_000_000));
  vi.advanceTimersByTime(600_000);
  expect(store).toHaveBeenCalledTimes(3);
  client.removeQueries({ queryKey: ['devices'] });
  vi.advanceTimersByTime(20_000);
  expect(store).toHaveBeenCalledTimes(5);
});

it.each([
  ['a dashboard of an account', queryKeys.accountDashboard(1)],
  ['the devices of the account', queryKeys.devices()],
  ['devices that are shared', queryKeys.sharedDevices()],
  ['a history', queryKeys.dashboardHistory('ESP32-1', 60, ['temp'])],
  ['controls', queryKeys.control('ESP32-1')],
  ['alerts', queryKeys.openAlerts('ESP32-1')],
  ['a shared dashboard', queryKeys.sharedDashboard(1)],
  ['a history of a shared dashboard', queryKeys.sharedHistory(1, 'ESP32-1', 60)],
  ['controls of a shared dashboard', queryKeys.sharedControl(1, 'ESP32-1')],
  ['alerts of a shared dashboard', queryKeys.sharedAlerts(1)],
  ['the dashboard of a link', queryKeys.publicDashboard('token', null)],
  ['a history of a link', queryKeys.publicHistory('token', '1', 60)],
  ['controls of a link', queryKeys.publicControl('token', '1')],
  ['alerts of a link', queryKeys.publicAlerts('token')],
])('has %s again after a start without the server', async (_, queryKey) => {
  isAway = false;
  const { screen, client } = await renderInApp(<Page />);
  await expect.element(screen.getByText('27 °C, there')).toBeVisible();
  client.setQueryData(queryKey, 'last');
  dispatchEvent(new Event('pagehide'));
  await screen.unmount();

  const again = await renderInApp(<Page />);
  await expect.poll(() => again.client.getQueryData(queryKey)).toBe('last');
});
