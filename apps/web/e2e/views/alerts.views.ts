import type { Page } from '@playwright/test';
import { newGrower } from '../support/alerts.ts';
import { sendValues } from '../support/send-values.ts';
import { expect } from '../support/test.ts';
import { newUser, openAs } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];

const alertsTab = (espid: string) => `/device/${encodeURIComponent(espid)}/Alerts`;

/** Somebody whose board is too hot; when the page of the alert is there, it is open on it. */
async function openHot(page: Page, boards: Boards, pathOf: (espid: string) => string) {
  const made = await newGrower(boards as Parameters<typeof newGrower>[0]);
  await sendValues(made.board, { temp: 34 });
  await openAs(page, made.user, pathOf(made.espid));
  await expect(page.getByRole('button', { name: 'Alerts, 1 active, the worst is critical' })).toBeVisible();
  return made;
}

/** What is or was wrong, on its page, on the tab of a device and under the bell, and the rules that find it. */
export const alertsViews: readonly PageView[] = [
  {
    name: 'the page of alerts, without any',
    async open(page) {
      await openAs(page, await newUser(), '/alerts');
      await expect(page.getByRole('heading', { name: 'Nothing is wrong now' })).toBeVisible();
    },
  },
  {
    name: 'the page of alerts, with one that is chosen',
    async open(page, boards) {
      await openHot(page, boards, () => '/alerts');
      await page.getByRole('checkbox', { name: /^Choose: Greenhouse/ }).check();
      await expect(page.getByRole('region', { name: 'Chosen alerts' })).toBeVisible();
    },
  },
  {
    name: 'what became of an alert',
    async open(page, boards) {
      await openHot(page, boards, () => '/alerts?show=history');
      await page.getByRole('button', { name: 'Details' }).click();
      await expect(page.getByRole('dialog', { name: 'Alert' }).getByText('What became of it')).toBeVisible();
    },
  },
  {
    name: 'the tab Alerts of a device with an alert',
    async open(page, boards) {
      await openHot(page, boards, alertsTab);
      await expect(page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Too hot' })).toBeVisible();
    },
  },
  {
    name: 'the newest alerts under the bell, over a list with a mark',
    async open(page, boards) {
      await openHot(page, boards, () => '/device');
      await page.getByRole('button', { name: /^Alerts, 1 active/ }).click();
      await expect(page.getByRole('region', { name: 'Newest alerts' }).getByText('Greenhouse')).toBeVisible();
    },
  },
  {
    name: 'the editor of a rule, tried on the past',
    async open(page, boards) {
      const { user, espid } = await newGrower(boards as Parameters<typeof newGrower>[0]);
      await openAs(page, user, alertsTab(espid));
      await page.getByRole('button', { name: 'Add rule' }).click();
      await expect(page.getByRole('slider', { name: 'Limit on the chart' })).toBeVisible();
    },
  },
];
