import type { Profile } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { profileOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { profileQuery } from '../profile-query.ts';
import { ProfileCard } from './profile-card.tsx';

it('shows at once how dates look in another zone and format, and saves all of it', async () => {
  const calls = stubApi({ 'PATCH /api/profile': () => profileOf() });
  const { screen } = await renderInApp(<ProfileCard profile={profileOf()} />);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('textbox', { name: 'Name' }).fill(' Narin ');
  await screen.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await screen.getByRole('option', { name: /Asia\/Tokyo, UTC\+09:00/ }).click();
  await screen.getByRole('button', { name: /Dates/ }).click();
  await screen.getByRole('option', { name: /yyyy-mm-dd/ }).click();
  const inTokyo = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format();
  await expect
    .poll(() => document.querySelector('.profile-now')?.textContent)
    .toMatch(new RegExp(`^Now it is ${inTokyo()} \\d\\d:\\d\\d:\\d\\d`));
  await screen.getByRole('button', { name: /Language/ }).click();
  await screen.getByRole('option', { name: 'ไทย' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('บันทึกโปรไฟล์แล้ว')).toBeVisible();
  const body = { name: 'Narin', timeZone: 'Asia/Tokyo', dateFormat: 'yyyy-mm-dd', language: 'th' };
  expect(calls).toMatchObject([{ method: 'PATCH', path: '/api/profile', body }]);
});

function Card() {
  const { data } = useQuery(profileQuery);
  return data && <ProfileCard profile={data} />;
}

it('sends only what was changed, and keeps what is typed while it is saved', async () => {
  const saved = Promise.withResolvers<Profile>();
  const calls = stubApi({
    'GET /api/profile': profileOf({ name: 'Narin', dateFormat: 'dd/mm/yy', language: 'en' }),
    'PATCH /api/profile': () => saved.promise,
  });
  const { screen } = await renderInApp(<Card />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  const save = screen.getByRole('button', { name: 'Save' });
  await name.fill('Narin S');
  await screen.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await screen.getByRole('option', { name: /Asia\/Tokyo, UTC\+09:00/ }).click();
  await save.click();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await name.fill('Narin Suwannarat');
  // Another tab saved another format meanwhile.
  saved.resolve(profileOf({ name: 'Narin S', timeZone: 'Asia/Tokyo', dateFormat: 'yyyy-mm-dd', language: 'en' }));
  await expect.element(screen.getByText('Profile saved')).toBeVisible();
  await expect.element(name).toHaveValue('Narin Suwannarat');
  await expect.element(screen.getByRole('button', { name: /Dates/ })).toMatchTextContent(/\d{4}-\d\d-\d\d/);
  await save.click();
  const bodies = () => callsOf(calls, 'PATCH').map(({ body }) => body);
  await expect.poll(bodies).toEqual([{ name: 'Narin S', timeZone: 'Asia/Tokyo' }, { name: 'Narin Suwannarat' }]);
});

it('sends what it shows where nothing is stored yet', async () => {
  const calls = stubApi({ 'PATCH /api/profile': profileOf({ name: 'Narin' }) });
  const { screen } = await renderInApp(<ProfileCard profile={profileOf({ timeZone: 'Asia/Tokyo' })} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Narin');
  await screen.getByRole('button', { name: 'Save' }).click();
  const bodies = () => callsOf(calls, 'PATCH').map(({ body }) => body);
  await expect.poll(bodies).toEqual([{ name: 'Narin', dateFormat: expect.any(String), language: 'en' }]);
});

it('shows why nothing was saved, and discards what was typed', async () => {
  stubApi({ 'PATCH /api/profile': () => refuse(503, 'unavailable', 'The database is away.') });
  const { screen } = await renderInApp(<ProfileCard profile={profileOf({ name: 'Narin' })} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Nobody');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The database is away.')).toBeVisible();
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Narin');
  await expect.element(screen.getByText('The database is away.')).not.toBeInTheDocument();
});
