import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDeviceList, pairingOf } from '../../../../test/device-list.tsx';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { DeviceListPage } from './device-list-page.tsx';

const temperatureOf = (value: number) => variableOf('temp', { label: 'Temperature', unit: '°C', decimals: 1, value });
const cold = deviceOf({ espid: 'ESP32-1_1', name: 'Cold', order: 0, variables: [temperatureOf(4.8)] });
const warm = deviceOf({ espid: 'ESP32-1_2', name: 'Warm', order: 1, variables: [temperatureOf(41.25)] });

it('selects devices by a value, puts it in the address, and moves none of a selection', async () => {
  const { screen, names, query } = await openDeviceList([cold, warm]);
  await expect.element(screen.getByRole('article', { name: 'Warm' }).getByText('41.3')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Move Warm' })).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Filter' }).click();
  await screen
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('button', { name: /Column/ })
    .click();
  await screen.getByRole('option', { name: 'Temperature' }).click();
  await screen.getByRole('textbox', { name: 'Value' }).fill('40');
  await userEvent.keyboard('{Escape}');
  await expect.poll(names).toEqual(['Warm']);
  await expect.element(screen.getByRole('button', { name: 'Move Warm' })).not.toBeInTheDocument();
  await expect.poll(query).toMatch(/f=value/);
  const address = query();
  await screen.unmount();

  const again = await openDeviceList([cold, warm], `/device${address}`);
  await expect.poll(again.names).toEqual(['Warm']);
  await again.screen.getByRole('button', { name: /^Temperature is above 40/ }).click();
  await expect.poll(again.names).toEqual(['Cold', 'Warm']);
});

it('reports a value that is no number, and filters by none', async () => {
  const { screen, names } = await openDeviceList([cold, warm]);
  await screen.getByRole('button', { name: 'Filter' }).click();
  await screen
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('button', { name: /Column/ })
    .click();
  await screen.getByRole('option', { name: 'Temperature' }).click();
  const field = screen.getByRole('textbox', { name: 'Value' });
  await field.fill('1,000');
  await expect.element(field).toHaveAccessibleDescription('Type a number, such as 1000 or 21.5.');
  await field.fill('−1,5');
  await expect.element(field).toBeValid();
  await userEvent.keyboard('{Escape}');
  await expect.poll(names).toEqual(['Cold', 'Warm']);
});

it('folds search and view on a phone, but shows what narrows the list', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(360, 780);
  const { screen } = await openDeviceList([cold, warm]);
  const search = screen.getByRole('searchbox', { name: 'Search devices' });
  await expect.element(search).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Search and view' }).click();
  await expect.element(search).toBeVisible();
  await screen.unmount();

  const narrowed = await openDeviceList([cold, warm], '/device?q=warm');
  await expect.element(narrowed.screen.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('warm');
});

it('on a phone, the first card is near the top, and all of it leads to its device', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(360, 780);
  const { screen } = await openDeviceList([cold, warm]);
  const card = screen.getByRole('article', { name: 'Cold' }).element().getBoundingClientRect();
  expect(card.top).toBeLessThan(200);
  for (const [x, y] of [
    [card.left + 8, card.bottom - 8],
    [card.right - 8, card.bottom - 8],
  ] as const) {
    expect(document.elementFromPoint(x, y)?.closest('a')?.textContent).toBe('Cold');
  }
});

it('writes a chosen day as mm/dd/yyyy, from weeks that begin on Sunday', async () => {
  const { screen } = await openDeviceList([cold], '/device?view=table');
  await screen.getByRole('button', { name: 'Filter' }).click();
  await screen
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('button', { name: /Column/ })
    .click();
  await screen.getByRole('option', { name: 'Last seen' }).click();
  await screen.getByRole('button', { name: /^Choose from a calendar/ }).click();
  const calendar = screen.getByRole('grid');
  await expect.element(calendar).toBeVisible();
  expect(calendar.element().querySelector('th')).toHaveTextContent('Sun');
  await calendar.getByRole('gridcell').filter({ hasText: /^15$/ }).first().click();
  const parts = screen.getByRole('group', { name: 'Day' }).getByRole('spinbutton');
  await expect
    .poll(() => parts.elements().map((part) => part.textContent))
    .toEqual([expect.stringMatching(/^\d\d$/), '15', expect.stringMatching(/^\d{4}$/)]);
});

it('puts an order that was not saved back, and shows why in the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { screen, names, calls } = await openDeviceList([cold, warm], '/device', {
    more: { 'POST /api/device/update-order/': () => refuse(503, 'unavailable', 'Away.') },
  });
  await screen.getByRole('button', { name: 'Move Cold' }).element().focus();
  await userEvent.keyboard('{Enter}{End}{Enter}');
  await expect.poll(() => log.mock.calls).toContainEqual(['HTTP error! Status: 503']);
  await expect.poll(names).toEqual(['Cold', 'Warm']);
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({
    devices: [
      { name: 'Warm', order: 0 },
      { name: 'Cold', order: 1 },
    ],
  });
});

it('names what could not be done with one of several devices', async () => {
  const { screen, calls } = await openDeviceList([cold, warm], '/device?view=table', {
    more: {
      'POST /api/device/bulk': {
        done: [warm.espid],
        failed: [{ espid: cold.espid, error: '"Cold" would have 11 tags; a device has at most 10.' }],
      },
    },
  });
  await screen.getByRole('checkbox', { name: 'Select all devices in the list' }).click();
  await screen.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'Tags' }).click();
  await screen.getByLabelText('Add tags').fill('One more');
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: '1 device not changed' });
  await expect.element(dialog.getByText(/"Cold" would have 11 tags; a device has at most 10\.$/)).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    devices: [cold.espid, warm.espid],
    act: { kind: 'change', addTags: ['One more'] },
  });
});

it('shows somebody without a device those of others first, and still offers to add one', async () => {
  const shared = { ...warm, owner: 'ann@example.com', role: 'viewer', expiresAt: null };
  stubApi({
    'GET /api/device/': [],
    'GET /api/device/shared': [shared],
    'GET /api/pairing': pairingOf(),
  });
  const { screen } = await renderInApp(<DeviceListPage shared={<p>Shared with me</p>} />, { at: '/device' });
  await expect.element(screen.getByText('Shared with me')).toBeVisible();
  await expect.element(screen.getByText('No devices yet')).not.toBeInTheDocument();
  await expect.element(screen.getByText('You have no device of your own.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add device' })).toBeVisible();
});

it('shows somebody without a device what others offer, and no empty list below', async () => {
  stubApi({
    'GET /api/device/': [],
    'GET /api/device/shared': [],
    'GET /api/pairing': pairingOf(),
  });
  const { screen } = await renderInApp(<DeviceListPage isInvited offers={<p>Offers</p>} />, { at: '/device' });
  await expect.element(screen.getByText('You have no device of your own.')).toBeVisible();
  await expect.element(screen.getByText('Offers')).toBeVisible();
  await expect.element(screen.getByText('No devices yet')).not.toBeInTheDocument();
});

it('shows the first devices, and how many there are, before all have come', async () => {
  const many = Array.from({ length: 80 }, (_, order) =>
    deviceOf({ espid: `ESP32-1_${order}`, name: `Sensor ${order}`, order, online: order % 2 === 0 }),
  );
  const whole = Promise.withResolvers<typeof many>();
  const { screen, names } = await openDeviceList(many, '/device', {
    more: { 'GET /api/device/': ({ query }) => (query.has('limit') ? many : whole.promise) },
  });
  await expect.poll(names).toHaveLength(30);
  await expect.element(screen.getByText('80 devices, 40 online, 40 offline.')).toBeVisible();
  // The order of a part cannot be saved, and what is not there cannot be chosen.
  await expect.element(screen.getByRole('button', { name: 'Move Sensor 0' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Select', exact: true })).not.toBeInTheDocument();
  whole.resolve(many);
  await expect.poll(names).toHaveLength(80);
  await expect.element(screen.getByRole('button', { name: 'Move Sensor 0' })).toBeInTheDocument();
});

it('shows no part of a list that is searched or sorted', async () => {
  const whole = Promise.withResolvers<(typeof cold)[]>();
  stubApi({
    'GET /api/device/': ({ query }) => (query.has('limit') ? [cold] : whole.promise),
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/device-views': { views: [] },
    'GET /api/pairing': pairingOf(),
    'GET /api/telemetry/sparklines': { from: 0, to: 3_600_000, bucketMs: 60_000, devices: {} },
  });
  const { screen } = await renderInApp(<DeviceListPage />, { at: '/device?sort=-name' });
  await expect.element(screen.getByText('1 device, online.')).toBeVisible();
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument();
  whole.resolve([cold, warm]);
  await expect.poll(() => screen.getByRole('article').elements().length).toBe(2);
});
