import type { Alert } from '@cyno/contract';
import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../../test/alerts.ts';
import { deviceOf, variableOf } from '../../../../../../test/devices.ts';
import { renderInApp } from '../../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../../test/stub-api.ts';
import { widgetDataOf } from '../../../../../../test/widgets.ts';
import { markedAlerts, ownMarkedAlerts, ownPastAlerts } from '../../../../automation/alerts/index.ts';
import type { DashboardSource } from '../../source/dashboard-source.ts';
import { WidgetAlertsContext } from '../widget-alerts.tsx';
import type { WidgetData } from '../widget-data.ts';
import { WidgetTile } from '../widget-tile.tsx';

const content = { type: 'alerts', title: 'What is wrong' } as const;
const variables = [variableOf('temp', { value: 31.5, unit: '°C' })];
const north = deviceOf({ espid: 'north', name: 'North', variables });
const south = deviceOf({ espid: 'south', name: 'South', online: false, variables });
const places = [north, south].map((device) => ({ device, contents: [content] }));
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

const own: DashboardSource['alerts'] = (espid) => ({
  query: ownMarkedAlerts(),
  past: (minutes) => ownPastAlerts(espid, minutes),
  hasPage: true,
});

/** A dashboard of two boards; `device`: the widget names it. */
async function show({ alerts = own, device, ...more }: Props = {}) {
  const data = widgetDataOf({ device: north, places, ...more });
  const { screen } = await renderInApp(
    <WidgetAlertsContext value={alerts}>
      <WidgetTile widget={{ content, ...(device !== undefined && { device }) }} data={data} />
    </WidgetAlertsContext>,
  );
  return screen.getByRole('region', { name: content.title, exact: true });
}

type Props = Partial<Pick<WidgetData, 'moment' | 'hiddenCount' | 'places'>> & {
  alerts?: DashboardSource['alerts'] | null;
  device?: string;
};

const stubAlerts = (...alerts: Alert[]) => stubApi({ 'GET /api/alerts': alertListOf(...alerts) });
const some = () => [
  alertOf({ id: 1, espid: 'north', severity: 'info', text: 'Newest.', activeAt: minutesAgo(1) }),
  alertOf({ id: 2, espid: 'south', severity: 'critical', text: 'Known.', state: 'acknowledged' }),
  alertOf({
    id: 3,
    espid: 'south',
    severity: 'critical',
    text: 'Worst.',
    key: null,
    activeAt: minutesAgo(90),
    mayAcknowledge: false,
  }),
  alertOf({ id: 4, espid: 'elsewhere', severity: 'critical', text: 'Elsewhere.' }),
];

it('lists what nobody knows first, then the worst, of all devices of the dashboard', async () => {
  const calls = stubAlerts(...some());
  const card = await show();
  await expect
    .element(card)
    .toMatchTextContent(/3 alerts.*South.*Worst\..*North\d+ min agoNewest\.Now 31\.5 °C.*South.*Known\.Acknowledged/);
  await expect.element(card).not.toMatchTextContent('Elsewhere');
  await expect.element(card.getByRole('link', { name: 'North' })).toHaveAttribute('href', '/device/north/Alerts');
  expect(callsOf(calls, 'GET').filter(({ path }) => path === '/api/alerts')).toHaveLength(1);
});

it('lists only those of the device that it names', async () => {
  stubAlerts(...some());
  const card = await show({ device: 'north', hiddenCount: 2 });
  await expect.element(card).toMatchTextContent(/1 alert.*Newest\.\d+ min ago/);
  await expect.element(card).not.toMatchTextContent(/Worst|Known|not shared/);
  // The frame of the widget names the device.
  await expect.element(card.getByRole('listitem')).not.toMatchTextContent('North');
  await expect.element(card.getByRole('link', { name: 'Newest.' })).toHaveAttribute('href', '/device/north/Alerts');
});

it('acknowledges for who may, and offers it to nobody else', async () => {
  const alerts = some();
  const calls = stubApi({
    'GET /api/alerts': () => alertListOf(...alerts),
    'POST /api/alerts/acknowledge': () => {
      alerts[0] = { ...some()[0], ...alertOf({ id: 1, espid: 'north', text: 'Newest.', state: 'acknowledged' }) };
      return { alerts: [alerts[0]] };
    },
  });
  const card = await show();
  await card.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ ids: [1] }]);
  await expect.element(card.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
});

it('shows through a link what that reveals, without a way to do anything', async () => {
  const { id: _, espid: __, device: ___, ...alert } = alertOf({ text: 'Too hot.' });
  const open = { ...alert, device: 'north', state: 'active' as const, activeAt: minutesAgo(5) };
  const query = {
    queryKey: ['alerts of a link'],
    queryFn: async () => markedAlerts({ alerts: [open], cleared: [], limits: [] }),
  };
  stubApi({});
  const card = await show({
    alerts: () => ({ query, past: () => query, hasPage: false }),
    hiddenCount: 1,
  });
  await expect.element(card).toMatchTextContent(/North5 min agoToo hot\./);
  await expect.element(card).toMatchTextContent('1 more device is not shared with you');
  await expect.element(card.getByRole('link')).not.toBeInTheDocument();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
});

it('shows calmly that there are none', async () => {
  stubAlerts();
  await expect.element(await show()).toMatchTextContent('No open alerts');
});

it('lists a bounded number, and says how many there are besides', async () => {
  const many = Array.from({ length: 42 }, (_, index) => alertOf({ id: index + 1, espid: 'north' }));
  stubApi({ 'GET /api/alerts': { ...alertListOf(...many), more: true } });
  const card = await show();
  await expect.element(card).toMatchTextContent(/42 alerts.*and 12 others/);
  await expect.element(card).toMatchTextContent('Only the newest open alerts of your devices are searched.');
  expect(card.getByRole('listitem').elements()).toHaveLength(30);
});

it('says that alerts did not load, and tries again', async () => {
  let isDown = true;
  stubApi({
    'GET /api/alerts': () => (isDown ? refuse(400, 'bad_request', 'The server is tired.') : alertListOf(...some())),
  });
  const card = await show();
  await expect.element(card.getByRole('alert')).toMatchTextContent('Alerts did not load. The server is tired.');
  isDown = false;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect.element(card).toMatchTextContent('3 alerts');
});

it('shows that they are on their way', async () => {
  stubApi({ 'GET /api/alerts': () => new Promise(() => {}) });
  const card = await show();
  await expect.poll(() => card.element().querySelector('[aria-busy]')).not.toBeNull();
  await expect.element(card).not.toMatchTextContent('No open alerts');
});

it('shows no present alerts in the past, and requests none', async () => {
  const calls = stubAlerts(...some());
  const card = await show({ alerts: null, moment: minutesAgo(60) });
  await expect.element(card).toMatchTextContent('Alerts are not part of playback');
  expect(callsOf(calls, 'GET')).toEqual([]);
});
