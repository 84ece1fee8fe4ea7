import type { Locator, Page } from '@playwright/test';
import { newGrower, openStates, storedMaximum } from './support/alerts.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { openAs, visit } from './support/users.ts';

/** Drags something down by so many pixels, up if negative, with the pointer. */
async function dragBy(handle: Locator, pixels: number): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { mouse } = handle.page();
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await mouse.move(x + width / 2, y + height / 2 + pixels, { steps: 4 });
  await mouse.up();
}

test('a board passes a limit, the bell counts it, somebody acknowledges it, and it clears', async ({
  page,
  boards,
}) => {
  const { user, board, espid } = await newGrower(boards);
  await openAs(page, user, `/device/${encodeURIComponent(espid)}/Alerts`);
  await expect(page.getByText('No open alerts for Greenhouse')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Too hot' })).toBeVisible();
  const bell = page.getByRole('banner').getByRole('button', { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName('Alerts, none active');

  await test.step('the alert comes by itself, to the tab, the bell and the menu', async () => {
    await sendValues(board, { temp: 34 });
    await expect(bell).toHaveAccessibleName('Alerts, 1 active, worst: critical');
    await expect(page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem')).toContainText('34');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts 1' })).toBeVisible();
  });

  await test.step('it is acknowledged from the bell', async () => {
    await bell.click();
    const panel = page.getByRole('region', { name: 'Newest alerts' });
    await panel.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(panel.getByText('Acknowledged')).toBeVisible();
    await expect(bell).toHaveAccessibleName('Alerts, none active');
    await page.keyboard.press('Escape');
    await expect.poll(() => openStates(user)).toEqual(['acknowledged']);
  });

  await test.step('it clears when the value is back, and stands in the history with what became of it', async () => {
    await sendValues(board, { temp: 27 });
    await expect(page.getByText('No open alerts for Greenhouse')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Alerts/ })
      .click();
    await expect(page.getByRole('heading', { name: 'No open alerts' })).toBeVisible();
    await page.getByText('History', { exact: true }).click();
    const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await expect(row).toContainText('Cleared');
    await row.getByRole('button', { name: 'Details' }).click();
    const sheet = page.getByRole('dialog', { name: 'Alert' });
    await expect(sheet.getByText(`Acknowledged by ${user.email}`, { exact: true })).toBeVisible();
    await sheet.getByRole('link', { name: 'Show in History' }).click();
    await expect(page.getByText('Shaded: while an alert was active')).toBeVisible();
  });
});

test('an alert shades the charts of its variable, and its limit is a line in them, also on dashboards and for who has their link', async ({
  page,
  boards,
  browser,
}) => {
  const { user, board, espid } = await newGrower(boards);
  await sendValues(board, { humid: 60 });
  const chart = { type: 'chart', title: 'Air', keys: ['temp'], minutes: 10 };
  const widgets = [{ id: 'air', device: espid, x: 0, y: 0, width: 8, height: 4, content: chart }];
  const { id } = (await user.api('POST', '/api/dashboards', { name: 'Farm', espids: [], widgets })) as { id: number };
  const settings = { name: 'Everybody', expiresAt: null, exposed: [], origins: [], password: null };
  const { token } = (await user.api('POST', `/api/dashboards/${id}/links`, settings)) as { token: string };
  const hot = /Critical: Temperature was 34 °C/;
  const hotAndLimit = /Alert above 30 °C\. Critical: Temperature was 34 °C/;
  const widget = (of: Page) => of.getByRole('region', { name: 'Air', exact: true }).getByRole('img');

  await test.step('on the overview as soon as it begins, over the one chart', async () => {
    await openAs(page, user, `/device/${encodeURIComponent(espid)}/Overview`);
    const slider = page.getByRole('slider', { name: /^Temperature/ });
    await expect(slider).toHaveAccessibleName(/21\.5/);
    await sendValues(board, { temp: 34 });
    await expect(slider).toHaveAccessibleName(hot);
    await slider.focus();
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', hot);
    await expect(page.locator('.chart-crosshair-value').first()).toContainText(hot);
    await expect(page.getByRole('slider', { name: /^Humidity/ })).not.toHaveAccessibleName(/Critical/);
  });

  await test.step('on a dashboard', async () => {
    await visit(page, `/dashboard/${id}`);
    await expect(widget(page)).toHaveAccessibleName(hotAndLimit);
  });

  await test.step('for visitors of a public link also once it is over', async () => {
    const visitor = await browser.newPage();
    await visitor.goto(`${user.http}/view/${token}`);
    await expect(widget(visitor)).toHaveAccessibleName(hotAndLimit);
    await sendValues(board, { temp: 27 });
    await expect.poll(() => openStates(user)).toEqual([]);
    await visitor.reload();
    await expect(widget(visitor)).toHaveAccessibleName(hotAndLimit);
    await visitor.close();
  });
});

test('a rule is written as a sentence, tried on the past, deleted and restored', async ({ page, boards }) => {
  const { user, board, espid } = await newGrower(boards);
  await sendValues(board, { temp: 24 }, { temp: 22 });
  // While the database is slow, messages wait on the disk; a rule is tried on what is in the database.
  await expect.poll(() => storedMaximum(user, espid)).toBe(24);
  await openAs(page, user, '/alerts/rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const sheet = page.getByRole('dialog', { name: 'New rule' });
  await expect(sheet.getByRole('textbox', { name: 'It clears at' })).not.toHaveValue('');
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('23');
  await sheet.getByRole('textbox', { name: 'It clears at' }).fill('22.5');
  await sheet.getByRole('button', { name: 'Remove: For how long' }).click();
  await expect(sheet.getByText('Would have alerted once', { exact: false })).toBeVisible();
  const handle = sheet.getByRole('slider', { name: 'Limit on the chart' });
  await handle.focus();
  await handle.press('PageUp');
  await expect(sheet.getByRole('textbox', { name: 'Limit', exact: true })).not.toHaveValue('23');
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('23');
  await expect(handle).toHaveAttribute('aria-valuenow', '23');
  await dragBy(handle, 40);
  const dragged = Number(await sheet.getByRole('textbox', { name: 'Limit', exact: true }).inputValue());
  expect(dragged).toBeLessThan(23);
  await expect(handle).toHaveAttribute('aria-valuenow', String(dragged));
  await dragBy(handle, -400);
  await expect(handle).toHaveAttribute('aria-valuenow', (await handle.getAttribute('aria-valuemax')) ?? '');
  await page.mouse.move(0, 0);
  await expect(handle).toHaveAttribute('aria-valuenow', (await handle.getAttribute('aria-valuemax')) ?? '');
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('30');
  await expect(sheet.getByText('Would not have alerted in the last 7 days.')).toBeVisible();
  await sheet.getByLabel('Name (optional)').fill('Warm');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Warm' }) });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('devices are put into maintenance from the list, stay quiet, and are reported when it ends', async ({
  page,
  boards,
}) => {
  const { user, board, espid } = await newGrower(boards);
  const subjects = async () => {
    const { messages } = (await user.api('GET', '/api/notifications/messages')) as { messages: { subject: string }[] };
    return messages.map(({ subject }) => subject);
  };
  await openAs(page, user, '/device');

  await test.step('several are chosen, and the list marks them', async () => {
    await page.getByRole('button', { name: 'Select' }).click();
    const bar = page.getByRole('region', { name: 'Selected devices' });
    await bar.getByRole('button', { name: 'All 1' }).click();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Maintenance' }).click();
    await page.getByRole('dialog', { name: 'Maintenance' }).getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('main').getByTitle(/^Maintenance until/)).toBeVisible();
  });

  await test.step('an alert is recorded with a mark, and its widget shows it', async () => {
    await sendValues(board, { temp: 34 });
    await page.goto(`${user.http}/device/${encodeURIComponent(espid)}/Dashboard`);
    const mark = page.getByRole('main').getByRole('link', { name: /^Critical: Temperature was 34/ });
    await mark.first().click();
    await expect(page.getByRole('region', { name: 'Open alerts' })).toContainText('During maintenance');
    expect(await subjects()).toEqual([]);
  });

  await test.step('people are notified as soon as it ends', async () => {
    await page.getByRole('button', { name: 'End the maintenance of Greenhouse now' }).click();
    await expect(page.getByText(/^Maintenance until/)).toBeHidden();
    await expect.poll(subjects).toEqual(['Greenhouse: Too hot – still active']);
  });
});
