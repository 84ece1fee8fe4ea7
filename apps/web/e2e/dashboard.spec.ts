import { sendPastDay } from './support/past-day.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, product } from './support/users.ts';

const widths = [360, 768, 1440];

test('a board that names its kit gets that dashboard, whose controls tell what became of them', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ kit: 'soil', name: 'Vegetable beds' });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Dashboard`);
  await expect(page.getByRole('heading', { name: 'Watering with the seven-in-one soil probe' })).toBeVisible();
  const moisture = page.getByRole('region', { name: 'Soil moisture', exact: true });
  await expect(moisture.getByRole('img', { name: /^\d+(\.\d)? %, (dry|getting dry|moist|wet)$/ })).toBeVisible();
  const pump = page.getByRole('region', { name: 'Pump', exact: true });
  await expect(pump).toContainText('–');
  await pump.getByRole('switch', { name: 'Pump' }).click({ force: true });
  await expect(pump).toContainText('On');
  await expect(pump).toContainText(/done, \d+ ms/);
});

test('a dashboard is made of what the board sends, exchanged for a ready-made one, and fits each screen', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ kit: 'air', name: 'Roadside' });
  boards.push(board);
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  await board.stop();
  await sendPastDay({
    espid: board.espid,
    kit: 'air',
    username: `${user.email}/${connectionKey}`,
    mqtt: product.mqtt,
    stepMs: 120_000,
    utcOffsetHours: 7,
    gap: { from: 9, to: 7 },
  });
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Dashboard`);
  await expect(page.getByRole('heading', { name: 'No dashboard yet' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use “Dust, temperature and humidity”' }).click();
  await expect(page.getByRole('img', { name: /^Dust, last 24 hours\. PM1: [\d.]+ to [\d.]+ µg\/m³/ })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${theme} ${width}`).toBe(true);
      if (width !== 768) expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
    }
  }
  await page.getByRole('button', { name: 'More about this dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Ready-made dashboards' }).click();
  const dialog = page.getByRole('dialog');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /Dashboard$/ }).click();
  await page.getByRole('option', { name: 'Everything that the board sends' }).click();
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByRole('heading', { name: 'Everything that the board sends' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'PM2.5', exact: true })).toBeVisible();
});
