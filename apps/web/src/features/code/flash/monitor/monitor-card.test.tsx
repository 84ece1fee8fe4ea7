import { afterEach, expect, it } from 'vitest';
import { plugIn, pullOut } from '../../../../../test/fake-serial.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { takeFiles } from '../../../../../test/saved-files.ts';
import { stubApi } from '../../../../../test/stub-api.ts';
import { FlashPage } from '../flash-page.tsx';

afterEach(pullOut);

async function openMonitor() {
  stubApi({ 'GET /api/device/': [] });
  const cable = plugIn({ kind: 'esp32', mac: '246f28abcdef', flashBytes: 4 * 1024 ** 2 });
  const { screen } = await renderInApp(<FlashPage />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  return { screen, cable, log: screen.getByRole('log', { name: 'Lines from the board' }) };
}

it('shows lines with their times, plots their numbers, sends a line, and holds what comes', async () => {
  const { screen, cable, log } = await openMonitor();
  const times = () => log.element().querySelectorAll('time');
  cable.print('\u001b[0;32mtemp:26.5,humid=70\u001b[0m\r\nunfinished');
  await expect.element(log).toMatchTextContent('temp:26.5,humid=70');
  await expect.element(log).toMatchTextContent('unfinished');
  expect(times()[0]?.textContent).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await screen.getByRole('button', { name: 'Timestamps' }).click();
  await expect.poll(() => times().length).toBe(0);

  await screen.getByRole('button', { name: 'Plot numbers' }).click();
  await expect.element(screen.getByRole('button', { name: 'temp 26.5' })).toBeVisible();
  const humid = screen.getByRole('button', { name: 'humid 70' });
  await humid.click();
  await expect.element(humid).toHaveAttribute('aria-pressed', 'false');

  await screen.getByLabelText('Line to the board').fill('status');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(log).toMatchTextContent('> status');

  await screen.getByRole('button', { name: 'Pause' }).click();
  cable.print('while paused\n');
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(log).toMatchTextContent('while paused');
});

it('draws only what is in sight of a flood, saves and clears the lines, and shows that the board went', async () => {
  const files = takeFiles();
  const { screen, cable, log } = await openMonitor();
  // What comes in three seconds at 921,600 baud, and more than is stored.
  for (let piece = 0; piece < 400; piece++) cable.print('temp:26.5,humid=70,light=1234\r\n'.repeat(30));
  cable.print('the last line\r\n');
  await expect.element(log).toMatchTextContent('the last line');
  expect(log.element().querySelectorAll('.monitor-line').length).toBeLessThan(120);

  await screen.getByRole('button', { name: 'Download lines' }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['serial-monitor.txt']);
  const saved = await files[0]?.content.text();
  expect(saved?.trimEnd().split('\n')).toHaveLength(10_000);
  expect(saved).toMatch(/the last line\n$/);
  await screen.getByRole('button', { name: 'Clear lines' }).click();
  await expect.element(screen.getByText('Nothing yet. Restart the board to see its first lines.')).toBeVisible();
  cable.unplug();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The board was unplugged');
});
