import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { endSession, followOtherTabs, startSession } from '../../lib/api/session.ts';
import { type Toast, ToastProvider, useToasts } from './toast.tsx';

afterEach(() => {
  vi.useRealTimers();
});

function Sender({ toasts }: { toasts: readonly Toast[] }) {
  const { add } = useToasts();
  return toasts.map((toast) => (
    <button key={toast.title} type="button" onClick={() => add(toast)}>{`Send ${toast.title}`}</button>
  ));
}

/** Draws toasts in the order in which they are sent. */
async function send(...toasts: Toast[]) {
  const screen = await render(
    <ToastProvider>
      <Sender toasts={toasts} />
    </ToastProvider>,
  );
  for (const { title } of toasts) await screen.getByRole('button', { name: `Send ${title}` }).click();
  return screen;
}

it('stands at the top right, and reads an error out at once and a success when there is a pause', async () => {
  const screen = await send(
    { kind: 'success', title: 'Saved', durationMs: null },
    { kind: 'error', title: 'Error', detail: 'No server' },
  );
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved');
  const error = screen.getByRole('alert');
  await expect.element(error).toHaveTextContent('ErrorNo server');
  const box = error.element().getBoundingClientRect();
  expect(box.top).toBeLessThan(200);
  expect(box.left).toBeGreaterThan(innerWidth - 400);
});

it('takes the place of one with the same key, and there are five at most', async () => {
  const plain = (title: string): Toast => ({ kind: 'info', title, durationMs: null });
  const screen = await send(
    { ...plain('First'), key: 'offer' },
    { ...plain('Second'), key: 'offer' },
    ...['Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'].map(plain),
  );
  const titles = () =>
    screen
      .getByRole('status')
      .elements()
      .map((toast) => toast.textContent);
  await expect.poll(titles).toEqual(['Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh']);
  await screen.getByRole('button', { name: 'Send First' }).click();
  await expect.poll(titles).toEqual(['Fourth', 'Fifth', 'Sixth', 'Seventh', 'First']);
  await screen.getByRole('button', { name: 'Send Second' }).click();
  await expect.poll(titles).toEqual(['Fourth', 'Fifth', 'Sixth', 'Seventh', 'Second']);
});

it('goes when it is closed, or when its action is taken', async () => {
  const onPress = vi.fn();
  const screen = await send({ kind: 'info', title: 'Deleted', action: { label: 'Undo', onPress } });
  await screen.getByRole('button', { name: 'Undo' }).click();
  expect(onPress).toHaveBeenCalledOnce();
  await expect.element(screen.getByText('Deleted', { exact: true })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Send Deleted' }).click();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByText('Deleted', { exact: true })).not.toBeInTheDocument();
  expect(onPress).toHaveBeenCalledOnce();
});

it('goes with Escape, the newest first, and when a finger swipes it aside', async () => {
  const screen = await send({ kind: 'info', title: 'First' }, { kind: 'info', title: 'Second' });
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Second', { exact: true })).not.toBeInTheDocument();
  const card = screen.getByRole('status').element();
  const touch = (type: string, clientX: number) =>
    card.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', clientX, bubbles: true }));
  touch('pointerdown', 500);
  touch('pointermove', 540);
  touch('pointerup', 540);
  await expect.element(screen.getByText('First', { exact: true })).toBeVisible();
  touch('pointerdown', 500);
  touch('pointermove', 600);
  touch('pointerup', 600);
  await expect.element(screen.getByText('First', { exact: true })).not.toBeInTheDocument();
});

it('stays with an Escape that closes a dialog or popover of the browser', async () => {
  const screen = await send({ kind: 'info', title: 'Deleted', action: { label: 'Undo', onPress: () => undefined } });
  const toast = screen.getByText('Deleted', { exact: true });
  const dialog = document.createElement('dialog');
  const popover = document.createElement('p');
  popover.popover = 'auto';
  document.body.append(dialog, popover);
  dialog.showModal();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.open).toBe(false);
  await expect.element(toast).toBeVisible();
  popover.showPopover();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => popover.matches(':popover-open')).toBe(false);
  await expect.element(toast).toBeVisible();
  dialog.remove();
  popover.remove();
  await userEvent.keyboard('{Escape}');
  await expect.element(toast).not.toBeInTheDocument();
});

it('goes with the owner of the page, not with a session that ends and continues', async () => {
  const session = { accessToken: 'a', userId: 'ann@example.com', member: 'user' } as const;
  startSession(session);
  const screen = await send({ kind: 'info', title: 'Greenhouse deleted', durationMs: null });
  const toast = screen.getByRole('status');
  await expect.element(toast).toBeVisible();
  startSession({ ...session, userId: 'ann@example.org' });
  endSession('expired');
  startSession({ ...session, accessToken: 'b', userId: 'ann@example.org' });
  await expect.element(toast).toBeVisible();
  endSession('logout');
  await expect.element(toast).not.toBeInTheDocument();
});

it('goes when another account logs in in another tab', async () => {
  const stop = followOtherTabs();
  startSession({ accessToken: 'a', userId: 'ann@example.com', member: 'user' });
  const screen = await send({ kind: 'info', title: 'Greenhouse deleted', durationMs: null });
  await expect.element(screen.getByRole('status')).toBeVisible();
  localStorage.setItem('userId', 'bob@example.com');
  localStorage.setItem('accessToken', 'b');
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken', newValue: 'b' }));
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  endSession('logout');
  stop();
});

it('never covers what has the focus', async () => {
  const screen = await send({ kind: 'info', title: 'Saved', durationMs: null });
  const toast = () => screen.getByRole('status').element().getBoundingClientRect();
  const { left, top } = toast();
  const button = document.createElement('button');
  Object.assign(button.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: '40px', height: '40px' });
  document.body.append(button);
  button.focus();
  await expect.poll(() => toast().top).toBeGreaterThan(top + 40);
  button.remove();
});

it('goes by itself, an error later than others, and not while somebody reads it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The one under the pointer is the uppermost: it does not move when another one goes.
  const screen = await send(
    { kind: 'error', title: 'Not saved' },
    { kind: 'success', title: 'Saved' },
    { kind: 'info', title: 'Stays', durationMs: null },
  );
  const error = page.getByRole('alert');
  await error.hover();
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.element(screen.getByText('Saved', { exact: true })).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(error).toBeVisible();
  await userEvent.unhover(error);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(screen.getByText('Stays', { exact: true })).toBeVisible();
});
