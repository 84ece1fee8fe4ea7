import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { KioskDialog } from './kiosk-dialog.tsx';

async function openDialog(count: number) {
  const devices = Array.from({ length: count }, (_, index) => deviceOf({ espid: `E${index}`, name: `Board ${index}` }));
  stubApi({
    'GET /api/device/': devices,
    'GET /api/device/shared': [],
    'GET /api/dashboards': { dashboards: [], offers: [] },
  });
  await renderInApp(<KioskDialog reference={{ kind: 'device', espid: 'E0' }} onClose={() => undefined} />);
  await expect.element(page.getByRole('checkbox', { name: 'Board 1', exact: true })).toBeVisible();
}

it('takes no more dashboards than it shows in turn', async () => {
  await openDialog(22);
  const boxes = page.getByRole('checkbox').elements() as HTMLInputElement[];
  for (const box of boxes.slice(0, 19)) box.click();
  await expect.element(page.getByText('At most 20 dashboards take turns.')).toBeVisible();
  expect(boxes.map(({ disabled }) => disabled)).toEqual([...Array(19).fill(false), true, true]);
  boxes[0]?.click();
  await expect.poll(() => boxes.some(({ disabled }) => disabled)).toBe(false);
});

it('promises a screen that stays on only where the browser is able to', async () => {
  const wakeLock = Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock') ?? {};
  onTestFinished(() => void Object.defineProperty(Navigator.prototype, 'wakeLock', wakeLock));
  Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
  await openDialog(2);
  await expect.element(page.getByText(/^This browser cannot keep the screen on\./)).toBeVisible();
  await expect.element(page.getByText(/The screen stays on/)).not.toBeInTheDocument();
});
