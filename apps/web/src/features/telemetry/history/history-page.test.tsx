import type { BoardHealth, HistoryResponse, StatisticsResponse } from '@cyno/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { historyOf } from '../../../../test/widgets.ts';
import { HistoryPage } from './history-page.tsx';

afterEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.useRealTimers();
});

it('shows what to choose where no variable is chosen, and has nothing to export', async () => {
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    {
      at: '/?v=:',
    },
  );
  await expect.element(screen.getByRole('heading', { name: 'No variable chosen' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
});

it('leads from a range, such as that of a message, to the dashboard as it was in the middle of it', async () => {
  const device = deviceOf({ espid: 'E1' });
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?v=:&from=1793512200000&to=1793513400000' },
  );
  const moment = screen.getByRole('link', { name: 'Play back this moment' });
  await expect.element(moment).toHaveAttribute('href', '/device/E1/Dashboard?at=2026-11-01T06:00:00.000Z');
  await page.viewport(360, 740);
  await expect.element(moment).toBeVisible();
});

it('has one button on a phone, for a sheet with ranges, comparison and variables', async () => {
  await page.viewport(360, 740);
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    {
      at: '/?v=:&range=90d',
    },
  );
  await screen.getByRole('button', { name: '90 days · 0 variables' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Range and variables' });
  await expect.element(sheet.getByRole('radio', { name: '90 days' })).toBeChecked();
  await sheet
    .getByRole('region', { name: 'Variables' })
    .getByRole('checkbox', { name: /Temperature/ })
    .click();
  await expect.element(sheet.getByRole('checkbox', { name: /Temperature/ })).toBeChecked();
  await sheet.getByRole('button', { name: /Compare with/ }).click();
  await expect.element(screen.getByRole('option', { name: 'The day before' })).toBeVisible();
});

it('keeps what is typed into from and to while the range that ends now moves on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?v=:&range=1h' },
  );
  const range = () => document.querySelector('.history-span')?.textContent;
  const before = range();
  await page.elementLocator(document.querySelector('.history-span') ?? document.body).click();
  const hour = screen.getByRole('group', { name: 'From, time' }).getByRole('spinbutton').first();
  await hour.click();
  await userEvent.keyboard('03');
  await expect.element(hour).toHaveTextContent('03');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(range).not.toBe(before);
  await expect.element(hour).toHaveTextContent('03');
});

/** Statistics of a variable whose lowest value is `lowest`. */
function statisticsOf(lowest: number): StatisticsResponse {
  const extreme = { value: lowest, at: Date.now(), withinMs: 0 };
  const figures = { mean: 30, median: 30, last: 30, sum: 60, coveredMs: 1, integral: 1, aboveMs: null, belowMs: null };
  return {
    from: 0,
    to: 1,
    estimated: false,
    variables: { temp: { count: 2, min: extreme, max: { ...extreme, value: 30 }, ...figures } },
  };
}

/** Opens the tab of a device whose values and figures a test can hold back. */
async function openTab(history: () => HistoryResponse | Promise<HistoryResponse | Response> | Response) {
  const device = deviceOf({ espid: 'E1' });
  const health: BoardHealth = { starts: [], startCount: 0, signal: [], twoBoards: null };
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device/E1/history': history,
    'GET /api/device/E1/statistics': statisticsOf(11),
    'GET /api/device/E1/annotations': { annotations: [], more: false },
    'GET /api/device/E1/health': health,
    'GET /api/device/E1/calibrations': { changes: [] },
  });
  return renderInApp(<HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />, {
    at: '/?range=1h&show=table',
  });
}

it('shows that a range is loading, why it did not load, and loads it again', async () => {
  let history: Parameters<typeof openTab>[0] = () => historyOf({ temp: [20, 21] });
  const { screen } = await openTab(() => history());
  const table = screen.getByRole('region', { name: 'Values, table' });
  await expect.element(table).toBeVisible();
  const loading = screen.getByText('Loading the history', { exact: true });
  await expect.element(loading).not.toBeInTheDocument();

  const failed = Promise.withResolvers<void>();
  // A response is read once, and the range that ends now may request another one.
  history = () => failed.promise.then(() => refuse(400, 'bad_request', 'Too many of them.'));
  await screen.getByText('1 year', { exact: true }).click();
  await expect.element(loading).toBeVisible();
  failed.resolve();
  const note = screen.getByRole('alert');
  await expect.element(note).toMatchTextContent(/The history did not load: Too many of them\./);
  await expect.element(loading).not.toBeInTheDocument();
  await expect.element(table).toBeVisible();

  const loaded = Promise.withResolvers<HistoryResponse>();
  history = () => loaded.promise;
  const again = note.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  loaded.resolve(historyOf({ temp: [20, 21] }));
  await expect.element(note).not.toBeInTheDocument();
});

it('shows why a range did not load until it has, while it moves on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  let history: Parameters<typeof openTab>[0] = () => historyOf({ temp: [20, 21] });
  const { screen } = await openTab(() => history());
  const table = screen.getByRole('region', { name: 'Values, table' });
  await expect.element(table).toBeVisible();
  history = () => refuse(400, 'bad_request', 'Too many of them.');
  await vi.advanceTimersByTimeAsync(10_000);
  const note = screen.getByRole('alert');
  await expect.element(note).toBeVisible();

  const moved = Promise.withResolvers<HistoryResponse>();
  let isRequested = false;
  history = () => {
    isRequested = true;
    return moved.promise;
  };
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => isRequested).toBe(true);
  await expect.element(note).toBeVisible();
  await expect.element(screen.getByText('Loading the history', { exact: true })).not.toBeInTheDocument();
  moved.resolve(historyOf({ temp: [20, 21] }));
  await expect.element(note).not.toBeInTheDocument();
});

it('shows the figures of a range and of a comparison under no other one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const device = deviceOf({ espid: 'E1' });
  const health: BoardHealth = { starts: [], startCount: 0, signal: [], twoBoards: null };
  let statistics: () => StatisticsResponse | Promise<StatisticsResponse> | Response = () => statisticsOf(11);
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device/E1/history': () => historyOf({ temp: [20, 21] }),
    'GET /api/device/E1/statistics': () => statistics(),
    'GET /api/device/E1/annotations': { annotations: [], more: false },
    'GET /api/device/E1/health': health,
    'GET /api/device/E1/calibrations': { changes: [] },
  });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?range=1h&show=table' },
  );
  const table = screen.getByRole('region', { name: 'Statistics, table' });
  await expect.element(table).toMatchTextContent(/11 °C/);

  const moved = Promise.withResolvers<StatisticsResponse>();
  let isRequested = false;
  statistics = () => {
    isRequested = true;
    return moved.promise;
  };
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => isRequested).toBe(true);
  await expect.element(table).toMatchTextContent(/11 °C/);
  moved.resolve(statisticsOf(12));
  await expect.element(table).toMatchTextContent(/12 °C/);

  statistics = () => refuse(400, 'bad_request', 'Too many of them.');
  await screen.getByText('7 days', { exact: true }).click();
  await expect.element(table).toMatchTextContent(/The statistics did not load/);
  await expect.element(table).not.toMatchTextContent(/°C/);

  statistics = () => statisticsOf(13);
  await screen.getByText('1 h', { exact: true }).click();
  await screen.getByRole('button', { name: /Compare with/ }).click();
  await screen.getByRole('option', { name: 'The day before' }).click();
  await expect.element(table.getByRole('row', { name: /^The day before/ })).toMatchTextContent(/13 °C/);
  statistics = () => refuse(400, 'bad_request', 'Too many of them.');
  await screen.getByRole('button', { name: /Compare with/ }).click();
  await screen.getByRole('option', { name: 'The week before' }).click();
  await expect
    .element(table.getByRole('row', { name: /^The week before/ }))
    .toMatchTextContent(/The statistics did not load/);
});

it('shows the figures of a threshold under no other one', async () => {
  const device = deviceOf({ espid: 'E1' });
  const health: BoardHealth = { starts: [], startCount: 0, signal: [], twoBoards: null };
  const responses: (() => StatisticsResponse | Promise<StatisticsResponse>)[] = [
    () => statisticsOf(11),
    () => new Promise(() => undefined),
  ];
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device/E1/history': () => historyOf({ temp: [20, 21] }),
    'GET /api/device/E1/statistics': ({ query }) => responses[query.get('above') === '20' ? 0 : 1]?.(),
    'GET /api/device/E1/annotations': { annotations: [], more: false },
    'GET /api/device/E1/health': health,
    'GET /api/device/E1/calibrations': { changes: [] },
  });
  const { screen, router } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?range=1h&show=table&above=20@E1:temp' },
  );
  const table = screen.getByRole('region', { name: 'Statistics, table' });
  await expect.element(table).toMatchTextContent(/11 °C/);
  await router.navigate('/?range=1h&show=table&above=25@E1:temp');
  await expect.element(table).not.toMatchTextContent(/11 °C/);
});

it('does not judge the connection of a board of which it shows nothing', async () => {
  const [own, other] = [deviceOf({ espid: 'E1' }), deviceOf({ espid: 'E2', name: 'Barn' })];
  const health: BoardHealth = { starts: [], startCount: 0, signal: [], twoBoards: null };
  stubApi({
    'GET /api/device/': [own, other],
    'GET /api/device/shared': [],
    'GET /api/device/E2/history': () => historyOf({ temp: [20, 21] }),
    'GET /api/device/E2/statistics': () => statisticsOf(11),
    'GET /api/device/E2/annotations': { annotations: [], more: false },
    'GET /api/device/E1/annotations': { annotations: [], more: false },
    'GET /api/device/E1/health': health,
    'GET /api/device/E1/calibrations': { changes: [] },
  });
  const { screen } = await renderInApp(
    <HistoryPage device={own} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?range=1h&show=table&v=E2:temp' },
  );
  await expect.element(screen.getByRole('region', { name: 'Statistics, table' })).toMatchTextContent(/11 °C/);
  await expect.element(screen.getByText('Connection', { exact: true })).not.toBeInTheDocument();
});
