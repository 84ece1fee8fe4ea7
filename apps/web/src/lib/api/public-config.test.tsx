import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { publicConfigOf } from '../../../test/config.ts';
import { forgetConfig } from '../../../test/shell.ts';
import { getConfig, refreshConfig, useConfig } from './public-config.ts';

const Team = () => <p>{useConfig().data?.team}</p>;

it('tries again after a failure for a page that shows it, and not for one that has gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', server);
  const screen = await render(<Team />);
  refreshConfig();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersToNextTimer();
  expect(server).toHaveBeenCalledTimes(2);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await screen.unmount();
  vi.advanceTimersToNextTimer();
  expect(server).toHaveBeenCalledTimes(2);
});

it('waits for the response of the server', async () => {
  const respond = await forgetConfig();
  const config = publicConfigOf({ team: 'Greenhouse' });
  const requested = getConfig();
  respond(config);
  expect(await requested).toEqual(config);
});
