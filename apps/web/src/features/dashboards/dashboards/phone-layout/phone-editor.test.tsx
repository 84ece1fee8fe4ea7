import type { Widget } from '@cyno/contract';
import { afterEach, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { dashboardOf, dashboardServer, tileOf } from '../../../../../test/dashboards.ts';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { DashboardPage } from '../dashboard-page.tsx';

const place = { width: 4, height: 2 };
const widgets: Widget[] = [
  tileOf('a', 'Temperature', { ...place, x: 0, y: 0 }),
  tileOf('b', 'Humidity', { ...place, x: 4, y: 0 }),
  { ...place, id: 'c', x: 8, y: 0, content: { type: 'clock', title: 'Time' } },
  {
    id: 'd',
    x: 0,
    y: 2,
    width: 12,
    height: 4,
    content: { type: 'chart', title: 'Day', keys: ['temp'], minutes: 60 },
  },
];

afterEach(() => page.viewport(1440, 900));

const region = (name: string) => page.getByRole('region', { name, exact: true });
const mover = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) });
const expectName = (title: string, pattern: RegExp) => expect.element(mover(title)).toHaveAccessibleName(pattern);
const boxOf = (one: Locator) => one.element().getBoundingClientRect();
const keys = (text: string) => userEvent.keyboard(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function done() {
  await press('Done');
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

it('phones get a layout of their own without anybody making one, and keep the one that is made', async () => {
  const device = deviceOf();
  const server = dashboardServer(dashboardOf(widgets), { devices: [device] });
  const saved = () => server.now()?.widgets.map(({ id, phone }) => ({ id, phone }));
  stubApi(server.replies);
  await page.viewport(360, 800);
  await renderInApp(<DashboardPage device={device} />);
  await expect.element(region('Temperature')).toMatchTextContent(/\d/);
  await expect.poll(() => boxOf(region('Humidity')).top).toBe(boxOf(region('Temperature')).top);
  expect(boxOf(region('Temperature')).width).toBeLessThan(180);
  expect(boxOf(region('Time')).width).toBeGreaterThan(300);

  await page.viewport(1440, 900);
  await press('Edit');
  await page.getByText('Phone', { exact: true }).click();
  await expectName('Temperature', /position 1 of 4, half width, 2 high/);
  const heightOf = (part: string) => document.querySelector(`.phone-cell ${part}`)?.getBoundingClientRect().height;
  expect(heightOf('.widget')).toBe(heightOf('.editor-mover'));
  await mover('Temperature').click();
  await keys('{ArrowDown}');
  await expectName('Temperature', /position 2 of 4/);
  await expect.element(mover('Temperature')).toHaveFocus();
  await keys('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  await expectName('Temperature', /full width, 3 high/);
  await mover('Time').click();
  await keys('{Delete}');
  const hidden = page.getByRole('list', { name: 'Order on phones' }).getByText('Hidden on phones');
  await expect.element(hidden).toBeVisible();
  await keys('{Control>}z{/Control}');
  await expect.element(hidden).not.toBeInTheDocument();
  await keys('{Control>}{Shift>}z{/Shift}{/Control}');
  await done();
  await expect.element(region('Time')).toBeVisible();
  expect(saved()).toEqual([
    { id: 'b', phone: undefined },
    { id: 'a', phone: { width: 'full', height: 3, hidden: false } },
    { id: 'c', phone: { width: 'full', height: 2, hidden: true } },
    { id: 'd', phone: undefined },
  ]);

  await page.viewport(360, 800);
  await expect.element(region('Time')).not.toBeInTheDocument();
  expect(boxOf(region('Humidity')).top).toBeLessThan(boxOf(region('Temperature')).top);
  await press('Edit');
  await press('Reset phone layout');
  await done();
  await expect.element(region('Time')).toBeVisible();
  expect(saved()).toEqual(['a', 'b', 'c', 'd'].map((id) => ({ id, phone: undefined })));
});
