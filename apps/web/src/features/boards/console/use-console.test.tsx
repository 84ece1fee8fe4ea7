import type { DeviceLogLine } from '@cyno/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { TalkingSocket } from '../../../../test/shell.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { startLive } from '../../../lib/live/live-client.ts';
import { useConsole } from './use-console.ts';

const { espid } = deviceOf();
const linesFrom = (first: number, count: number): DeviceLogLine[] =>
  Array.from({ length: count }, (_, index) => ({
    id: first + index,
    at: first + index,
    kind: 'debug',
    text: `loop ${first + index}`,
    raw: null,
    run: null,
  }));

function Console() {
  const { lines, isHeld, setHeld } = useConsole(espid, { group: 'all', search: '' });
  const holes = lines.filter(({ id }, at) => at > 0 && id !== (lines[at - 1]?.id ?? 0) + 1).length;
  return (
    <>
      <p>
        {lines.length} lines to {lines.at(-1)?.id}, {holes} holes
      </p>
      <button type="button" onClick={() => setHeld(!isHeld)}>
        {isHeld ? 'Resume' : 'Pause'}
      </button>
    </>
  );
}

/** The console of a device that has five lines, which `write` adds to. */
async function open() {
  vi.stubGlobal('WebSocket', TalkingSocket);
  let stored = linesFrom(1, 5);
  stubApi({ [`GET /api/device/${espid}/log`]: () => ({ lines: stored.slice(-500).reverse() }) });
  const { screen } = await renderInApp(<Console />);
  const stop = startLive({ token: 'session', cache: { take() {}, refetch() {}, close() {} }, onEnded() {} });
  onTestFinished(stop);
  await expect.element(screen.getByText('5 lines to 5, 0 holes')).toBeVisible();
  const write = (count: number) => {
    const lines = linesFrom(stored.length + 1, count);
    stored = [...stored, ...lines];
    TalkingSocket.last?.emit({ type: 'log', espid, lines });
  };
  return { screen, write };
}

it('has no hole after more lines than it holds', async () => {
  const { screen, write } = await open();
  write(9_000);
  await expect.element(screen.getByText('9005 lines to 9005, 0 holes')).toBeVisible();
  write(2_000);
  await expect.element(screen.getByText('500 lines to 11005, 0 holes')).toBeVisible();
});

it('shows while it is held what was there, and has no hole after that', async () => {
  const { screen, write } = await open();
  await screen.getByRole('button', { name: 'Pause' }).click();
  write(11_000);
  await expect.element(screen.getByText('5 lines to 5, 0 holes')).toBeVisible();
  await screen.getByRole('button', { name: 'Resume' }).click();
  await expect.element(screen.getByText('500 lines to 11005, 0 holes')).toBeVisible();
});
