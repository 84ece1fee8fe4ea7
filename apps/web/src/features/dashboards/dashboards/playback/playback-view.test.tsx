import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardServer } from '../../../../../test/dashboards.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { ownPast } from '../source/past-calls.ts';
import { PlaybackView } from './playback-view.tsx';
import { usePlayback } from './use-playback.ts';

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

/** Playback under the address of its page. */
function Surface() {
  const [playback, setPlayback] = usePlayback();
  if (!playback) return null;
  return (
    <PlaybackView widgets={[]} chosen={null} espids={[]} past={ownPast} playback={playback} onChange={setPlayback} />
  );
}

it('keeps its range at its start, and changes to a shorter one', async () => {
  stubApi(dashboardServer(null).replies);
  const hour = 3_600_000;
  const opened = Date.now();
  const at = new Date(opened - 20 * hour).toISOString();
  const { router } = await renderInApp(<Surface />, { at: `/?at=${at}&range=24h` });
  const slider = page.getByRole('slider', { name: 'Playback time' });
  const spanMs = () => {
    const { min, max } = slider.element() as HTMLInputElement;
    return Number(max) - Number(min);
  };
  const written = (name: string) => new URLSearchParams(router.state.location.search).get(name) ?? '';
  const moment = () => Date.parse(written('at'));
  await expect.element(slider).toBeVisible();
  slider.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(moment).toBeLessThan(opened - 20 * hour);
  const start = moment();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(moment).toBeGreaterThan(start);
  expect(written('range')).toBe('24h');
  expect(spanMs()).toBe(24 * hour);
  await page.getByRole('button', { name: 'Last 24 h' }).click();
  await page.getByText('1 h', { exact: true }).click();
  await expect.poll(spanMs).toBe(hour);
  expect(written('range')).toBe('1h');
  expect(moment()).toBeGreaterThan(opened - 2 * hour);
});
