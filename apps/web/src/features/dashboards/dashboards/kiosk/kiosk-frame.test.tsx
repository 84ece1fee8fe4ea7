import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tileOf } from '../../../../../test/dashboards.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { showToast } from '../../../../../test/show-toast.tsx';
import { KioskFrame } from './kiosk-frame.tsx';

/** So many that they could not be read on one screen: 35, four in a row, each three rows high. */
const many = Array.from({ length: 35 }, (_, index) =>
  tileOf(`w${index}`, `Value ${index + 1}`, { x: (index % 4) * 3, y: Math.floor(index / 4) * 3, width: 3, height: 3 }),
);

beforeEach(async () => {
  await page.viewport(1440, 900);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

const current = () => page.getByRole('button', { name: /^Page \d of \d$/ });
const pageName = () => document.querySelector('[aria-current="page"]')?.getAttribute('aria-label');
const expectPage = (number: number) => expect.poll(pageName).toBe(`Page ${number} of 3`);
const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);
/** Lets time pass until a page is shown. */
const waitForPage = (number: number) =>
  expect
    .poll(() => {
      wait(5);
      return pageName();
    })
    .toBe(`Page ${number} of 3`);
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  await expect.element(button).toBeVisible();
  await pressNow(button);
};

async function show(more: Partial<Parameters<typeof KioskFrame>[0]> = {}) {
  const onLeave = vi.fn();
  const { screen } = await renderInApp(
    <KioskFrame title="Hall" widgets={many} theme={null} isLive onLeave={onLeave} {...more}>
      {(visible) => <p>{visible.map(({ content }) => content.title).join(', ')}</p>}
    </KioskFrame>,
  );
  return { screen, onLeave };
}

it('shows many widgets on pages that turn by themselves, by key and by press', async () => {
  await show();
  await expectPage(1);
  await expect.element(page.getByText(/^Value 1, /)).toBeVisible();
  await waitForPage(2);
  await expect.element(page.getByText(/^Value 1, /)).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  await expectPage(3);
  await expect.element(page.getByText(/Value 35$/)).toBeVisible();
  // Somebody is there: it stands still for a minute.
  wait(55);
  await expectPage(3);
  await waitForPage(1);
  await press('Page 2 of 3');
  await expectPage(2);
  await press('Stay on this page');
  await expect.element(page.getByRole('button', { name: 'Rotate pages' })).toBeVisible();
  for (let minute = 0; minute < 5; minute++) {
    wait(61);
    await new Promise(requestAnimationFrame);
    await expectPage(2);
  }
  // It turns again as soon as it may, from where it stayed.
  await press('Rotate pages');
  await waitForPage(3);
});

it('calls for the next dashboard after its last page', async () => {
  const onEnd = vi.fn();
  await show({ widgets: many.slice(0, 2), turn: { every: 5, onEnd } });
  await expect.element(page.getByText('Value 1, Value 2')).toBeVisible();
  expect(onEnd).not.toHaveBeenCalled();
  wait(5.1);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('hides what nobody needs while nobody is there', async () => {
  await show();
  const main = page.getByRole('main', { name: 'Hall' });
  await expect.element(main).not.toHaveAttribute('data-quiet');
  wait(5.1);
  await expect.element(main).toHaveAttribute('data-quiet', 'true');
  await userEvent.keyboard('x');
  await expect.element(main).not.toHaveAttribute('data-quiet');
});

it('has its own theme until it is left with Escape', async () => {
  document.documentElement.dataset.theme = 'light';
  const { screen, onLeave } = await show({ theme: 'dark' });
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onLeave.mock.calls.length).toBe(1);
  await screen.unmount();
  expect(document.documentElement.dataset.theme).toBe('light');
});

it('is left with an Escape that closes no message', async () => {
  const toast = await showToast('Pump switched on');
  const { onLeave } = await show();
  await expect.element(page.getByRole('main', { name: 'Hall' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onLeave.mock.calls.length).toBe(1);
  await expect.element(toast).toBeVisible();
});

it('scrolls on a phone, by keyboard too', async () => {
  await page.viewport(360, 800);
  await show();
  await expect.element(page.getByText(/^Value 1, .*Value 35$/)).toBeVisible();
  await expect.element(current()).not.toBeInTheDocument();
  expect(document.querySelector('.kiosk-stage')).toHaveAttribute('tabindex', '0');
});

it('covers nothing of a phone with the button to leave', async () => {
  await page.viewport(360, 740);
  const { screen } = await show();
  const leave = screen.getByRole('button', { name: 'Leave (Esc)' });
  await expect.element(leave).toBeVisible();
  const stage = document.querySelector('.kiosk-stage')?.getBoundingClientRect();
  expect(stage?.height).toBeGreaterThan(600);
  expect(leave.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(stage?.bottom ?? Number.POSITIVE_INFINITY);
});

it('announces once that values stopped, not each second, and why', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const { screen } = await show({ isLive: false });
  await vi.advanceTimersByTimeAsync(12_000);
  const status = page.getByRole('status');
  await expect.element(status).toMatchTextContent(/^Reconnecting…/);
  await expect.element(status.getByText(/^No new values for \d+ s$/)).toHaveAttribute('aria-live', 'off');
  await screen.unmount();
  await show({ isLive: false, problem: 'This link has expired.' });
  await expect.element(status.getByText('This link has expired.')).not.toHaveAttribute('aria-live');
});
