import type { BulkAction, BulkResponse, Device } from '@cyno/contract';
import { expect, it } from 'vitest';
import { openDeviceList } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { type ApiCall, callsOf, refuse } from '../../../../../test/stub-api.ts';

const cold = deviceOf({ espid: 'ESP32-1_1', name: 'Cold', order: 0 });
const warm = deviceOf({ espid: 'ESP32-1_2', name: 'Warm', order: 1 });

/** All devices are selected; `bulk` is what the server does. */
async function openWithSelection(
  bulk: (action: BulkAction, devices: readonly string[]) => BulkResponse | Response | Promise<BulkResponse | Response>,
  all: readonly Device[] = [cold, warm],
) {
  let devices = [...all];
  const { screen, calls } = await openDeviceList([], '/device?view=table', {
    more: {
      'GET /api/device/': () => devices,
      'POST /api/device/bulk': async ({ body }: ApiCall) => {
        const { act: action, devices: chosen } = body as { act: BulkAction; devices: string[] };
        const response = await bulk(action, chosen);
        if (response instanceof Response) return response;
        if (action.kind === 'delete') devices = devices.filter(({ espid }) => !response.done.includes(espid));
        if (action.kind === 'restore') devices = [...all];
        return response;
      },
    },
  });
  await screen.getByRole('checkbox', { name: 'Select all devices in the list' }).click();
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  return {
    screen,
    calls,
    bar,
    choose: async (menu: string, entry: string) => {
      await bar.getByRole('button', { name: menu }).click();
      await screen
        .getByRole('menuitem', { name: entry })
        .or(screen.getByRole('menuitemcheckbox', { name: entry }))
        .click();
    },
    confirmDelete: async () => {
      await screen.getByLabelText(/^Type .* to confirm$/).fill(`${all.length}`);
      await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
  };
}

it('offers to undo a deletion also when the selection has ended meanwhile', async () => {
  const both = { done: [cold.espid, warm.espid], failed: [] };
  const response = Promise.withResolvers<BulkResponse>();
  const { screen, calls, bar, choose, confirmDelete } = await openWithSelection(({ kind }) =>
    kind === 'delete' ? response.promise : both,
  );
  await choose('More', 'Delete');
  await confirmDelete();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Cancel selection' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  response.resolve(both);
  await expect.element(screen.getByText('2 devices deleted')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('2 devices restored')).toBeVisible();
  expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([
    { devices: [cold.espid, warm.espid], act: { kind: 'delete' } },
    { devices: [cold.espid, warm.espid], act: { kind: 'restore' } },
  ]);
});

it('shows which devices a deletion left', async () => {
  const { screen, choose, confirmDelete } = await openWithSelection(() => ({
    done: [warm.espid],
    failed: [{ espid: cold.espid, error: 'The shed is on fire.' }],
  }));
  await choose('More', 'Delete');
  await confirmDelete();
  await expect.element(screen.getByText('1 device deleted')).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: '1 device not changed' });
  await expect.element(dialog.getByText(/The shed is on fire\.$/)).toBeVisible();
});

it('shows what could not be done when the selection has ended meanwhile', async () => {
  const response = Promise.withResolvers<BulkResponse>();
  const { screen, bar, choose } = await openWithSelection(() => response.promise);
  await choose('Group', 'No group');
  await bar.getByRole('button', { name: 'Cancel selection' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  response.resolve({ done: [warm.espid], failed: [{ espid: cold.espid, error: 'The shed is on fire.' }] });
  await expect.element(screen.getByText('1 device removed from its group')).toBeVisible();
  const alert = screen.getByRole('alert').filter({ hasText: '1 device not changed' });
  await expect.element(alert).toMatchTextContent('Cold: The shed is on fire.');
});

it('shows that nothing could be done when the selection has ended meanwhile', async () => {
  const response = Promise.withResolvers<Response>();
  const { screen, bar, choose } = await openWithSelection(() => response.promise);
  await choose('Group', 'No group');
  await bar.getByRole('button', { name: 'Cancel selection' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  response.resolve(refuse(400, 'bad_request', 'The shed is on fire.'));
  const alert = screen.getByRole('alert').filter({ hasText: 'Could not change the devices' });
  await expect.element(alert).toMatchTextContent('The shed is on fire.');
});

it('offers to undo what was deleted before a request failed, and shows what was not', async () => {
  const many = Array.from({ length: 1_001 }, (_, order) => deviceOf({ espid: `ESP32-1_${order}`, order }));
  const { screen, calls, choose, confirmDelete } = await openWithSelection(
    (_, devices) =>
      devices.length === 1 ? refuse(400, 'bad_request', 'The shed is on fire.') : { done: [...devices], failed: [] },
    many,
  );
  await choose('More', 'Delete');
  await confirmDelete();
  await expect.element(screen.getByText('1,000 devices deleted')).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: '1 device not changed' });
  await expect.element(dialog.getByText(/The shed is on fire\.$/)).toBeVisible();
  expect(callsOf(calls, 'POST')).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});
