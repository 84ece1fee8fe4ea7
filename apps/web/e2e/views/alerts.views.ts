import type { ActionableMessage } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { newGrower } from '../support/alerts.ts';
import { sendValues } from '../support/send-values.ts';
import { expect } from '../support/test.ts';
import { closeDialog, openAs, product, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];

const hot = /Critical: Temperature was 34/;
const alertsTab = (espid: string) => `/device/${encodeURIComponent(espid)}/Alerts`;

/** Somebody whose board is too hot; when the page of the alert is there, it is open on it. */
async function openHot(page: Page, boards: Boards, pathOf: (espid: string) => string) {
  const made = await newGrower(boards as Parameters<typeof newGrower>[0]);
  await sendValues(made.board, { temp: 34 });
  await openAs(page, made.user, pathOf(made.espid));
  await expect(page.getByRole('button', { name: 'Alerts, 1 active, worst: critical' })).toBeVisible();
  return made;
}

/** The page that a mail about an alert leads to; a real link is in a mail, which takes a server of its own. */
async function openMessage(page: Page, more: Partial<ActionableMessage> = {}) {
  const message: ActionableMessage = {
    subject: 'Greenhouse: Too hot',
    text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
    severity: 'critical',
    at: Date.now() - 120_000,
    link: '/alerts',
    alerts: { active: 1, acknowledged: 0, cleared: 0, snoozed: 0 },
    mayAcknowledge: true,
    mayAct: true,
    outputs: ['Exhaust fan', 'Mist nozzles above the tomatoes'].map((name, index) => ({
      ...{ espid: 'ESP32-1', device: 'Greenhouse', online: true, pin: `D${index}`, name },
      ...{ locked: false, wanted: null, reported: index },
    })),
    ...more,
  };
  await page.route('**/api/public/message', (route) => route.fulfill({ json: message }));
  await page.route('**/api/public/message/receipts', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${product.http}/message#${'a'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'Greenhouse: Too hot' })).toBeVisible();
}

/** What is or was wrong, on its page, on the tab of a device and under the bell, and the rules that find it. */
export const alertsViews: readonly PageView[] = [
  {
    name: 'the tab Alerts of a device with an alert',
    async open(page, boards, check) {
      const { espid } = await openHot(page, boards, () => '/device');
      await page.getByRole('button', { name: /^Alerts, 1 active/ }).click();
      await expect(page.getByRole('region', { name: 'Newest alerts' }).getByText('Greenhouse')).toBeVisible();
      await check('the newest alerts under the bell, over a list with a mark');
      await closeDialog(page);
      await visit(page, '/alerts');
      await page.getByRole('checkbox', { name: /^Select: Greenhouse/ }).check();
      await expect(page.getByRole('region', { name: 'Selected alerts' })).toBeVisible();
      await check('the page of alerts, with one that is chosen');
      await visit(page, '/alerts?show=history');
      await page.getByRole('button', { name: 'Details' }).click();
      await expect(page.getByRole('dialog', { name: 'Alert' }).getByText('Timeline')).toBeVisible();
      await check('what became of an alert');
      await closeDialog(page);
      await visit(page, alertsTab(espid));
      await expect(page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Too hot' })).toBeVisible();
    },
  },
  {
    name: 'the editor of a rule, tried on the past',
    async open(page, boards, check) {
      const { user, espid } = await newGrower(boards as Parameters<typeof newGrower>[0]);
      await user.api('PATCH', `/api/device/${espid}`, { tags: ['vegetables'] });
      const hourMs = 3_600_000;
      const begin = (scope: object, from: number | null, hours: number) =>
        user.api('POST', '/api/maintenance', {
          scope,
          from,
          until: Date.now() + hours * hourMs,
          weekly: from !== null,
        });
      await begin({ kind: 'devices', espids: [espid] }, null, 4);
      await begin({ kind: 'tag', tag: 'vegetables' }, Date.now() + 24 * hourMs, 26);
      await openAs(page, user, '/alerts/maintenance');
      await expect(page.getByText(/every week$/)).toBeVisible();
      await check('the page of what is in maintenance or will be');
      await visit(page, alertsTab(espid));
      await page.getByRole('button', { name: 'Add rule' }).click();
      await expect(page.getByRole('slider', { name: 'Limit on the chart' })).toBeVisible();
    },
  },
  {
    name: 'charts that are shaded while an alert is active',
    async open(page, boards, check) {
      const { espid } = await openHot(page, boards, () => '/alerts/rules');
      await expect(page.getByRole('heading', { name: 'Too hot' })).toBeVisible();
      await check('the page of the rules');
      await visit(page, '/alerts');
      await page.getByRole('main').getByRole('button', { name: 'Snooze', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Snooze until…' }).click();
      await expect(page.getByRole('dialog', { name: 'Snooze until' })).toBeVisible();
      await check('until when an alert is snoozed');
      await closeDialog(page);
      const shaded = page.getByRole('slider', { name: hot });
      await visit(page, `/device/${encodeURIComponent(espid)}/Overview`);
      await expect(shaded).toBeVisible();
      await check('the overview of a device, with a shaded chart');
      await visit(page, `/device/${encodeURIComponent(espid)}/History`);
      await expect(page.getByText('Shaded: while an alert was active')).toBeVisible();
    },
  },
  {
    name: 'a public link with alerts and a shaded chart',
    async open(page, boards, check) {
      const { user, espid } = await openHot(page, boards, () => '/device');
      const place = { device: espid, y: 0, width: 6, height: 4 };
      const widgets = [
        { ...place, id: 'list', x: 0, content: { type: 'alerts', title: 'What is wrong' } },
        { ...place, id: 'air', x: 6, content: { type: 'chart', title: 'Air', keys: ['temp'], minutes: 60 } },
      ];
      const request = { name: 'Farm', espids: [], widgets };
      const { id } = (await user.api('POST', '/api/dashboards', request)) as { id: number };
      const settings = { name: 'Wall', expiresAt: null, exposed: [], origins: [], password: null };
      const { token } = (await user.api('POST', `/api/dashboards/${id}/links`, settings)) as { token: string };
      const shaded = page.getByRole('region', { name: 'Air', exact: true }).getByRole('img', { name: hot });
      await page.goto(`${product.http}/dashboard/${id}`);
      await expect(shaded).toBeVisible();
      await check('a dashboard with alerts and a shaded chart');
      await page.goto(`${product.http}/kiosk?${new URLSearchParams({ show: `dashboard:${id}` })}`);
      await expect(shaded).toBeVisible();
      await check('a kiosk with alerts and a shaded chart');
      await page.goto(`${product.http}/view/${token}`);
      await expect(shaded).toBeVisible();
      await expect(page.getByRole('region', { name: 'What is wrong' }).getByRole('listitem')).toBeVisible();
    },
  },
  { name: 'what can be done from a message', open: (page) => openMessage(page) },
  {
    name: 'a message of which everything is over',
    open: (page) =>
      openMessage(page, {
        alerts: { active: 0, acknowledged: 0, cleared: 1, snoozed: 0 },
        mayAcknowledge: false,
        mayAct: false,
        outputs: [],
      }),
  },
];
