import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('a dashboard of two boards is shared with somebody who has neither, operated by them, and revoked', async ({
  page,
  browser,
  boards,
}) => {
  const [ann, ben] = [await newUser(), await newUser()];
  const greenhouse = await ann.board({ name: 'Greenhouse', family: 'esp8266' });
  const tank = await ann.board({ kit: 'tank', name: 'Tank', intervalMs: 2_000 });
  boards.push(greenhouse, tank);
  const place = { y: 0, width: 4, height: 3 };
  const target = { kind: 'output', pin: 'D1', mode: 'digit' };
  const widgets = [
    { ...place, id: 'a', x: 0, device: greenhouse.espid, content: { type: 'value', title: 'Air', key: 'temp' } },
    { ...place, id: 'b', x: 4, device: tank.espid, content: { type: 'table', title: 'Level', keys: ['level'] } },
    { ...place, id: 'c', x: 8, device: greenhouse.espid, content: { type: 'switch', title: 'Fan', target } },
  ];
  const { id } = (await ann.api('POST', '/api/dashboards', { name: 'Farm', widgets, espids: [] })) as { id: number };
  const shares = `/api/dashboards/${id}/shares`;
  await ann.api('POST', shares, { email: ben.email, role: 'operator', expiresAt: null });
  const offers = (await ben.api('GET', '/api/offers')) as { dashboards: { id: number }[] };
  for (const offer of offers.dashboards) await ben.api('POST', `/api/offers/${offer.id}/accept`, {});

  const friend = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await openAs(friend, ben, `/dashboard/${id}`);
  await expect(friend.getByRole('heading', { level: 1, name: 'Farm' })).toBeVisible();
  await expect(friend.getByText('Not available: the owner')).toHaveCount(0);
  const air = friend.locator('.dashboard-cell-value');
  await expect(air).toContainText(/\d/);
  const before = await air.textContent();
  await expect.poll(() => air.textContent()).not.toBe(before);
  for (const { espid } of [greenhouse, tank]) {
    const [from, to] = [Date.now() - 3_600_000, Date.now() + 3_600_000];
    const history = `/api/device/${encodeURIComponent(espid)}/history?from=${from}&to=${to}&points=10`;
    // What came a moment ago may not be stored yet, and a stretch of the past is fetched once.
    await expect.poll(async () => ((await ann.api('GET', history)) as { times: number[] }).times).not.toEqual([]);
  }
  await friend.getByRole('button', { name: 'Playback' }).click();
  await expect(friend.getByRole('region', { name: 'Playback' })).toBeVisible();
  await friend.getByRole('slider', { name: 'Playback time' }).press('End');
  for (const name of ['Air', 'Level'])
    await expect(friend.locator('.replay-grid').getByRole('region', { name })).toContainText(/\d/);
  await expect(friend.getByText('Some values did not load')).toHaveCount(0);
  const [share] = ((await ann.api('GET', shares)) as { shares: { id: number }[] }).shares;
  await ann.api('PATCH', `${shares}/${share?.id}`, { playback: false });
  await expect(friend.getByRole('region', { name: 'Playback' })).toBeHidden();
  await expect(friend.getByRole('button', { name: 'Playback' })).toBeHidden();

  await friend.getByRole('switch', { name: /Fan/ }).click();
  await expect(friend.getByRole('switch', { name: /Fan/ })).toBeChecked();
  await openAs(page, ann, `/device/${encodeURIComponent(greenhouse.espid)}/Sharing`);
  await expect(page.getByText(ben.email).first()).toBeVisible();

  const { shares: found } = (await ann.api('GET', shares)) as { shares: { id: number }[] };
  for (const share of found) await ann.api('DELETE', `${shares}/${share.id}`);
  await expect(friend.getByText('Dashboard not found')).toBeVisible();
  await friend.context().close();
});
