import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { useDevices } from '../devices/index.ts';
import { TagsCard } from './tags-card.tsx';

function FirstDevice() {
  const device = useDevices().data?.[0];
  return device && <TagsCard device={device} />;
}

it('moves the focus to the next tag when one is removed, and after the last one to the heading', async () => {
  let device = deviceOf({ tags: ['North', 'South'] });
  stubApi({
    'GET /api/device/': () => [device],
    [`PATCH /api/device/${device.espid}`]: ({ body }) => {
      device = { ...device, ...(body as { tags: string[] }) };
      return device;
    },
  });
  const { screen } = await renderInApp(<FirstDevice />);
  const remove = (tag: string) => screen.getByRole('button', { name: `Remove tag ${tag}` });
  await expect.element(remove('North')).toBeVisible();
  (remove('North').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'South' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Tags' })).toHaveFocus();
});

it('leaves what is typed while another tag is saved', async () => {
  const device = deviceOf({ tags: [] });
  const saved = Promise.withResolvers<void>();
  stubApi({
    'GET /api/device/': () => [device],
    [`PATCH /api/device/${device.espid}`]: async ({ body }) => {
      await saved.promise;
      return { ...device, ...(body as { tags: string[] }) };
    },
  });
  const { screen } = await renderInApp(<FirstDevice />);
  const field = screen.getByRole('combobox', { name: 'New tag' });
  await field.fill('North');
  await screen.getByRole('button', { name: 'Add' }).click();
  await field.fill('South');
  saved.resolve();
  await expect.element(screen.getByRole('button', { name: 'Remove tag North' })).toBeVisible();
  await expect.element(field).toHaveValue('South');
});
