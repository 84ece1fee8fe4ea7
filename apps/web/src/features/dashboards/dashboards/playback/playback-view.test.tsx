import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardServer } from '../../../../../test/dashboards.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { ownPast } from '../source/past-calls.ts';
import { PlaybackView } from './playback-view.tsx';

const nextFrame = () => new Promise(requestAnimationFrame);

it('goes back to now for good, also while the address has not followed yet', async () => {
  stubApi(dashboardServer(null).replies);
  const onChange = vi.fn();
  const at = Date.now() - 3_600_000;
  await renderInApp(
    <PlaybackView
      widgets={[]}
      chosen={null}
      espids={[]}
      past={ownPast}
      playback={{ at, range: '24h' }}
      onChange={onChange}
    />,
  );
  const slider = page.getByRole('slider', { name: 'Playback time' });
  await expect.element(slider).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await nextFrame();
  await nextFrame();
  await pressNow(page.getByRole('button', { name: 'Back to live' }));
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  expect(onChange.mock.calls).toEqual([[null]]);
});
