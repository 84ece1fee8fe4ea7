import type { MaintenanceList } from '@cyno/contract';
import { expect, it, onTestFinished } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { noteServerTime } from '../../../../lib/live/live-client.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { DeviceMaintenance } from './device-maintenance.tsx';
import { MaintenanceList as ListOfMaintenance } from './maintenance-list.tsx';
import { MaintenanceBadge } from './maintenance-mark.tsx';

const device = deviceOf({ tags: ['vegetables'] });
const { espid } = device;
const hour = 3_600_000;
const from = Date.now() - hour;
const running: MaintenanceList = {
  windows: [
    {
      id: 4,
      scope: { kind: 'devices', espids: [espid] },
      from,
      until: from + 2 * hour,
      weekly: false,
      running: true,
      devices: 1,
      mayEnd: true,
    },
  ],
  devices: [{ espid, until: from + 2 * hour, window: 4 }],
};
const none: MaintenanceList = { windows: [], devices: [] };

type Setting = { view?: 'tab' | 'list'; seen?: SeenDevice; replies?: Parameters<typeof stubApi>[0] };

async function open(list: MaintenanceList, { view = 'tab', seen = device, replies = {} }: Setting = {}) {
  let present = list;
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/maintenance': () => present,
    'POST /api/maintenance': () => {
      present = running;
      return Response.json(present, { status: 201 });
    },
    'POST /api/maintenance/4/end': () => {
      present = none;
      return present;
    },
    'DELETE /api/maintenance/4': () => refuse(403, 'forbidden', 'You may not operate all of these devices.'),
    ...replies,
  });
  const { screen } = await renderInApp(
    view === 'tab' ? (
      <>
        <MaintenanceBadge espid={espid} />
        <DeviceMaintenance device={seen} />
      </>
    ) : (
      <ListOfMaintenance />
    ),
  );
  return { screen, sent: () => callsOf(calls, 'POST').map(({ body }) => body) };
}

it('puts a device into maintenance for some hours, and ends it', async () => {
  const { screen, sent } = await open(none);
  await screen.getByRole('button', { name: 'Start maintenance' }).click();
  await screen.getByRole('button', { name: /How long/ }).click();
  await screen.getByRole('option', { name: 'For 4 hours' }).click();
  await screen.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => sent()[0]).toMatchObject({ scope: { kind: 'devices', espids: [espid] }, from: null });
  await expect.element(screen.getByText(/^Maintenance until /)).toBeVisible();
  await screen.getByRole('button', { name: `End the maintenance of ${device.name} now` }).click();
  await expect.element(screen.getByText(/^Maintenance until /)).not.toBeInTheDocument();
});

it.each<[string, () => object]>([
  ['Maintenance started', () => Response.json(running, { status: 201 })],
  ['Maintenance not started', () => refuse(403, 'forbidden', 'You may not operate all of these devices.')],
])('shows “%s” also when its dialog was closed meanwhile', async (title, reply) => {
  const held = Promise.withResolvers<void>();
  const { screen, sent } = await open(none, {
    replies: {
      'POST /api/maintenance': async () => {
        await held.promise;
        return reply();
      },
    },
  });
  await screen.getByRole('button', { name: 'Start maintenance' }).click();
  await screen.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(sent).toHaveLength(1);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  held.resolve();
  await expect.element(screen.getByText(title)).toBeVisible();
});

it('ends by the clock of the server, where that of the browser is a day behind', async () => {
  const now = Date.now() + 24 * hour;
  noteServerTime({ type: 'ready', now });
  onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
  const { screen, sent } = await open(none);
  await screen.getByRole('button', { name: 'Start maintenance' }).click();
  await screen.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(sent).toHaveLength(1);
  expect((sent()[0] as { until: number }).until).toBeGreaterThan(now);
});

it('lasts from the press, also when its dialog was open for a while', async () => {
  onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
  const { screen, sent } = await open(none);
  await screen.getByRole('button', { name: 'Start maintenance' }).click();
  const start = screen.getByRole('button', { name: 'Start', exact: true });
  await expect.element(start).toBeEnabled();
  const later = Date.now() + hour / 2;
  noteServerTime({ type: 'ready', now: later });
  await start.click();
  await expect.poll(sent).toHaveLength(1);
  expect((sent()[0] as { until: number }).until).toBeGreaterThanOrEqual(later + hour);
});

it('says that its end has passed while the dialog was open', async () => {
  onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
  const { screen, sent } = await open(none);
  await screen.getByRole('button', { name: 'Start maintenance' }).click();
  await screen.getByRole('button', { name: /How long/ }).click();
  await screen.getByRole('option', { name: 'Until a day and time' }).click();
  noteServerTime({ type: 'ready', now: Date.now() + 5 * hour });
  await screen.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.element(screen.getByText('The end must be after the start.')).toBeVisible();
  expect(sent()).toEqual([]);
});

it('lists everything that is in maintenance, plans more, and says why one was not deleted', async () => {
  const weekly = { ...running, windows: running.windows.map((window) => ({ ...window, weekly: true })) };
  const { screen, sent } = await open(weekly, { view: 'list' });
  await expect.element(screen.getByText(/every week$/)).toBeVisible();
  await screen.getByRole('button', { name: `Delete the maintenance of ${device.name}` }).click();
  await expect.element(screen.getByText(/You may not operate all of these devices\.$/).last()).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Add maintenance' }).click();
  await expect.element(screen.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  await screen.getByRole('combobox', { name: 'Devices' }).fill('vege');
  await screen.getByRole('option', { name: 'Tag vegetables' }).click();
  await screen.getByRole('button', { name: /How long/ }).click();
  await screen.getByRole('option', { name: 'Planned, from and to' }).click();
  await screen.getByRole('checkbox', { name: 'Every week at these hours' }).click();
  await screen.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect
    .poll(() => sent().at(-1))
    .toMatchObject({ scope: { kind: 'tag', tag: 'vegetables' }, from: expect.any(Number), weekly: true });
});

it('gives who may only look no way to begin or end it', async () => {
  const viewed: SeenDevice = { ...device, owner: 'ann@example.com', role: 'viewer' };
  const locked = { ...running, windows: running.windows.map((window) => ({ ...window, mayEnd: false })) };
  const { screen } = await open(locked, { seen: viewed });
  await expect.element(screen.getByText(/^Alerts of this device notify nobody until/)).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
