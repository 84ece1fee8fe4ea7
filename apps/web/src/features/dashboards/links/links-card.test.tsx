import { linkChange, newLink, type PublicLink, type Widget } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { LinksCard } from './links-card.tsx';

const path = '/api/dashboards/5/links';
const place = { x: 0, y: 0, width: 4, height: 4 };
const widgets: Widget[] = [
  { ...place, id: 'text', content: { type: 'text', title: 'Note', text: 'Rows', keys: [] } },
  {
    ...place,
    id: 'fan',
    content: { type: 'switch', title: 'Fan', target: { kind: 'output', pin: 'D1', mode: 'digit' } },
  },
];

async function openLinks() {
  let links: PublicLink[] = [];
  const calls = stubApi({
    [`GET ${path}`]: () => ({ links }),
    [`POST ${path}`]: ({ body }) => {
      const { password, ...request } = newLink.parse(body);
      const hasPassword = password !== null;
      links = [{ ...request, id: 9, hasPassword, createdAt: Date.now(), openedAt: null, devices: null, viewers: 0 }];
      return { link: links[0], token: 'secret' };
    },
    [`PUT ${path}/9`]: ({ body }) => {
      const { exposed } = linkChange.parse(body);
      links = links.map((link) => ({ ...link, exposed }));
      return links[0];
    },
    [`DELETE ${path}/9`]: () => {
      links = [];
    },
  });
  const { screen } = await renderInApp(<LinksCard dashboard={{ id: 5, widgets, espids: ['N'] }} />);
  return { screen, sent: () => calls.filter(({ method }) => method !== 'GET') };
}

it('makes a link with a password and a control, shows it this once, changes and revokes it', async () => {
  const { screen, sent } = await openLinks();
  await expect.element(screen.getByText(/^No links\./)).toBeVisible();
  await screen.getByRole('button', { name: 'New link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New public link' });
  await expect.element(dialog.getByText('Nothing: visitors look only.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).not.toBeInTheDocument();
  await dialog.getByLabelText('Password', { exact: true }).fill('short');
  await dialog.getByLabelText('Pages that may show it in a frame').fill('nowhere');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  for (const text of [
    'Say what the link is for.',
    'At least 8 characters.',
    '“nowhere” is no address of a page such as https://example.com.',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByLabelText('What it is for').fill('Club house');
  await dialog.getByLabelText('Password', { exact: true }).fill('moss and stones');
  await dialog.getByLabelText('Pages that may show it in a frame').fill('https://club.example.com/page');
  await dialog.getByLabelText('Fan').click();
  await expect.element(dialog.getByText('Everybody with the link can operate this, without an account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const made = screen.getByRole('region', { name: 'The link Club house' });
  await expect.element(made.getByText(`${location.origin}/view/secret`)).toBeVisible();
  expect(sent()[0]?.body).toEqual({
    name: 'Club house',
    expiresAt: null,
    exposed: ['fan'],
    password: 'moss and stones',
    origins: ['https://club.example.com'],
    espids: ['N'],
  });
  const row = screen.getByRole('listitem');
  await expect.element(row).toMatchTextContent(/Club house.*Password.*Can operate.*not opened yet, visitors operate 1/);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect.element(made).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Change the link Club house' }).click();
  const change = page.getByRole('dialog', { name: 'Change Club house' });
  await change.getByLabelText('Fan').click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).toMatchTextContent(/visitors look only/);
  // Without a password in it the one that there is stays.
  expect(sent()[1]?.body).not.toHaveProperty('password');

  await screen.getByRole('button', { name: 'Revoke the link Club house' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText(/^No links\./)).toBeVisible();
});

it('is for a dashboard that there is', async () => {
  stubApi({});
  const { screen } = await renderInApp(<LinksCard dashboard={null} />);
  await expect.element(screen.getByText('Make a dashboard first: a link shows what stands on it.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'New link' })).toBeDisabled();
});
