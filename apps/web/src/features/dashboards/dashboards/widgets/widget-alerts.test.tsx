import type { WidgetContent } from '@cyno/contract';
import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { historyOf, widgetDataOf } from '../../../../../test/widgets.ts';
import { limitsQuery, markedAlerts, ownMarkedAlerts, ownPastAlerts } from '../../../automation/alerts/index.ts';
import type { DashboardSource } from '../source/dashboard-source.ts';
import { WidgetAlertsContext } from './widget-alerts.tsx';
import { WidgetTile } from './widget-tile.tsx';

const value = (key: string): WidgetContent => ({ type: 'value', title: `Value of ${key}`, key });
const table: WidgetContent = { type: 'table', title: 'Table', keys: ['temp', 'humid'] };
const chart = { type: 'chart', title: 'Air', keys: ['temp'], minutes: 1_440 } satisfies WidgetContent;
const text = 'Temperature was 34 °C, above 30 °C for 5 minutes.';

const ownAlerts =
  (hasPage: boolean): DashboardSource['alerts'] =>
  (espid) => ({
    query: ownMarkedAlerts(),
    past: (minutes) => ownPastAlerts(espid, minutes),
    limits: limitsQuery(espid),
    hasPage,
  });

async function show(content: WidgetContent, mode: 'links' | 'signs' | null, data = widgetDataOf()) {
  const { espid } = data.device;
  const alerts = [
    alertOf({ espid, severity: 'warning' }),
    alertOf({ id: 2, espid, severity: 'critical', state: 'acknowledged' }),
    alertOf({ id: 3, espid: 'ESP32-other', key: 'humid' }),
    alertOf({ id: 4, espid, key: null, kind: 'silent', severity: 'critical', text: 'It sends nothing.' }),
  ];
  const calls = stubApi({
    'GET /api/alerts': alertListOf(...alerts),
    [`GET /api/device/${widgetDataOf().device.espid}/alert-limits`]: { limits: [] },
  });
  const { screen } = await renderInApp(
    <WidgetAlertsContext value={mode && ownAlerts(mode === 'links')}>
      <WidgetTile widget={{ content }} data={data} />
    </WidgetAlertsContext>,
  );
  return { card: screen.getByRole('region', { name: content.title, exact: true }), calls };
}

it('marks a widget whose variable has an alert, and leads to it', async () => {
  for (const content of [value('temp'), table]) {
    const { card } = await show(content, 'links');
    const mark = card.getByRole('link', { name: `Warning: ${text}` });
    await expect.element(mark).toHaveAttribute('title', `Warning: ${text}`);
    expect(mark.element().getAttribute('href')).toMatch(/\/Alerts$/);
  }
});

it('marks what only the dashboard shows, and leads nowhere', async () => {
  const { device } = widgetDataOf();
  const { report, text: sentence, ...rest } = alertOf({ espid: device.espid, severity: 'warning' });
  const query = {
    queryKey: ['alerts of a dashboard'],
    queryFn: async () =>
      markedAlerts({
        alerts: [{ ...rest, report, text: sentence, device: device.espid, state: 'active', activeAt: 1 }],
        cleared: [],
        limits: [],
      }),
  };
  const { screen } = await renderInApp(
    <WidgetAlertsContext value={() => ({ query, past: () => query, hasPage: false })}>
      <WidgetTile widget={{ content: value('temp') }} data={widgetDataOf()} />
    </WidgetAlertsContext>,
  );
  await expect.element(screen.getByTitle(`Warning: ${text}`)).toBeVisible();
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument();
});

it('marks what is about the whole device by everything that is wrong with it', async () => {
  const { card } = await show({ type: 'uptime', title: 'Connected' }, 'links');
  await expect.element(card.getByRole('link', { name: 'Critical: It sends nothing.' })).toBeVisible();
});

it('leads nowhere from a kiosk', async () => {
  const { card } = await show(value('temp'), 'signs');
  await expect.element(card.getByTitle(`Warning: ${text}`)).toBeVisible();
  await expect.element(card.getByRole('link')).not.toBeInTheDocument();
});

const requested = (calls: Parameters<typeof callsOf>[0]) => callsOf(calls, 'GET').map(({ path }) => path);

it('marks no widget of another variable', async () => {
  const { card, calls } = await show(value('humid'), 'links');
  await expect.poll(() => requested(calls)).toContain('/api/alerts');
  await expect.element(card.getByRole('link')).not.toBeInTheDocument();
});

it.each([
  ['of the past', 'links', Date.now() - 3_600_000],
  ['where there are none', null, null],
] as const)('requests no alerts %s', async (_, mode, moment) => {
  const { card, calls } = await show(chart, mode, widgetDataOf({ moment }));
  await expect.element(card).toBeVisible();
  expect(requested(calls)).not.toContain('/api/alerts');
});

const drawn = () =>
  widgetDataOf({ variables: [variableOf('temp', { unit: '°C' })], history: historyOf({ temp: [21, 34, 22] }) });
const hourAgo = () => Date.now() - 3_600_000;

it('shades a chart while an alert of its variables was active, also for screen readers', async () => {
  const { device } = widgetDataOf();
  const alerts = [
    alertOf({ espid: device.espid, severity: 'warning', text: 'Hot.', activeAt: hourAgo(), clearedAt: Date.now() - 1 }),
    alertOf({ id: 2, espid: device.espid, text: 'Still hot.' }),
    alertOf({ id: 3, espid: device.espid, key: 'humid', text: 'Dry.' }),
    alertOf({ id: 4, espid: device.espid, key: null, kind: 'silent', text: 'Silent.' }),
  ];
  const calls = stubApi({
    'GET /api/alerts': alertListOf(...alerts),
    [`GET /api/device/${widgetDataOf().device.espid}/alert-limits`]: { limits: [] },
  });
  const { screen } = await renderInApp(
    <div style={{ display: 'grid', width: 480, height: 640 }}>
      <WidgetAlertsContext value={ownAlerts(true)}>
        <WidgetTile widget={{ content: chart }} data={drawn()} />
        <WidgetTile widget={{ content: { ...chart, title: 'Again' } }} data={drawn()} />
      </WidgetAlertsContext>
    </div>,
  );
  const plot = screen.getByRole('region', { name: 'Air', exact: true }).getByRole('img');
  await expect.element(plot).toHaveAccessibleName(/ to 34[.0]* °C\. Critical: Still hot\.\. Warning: Hot\.$/);
  const histories = calls.filter(({ path, query }) => path === '/api/alerts' && query.get('show') === 'history');
  expect(histories).toHaveLength(1);
});

it('shades what a dashboard of somebody else shows, lasting and over, and has a line at its limits', async () => {
  const { device } = widgetDataOf();
  const { espid, severity, key, report, kind, value: at, limit } = alertOf({ espid: device.espid });
  const visible = { device: espid, severity, key: key ?? '', report, activeAt: hourAgo() };
  const query = {
    queryKey: ['alerts of another dashboard'],
    queryFn: async () =>
      markedAlerts({
        alerts: [
          { ...visible, text: 'Lasting.', kind, value: at, limit, state: 'active', activeAt: Date.now() - 600_000 },
        ],
        cleared: [
          { ...visible, text: 'Over.', clearedAt: Date.now() },
          { ...visible, device: 'another', text: 'Elsewhere.', clearedAt: Date.now() },
        ],
        limits: [
          { device: espid, key: 'temp', comparison: '>', value: 30.5, severity: 'critical' },
          { device: espid, key: 'humid', comparison: '<', value: 20, severity: 'info' },
          { device: 'another', key: 'temp', comparison: '>', value: 31, severity: 'critical' },
        ],
      }),
  };
  const { screen } = await renderInApp(
    <div style={{ display: 'grid', width: 480, height: 320 }}>
      <WidgetAlertsContext value={() => ({ query, past: () => query, hasPage: false })}>
        <WidgetTile widget={{ content: chart }} data={drawn()} />
      </WidgetAlertsContext>
    </div>,
  );
  await expect
    .element(screen.getByRole('img', { name: /^Air/ }))
    .toHaveAccessibleName(/ to 34[.0]* °C\. Alert above 30\.5 °C\. Critical: Lasting\.\. Critical: Over\.$/);
});
