import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import type { BandSpan } from '../../../telemetry/history/index.ts';
import { useAlertBands } from './use-alert-bands.ts';

const Bands = ({ span }: { span: BandSpan }) => {
  const { bands, isCut, limits } = useAlertBands(['E1'], span);
  return (
    <>
      <ul>
        {bands.map(({ from, to, tone, text }) => (
          <li key={from}>{`${from}–${to} ${tone} ${text}`}</li>
        ))}
      </ul>
      <p>{isCut ? 'More' : 'All'}</p>
      <p>{limits.map(({ espid, key, tone, word, isThin }) => [espid, key, tone, word, isThin].join(' ')).join(', ')}</p>
    </>
  );
};
const show = async (count: number, more = false, span: BandSpan = { from: 0, to: 9_000 }) => {
  const alerts = Array.from({ length: count }, (_, index) =>
    alertOf({ id: index + 1, severity: 'critical', activeAt: index + 1, clearedAt: index === 0 ? null : 5_000 }),
  );
  const calls = stubApi({
    'GET /api/device/': [deviceOf({ espid: 'E1', variables: [variableOf('temp', { unit: '°C' })] })],
    'GET /api/device/shared': [],
    'GET /api/alerts': () => ({ ...alertListOf(...alerts), more }),
    'GET /api/device/E1/alert-limits': () => ({
      limits: [
        { key: 'temp', comparison: '>', value: 30.5, severity: 'critical' },
        { key: 'humid', comparison: '<', value: 20, severity: 'info' },
      ],
    }),
  });
  return { screen: (await renderInApp(<Bands span={span} />)).screen, calls };
};

it('an alert is a band with its severity and sentence, to the end of the range while it is open', async () => {
  const { screen } = await show(2);
  const { text } = alertOf({});
  await expect.element(screen.getByText(`1–9000 problem Critical: ${text}`)).toBeVisible();
  await expect.element(screen.getByText(`2–5000 problem Critical: ${text}`)).toBeVisible();
  await expect.element(screen.getByText('All')).toBeVisible();
});

it('has thin lines where the variables alert, with their units', async () => {
  const { screen } = await show(0);
  const lines = 'E1 temp danger Alert above 30.5 °C true, E1 humid neutral Alert below 20 true';
  await expect.element(screen.getByText(lines)).toBeVisible();
});

it('says when there are more than it holds', async () => {
  const { screen } = await show(2, true);
  await expect.element(screen.getByText('More')).toBeVisible();
});

it('of the last time it has what reaches into it, and what lasts has no end', async () => {
  const { screen, calls } = await show(1, false, { lastMs: 60_000 });
  await expect.element(screen.getByText('1–8640000000000000 problem', { exact: false })).toBeInTheDocument();
  const query = calls.find(({ path }) => path === '/api/alerts')?.query;
  expect(Number(query?.get('from'))).toBeGreaterThan(Date.now() - 120_000);
  expect(query?.has('to')).toBe(false);
});
