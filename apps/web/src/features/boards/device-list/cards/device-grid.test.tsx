import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openDeviceList, pairingOf, pendingBoard } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { showToast } from '../../../../../test/show-toast.tsx';
import { callsOf } from '../../../../../test/stub-api.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';

async function openCards() {
  const devices = ['Cold', 'Warm', 'Dry'].map((name, order) => deviceOf({ espid: `ESP32-1_${order}`, name, order }));
  const { screen, client, calls } = await openDeviceList(devices, '/device', {
    more: { 'POST /api/device/update-order/': {} },
  });
  return {
    screen,
    /** A board requests to join, and its card takes the first cell. */
    async join() {
      client.setQueryData(queryKeys.pairing(), pairingOf({ pending: [pendingBoard] }));
      await expect.element(screen.getByRole('article', { name: 'New board ESP32-9' })).toBeVisible();
    },
    boxOf: (name: string) => screen.getByRole('article', { name }).element().getBoundingClientRect(),
    /** The names in the order that was saved. */
    saved: () =>
      callsOf(calls, 'POST').map(({ body }) =>
        (body as { devices: { name: string }[] }).devices.map(({ name }) => name),
      ),
  };
}

it('moves the card that was taken up by keys, also when a board appears before it', async () => {
  const { screen, join, saved } = await openCards();
  await screen.getByRole('button', { name: 'Move Cold' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await join();
  await expect.element(screen.getByText('Cold: position 1 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByText('Cold: position 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(saved).toEqual([['Warm', 'Cold', 'Dry']]);
});

it('leaves the focus at the handle of the card that was put down with the button', async () => {
  const { screen } = await openCards();
  const handle = screen.getByRole('button', { name: 'Move Cold' });
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  (screen.getByRole('button', { name: 'Done' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Done' })).not.toBeInTheDocument();
  await expect.element(handle).toHaveFocus();
});

it('moves the card that is dragged, also when a board appears before it', async () => {
  const { screen, join, boxOf, saved } = await openCards();
  const [from, to] = [boxOf('Cold'), boxOf('Warm')];
  const start = { bubbles: true, clientX: from.x + 20, clientY: from.y + 20 };
  const end = { ...start, clientX: start.clientX + to.x - from.x, clientY: start.clientY + to.y - from.y };
  screen.getByRole('button', { name: 'Move Cold' }).element().dispatchEvent(new PointerEvent('pointerdown', start));
  window.dispatchEvent(new PointerEvent('pointermove', end));
  await expect.poll(() => Math.round(boxOf('Cold').x)).toBe(Math.round(to.x));
  await join();
  await expect.poll(() => Math.round(boxOf('Cold').x)).toBe(Math.round(to.x));
  window.dispatchEvent(new PointerEvent('pointerup', end));
  await expect.poll(saved).toEqual([['Warm', 'Cold', 'Dry']]);
});

it('puts a card that is dragged back with Escape, which closes nothing else', async () => {
  const toast = await showToast('Greenhouse deleted');
  const { screen, boxOf, saved } = await openCards();
  const [from, to] = [boxOf('Cold'), boxOf('Warm')];
  const start = { bubbles: true, clientX: from.x + 20, clientY: from.y + 20 };
  const end = { ...start, clientX: start.clientX + to.x - from.x, clientY: start.clientY + to.y - from.y };
  screen.getByRole('button', { name: 'Move Cold' }).element().dispatchEvent(new PointerEvent('pointerdown', start));
  window.dispatchEvent(new PointerEvent('pointermove', end));
  await expect.poll(() => Math.round(boxOf('Cold').x)).toBe(Math.round(to.x));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => Math.round(boxOf('Cold').x)).toBe(Math.round(from.x));
  await expect.element(toast).toBeVisible();
  expect(saved()).toEqual([]);
});
