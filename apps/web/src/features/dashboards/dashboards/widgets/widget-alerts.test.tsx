import type { WidgetContent } from '@cyno/contract';
import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { widgetDataOf } from '../../../../../test/widgets.ts';
import { markedAlerts, ownMarkedAlerts } from '../../../automation/alerts/index.ts';
import { WidgetAlertsContext } from './widget-alerts.tsx';
import { WidgetTile } from './widget-tile.tsx';

const value = (key: string): WidgetContent => ({ type: 'value', title: `Value of ${key}`, key });
const table: WidgetContent = { type: 'table', title: 'Table', keys: ['temp', 'humid'] };
const text = 'Temperature was 34 °C, above 30 °C for 5 minutes.';

async function show(content: WidgetContent, mode: 'links' | 'signs' | null, data = widgetDataOf()) {
  const { espid } = data.device;
  const alerts = [
    alertOf({ espid, severity: 'warning' }),
    alertOf({ id: 2, espid, severity: 'critical', state: 'acknowledged' }),
    alertOf({ id: 3, espid: 'ESP32-other', key: 'humid' }),
    alertOf({ id: 4, espid, key: null, kind: 'silent', severity: 'critical', text: 'It sends nothing.' }),
  ];
  const calls = stubApi({ 'GET /api/config': publicConfigOf(), 'GET /api/alerts': alertListOf(...alerts) });
  const { screen } = await renderInApp(
    <WidgetAlertsContext
      value={mode && (() => ({ query: ownMarkedAlerts(), hasPage: mode === 'links', mayAcknowledge: true }))}
    >
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
  stubApi({ 'GET /api/config': publicConfigOf() });
  const query = {
    queryKey: ['alerts of a dashboard'],
    queryFn: async () =>
      markedAlerts({
        alerts: [{ ...rest, report, text: sentence, device: device.espid, state: 'active', activeAt: 1 }],
      }),
  };
  const { screen } = await renderInApp(
    <WidgetAlertsContext value={() => ({ query, hasPage: false, mayAcknowledge: false })}>
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
  const { card, calls } = await show(value('temp'), mode, widgetDataOf({ moment }));
  await expect.element(card).toBeVisible();
  expect(requested(calls)).not.toContain('/api/alerts');
});
