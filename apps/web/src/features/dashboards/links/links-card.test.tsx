import { linkChange, newLink, type PublicLink, type Widget } from '@cyno/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
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
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { screen, sent } = await openLinks();
  await expect.element(screen.getByText(/^No links yet\./)).toBeVisible();
  await screen.getByRole('button', { name: 'New link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New public link' });
  await expect.element(dialog.getByText('None: visitors can only view.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).not.toBeInTheDocument();
  await dialog.getByLabelText('Password', { exact: true }).fill('short');
  await dialog.getByLabelText('Websites allowed to embed it').fill('nowhere');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  for (const text of [
    'Enter a name.',
    'At least 8 characters.',
    '“nowhere” is not the address of a website, such as https://example.com.',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByLabelText('Name').fill('Club house');
  await dialog.getByLabelText('Password', { exact: true }).fill('moss and stones');
  await dialog.getByLabelText('Websites allowed to embed it').fill('https://club.example.com/page');
  await dialog.getByLabelText('Fan').click();
  await expect.element(dialog.getByText('Everyone with the link can use these, without an account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('alertdialog', { name: 'Public link Club house' });
  await expect.element(made.getByText(`${location.origin}/view/secret`)).toBeVisible();
  await expect.element(made.getByRole('img', { name: 'QR code of the link Club house' })).toBeVisible();
  await made.getByLabelText('Full screen, for a screen on the wall').click();
  await expect.element(made.getByText(`${location.origin}/view/secret?kiosk`)).toBeVisible();
  await made.getByRole('button', { name: 'Share' }).click();
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: `${location.origin}/view/secret?kiosk` }));
  expect(sent()[0]?.body).toEqual({
    name: 'Club house',
    expiresAt: null,
    exposed: ['fan'],
    password: 'moss and stones',
    origins: ['https://club.example.com'],
    espids: ['N'],
  });
  const row = screen.getByRole('listitem');
  await expect
    .element(row)
    .toMatchTextContent(/Club house.*Password.*Controls.*Not opened yet · Visitors use 1 control/);
  await userEvent.keyboard('{Escape}');
  expect(hasUnsavedChanges()).toBe(true);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect.element(made).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Edit the link Club house' }).click();
  const change = page.getByRole('dialog', { name: 'Edit Club house' });
  await change.getByLabelText('Fan').click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).toMatchTextContent(/View only/);
  // Without a password in it the one that there is stays.
  expect(sent()[1]?.body).not.toHaveProperty('password');

  await screen.getByRole('button', { name: 'Revoke the link Club house' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText(/^No links yet\./)).toBeVisible();
});

it('is for a dashboard that there is', async () => {
  stubApi({});
  const { screen } = await renderInApp(<LinksCard dashboard={null} />);
  await expect.element(screen.getByText('Create a dashboard first. A link shows its widgets.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'New link' })).toBeDisabled();
});

const clubHouse: PublicLink = {
  id: 9,
  name: 'Club house',
  exposed: ['fan'],
  expiresAt: null,
  origins: [],
  hasPassword: false,
  createdAt: Date.now(),
  openedAt: null,
  devices: { shown: 1, all: 2 },
  viewers: 0,
};

it('says before it shows all devices that visitors can control the new ones too', async () => {
  const calls = stubApi({ [`GET ${path}`]: { links: [clubHouse] }, [`PUT ${path}/9`]: clubHouse });
  const { screen } = await renderInApp(<LinksCard dashboard={{ id: 5, widgets, espids: ['N', 'S'] }} />);
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const showAll = screen.getByRole('button', { name: 'Show all devices on the link Club house' });
  const question = page.getByRole('alertdialog', { name: 'Show all devices on “Club house”?' });
  await showAll.click();
  await expect.element(question).toMatchTextContent(/Visitors can then also control the new devices/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await showAll.click();
  await question.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(sent).toMatchObject([{ exposed: ['fan'], espids: ['N', 'S'] }]);
});

it('makes each change from the one before it, also before the list was read again', async () => {
  const listed = Promise.withResolvers<{ links: PublicLink[] }>();
  let link = clubHouse;
  let isChanged = false;
  const calls = stubApi({
    [`GET ${path}`]: () => (isChanged ? listed.promise : { links: [link] }),
    [`PUT ${path}/9`]: ({ body }) => {
      const { exposed, espids } = linkChange.parse(body);
      isChanged = true;
      link = { ...link, exposed, devices: { shown: espids ? 2 : 1, all: 2 } };
      return link;
    },
  });
  const { screen } = await renderInApp(<LinksCard dashboard={{ id: 5, widgets, espids: ['N', 'S'] }} />);
  const row = screen.getByRole('listitem');
  await screen.getByRole('button', { name: 'Edit the link Club house' }).click();
  await page.getByRole('dialog').getByLabelText('Fan').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show all devices on the link Club house' }).click();
  await expect.element(row).toMatchTextContent(/View only · No expiry · Shows 2 of 2 devices/);
  const bodies = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(bodies).toMatchObject([{ exposed: [] }, { exposed: [], espids: ['N', 'S'] }]);
  listed.resolve({ links: [link] });
});
