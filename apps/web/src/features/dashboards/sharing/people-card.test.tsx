import type { DeviceShares, Share } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { publicConfigOf } from '../../../../test/config.ts';
import { withNextPress } from '../../../../test/next-press.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { knowConfig } from '../../../../test/shell.ts';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { PeopleCard } from './people-card.tsx';

const path = '/api/device/ESP32-1/shares';
const ben = 'ben@example.com';
const sendsMail = publicConfigOf({ mailConfigured: true });

const shareOf = (more: Partial<Share> = {}): Share => ({
  id: 1,
  email: ben,
  role: 'viewer',
  state: 'accepted',
  createdAt: Date.now(),
  expiresAt: null,
  lastSeenAt: null,
  playback: true,
  ...more,
});

/** The card of a device with these shares; what the component saves is put into `state` by the responses. */
async function openPeople(shares: Share[], limit: number | null, replies: Parameters<typeof stubApi>[0] = {}) {
  const state: DeviceShares = { shares, transfer: null, limit };
  const calls = stubApi({
    'GET /api/config': sendsMail,
    [`GET ${path}`]: () => state,
    'GET /api/plan': refuse(400, 'bad_request', 'No plan.'),
    ...replies,
  });
  await knowConfig(sendsMail);
  const thing = { kind: 'device', espid: 'ESP32-1', name: 'Greenhouse' } as const;
  const { screen } = await renderInApp(<PeopleCard thing={thing} />);
  return { screen, state, changes: () => calls.filter(({ method }) => method !== 'GET') };
}

it('invites somebody by e-mail as what is chosen, and shows what that allows', async () => {
  const { screen, state, changes } = await openPeople([], 2, {
    [`POST ${path}`]: () => {
      state.shares = [shareOf({ role: 'operator', state: 'invited' })];
    },
  });
  await expect.element(screen.getByText(/^Only you see this device\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Greenhouse' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(dialog.getByText('Enter the e-mail address of the person to invite.')).toBeVisible();
  await dialog.getByLabelText('E-mail').fill(` ${ben} `);
  await dialog.getByText('Operator', { exact: true }).click();
  await expect.element(dialog.getByText(/switches outputs and sends events/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changes()).toMatchObject([{ method: 'POST', body: { email: ben, role: 'operator', expiresAt: null } }]);
  const row = screen.getByRole('listitem');
  await expect.element(row).toMatchTextContent(/ben@example\.com.*Operator.*Invited/);
  await expect.element(screen.getByText('Shared with 1 of 2 people')).toBeVisible();
  await expect.element(screen.getByText('Invitation sent')).toBeVisible();
});

it('shows what the server refuses at its field, and keeps what was typed', async () => {
  const { screen } = await openPeople([], null, {
    [`POST ${path}`]: () => refuse(400, 'validation_failed', 'No.', { fields: { email: 'That is your own address.' } }),
  });
  await screen.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('E-mail').fill(ben);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('That is your own address.');
  await expect.element(dialog.getByLabelText('E-mail')).toHaveValue(ben);
});

it('changes what somebody may do and until when', async () => {
  const { screen, state, changes } = await openPeople([shareOf()], null, {
    [`PATCH ${path}/1`]: () => {
      state.shares = [shareOf({ role: 'manager' })];
    },
  });
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/Not opened yet/);
  await screen.getByRole('button', { name: `Edit the access of ${ben}` }).click();
  const dialog = page.getByRole('dialog', { name: `Access of ${ben}` });
  await dialog.getByText('Manager', { exact: true }).click();
  await dialog.getByRole('button', { name: /Expires/ }).click();
  await page.getByRole('option', { name: 'On a date' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Choose today or a later day.')).toBeVisible();
  expect(changes()).toEqual([]);
  await dialog.getByRole('button', { name: /Expires/ }).click();
  await page.getByRole('option', { name: /^No change/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/Manager/);
  expect(changes()).toMatchObject([{ method: 'PATCH', body: { role: 'manager' } }]);
});

it('lets anyone who is invited to a dashboard playback in time, unless its owner does not want that', async () => {
  const shares = '/api/dashboards/7/shares';
  let list = [shareOf({ playback: false })];
  const calls = stubApi({
    'GET /api/config': sendsMail,
    [`GET ${shares}`]: () => ({ shares: list, transfer: null, limit: null }),
    [`POST ${shares}`]: undefined,
    [`PATCH ${shares}/1`]: () => {
      list = [shareOf({ playback: true })];
    },
  });
  await knowConfig(sendsMail);
  const { screen } = await renderInApp(<PeopleCard thing={{ kind: 'dashboard', id: 7, name: 'Hall' }} />);
  const row = screen.getByRole('listitem');
  await expect.element(row).toMatchTextContent(/No playback/);
  await screen.getByRole('button', { name: `Edit the access of ${ben}` }).click();
  const box = page.getByRole('dialog').getByRole('checkbox', { name: 'Allow playback' });
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(page.getByText(/as far back as your history goes/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).toMatchTextContent(/Playback allowed/);

  await screen.getByRole('button', { name: 'Invite someone' }).click();
  await expect.element(box).toBeChecked();
  await box.click();
  await page.getByRole('dialog').getByLabelText('E-mail').fill('cy@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const sent = calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  expect(sent).toMatchObject([{ playback: true }, { email: 'cy@example.com', playback: false }]);
});

it('stops sharing only after a question', async () => {
  const { screen, state, changes } = await openPeople([shareOf()], null, {
    [`DELETE ${path}/1`]: () => {
      state.shares = [];
    },
  });
  await screen.getByRole('button', { name: `Stop sharing with ${ben}` }).click();
  const question = page.getByRole('alertdialog', { name: `Stop sharing with ${ben}?` });
  await question.getByRole('button', { name: 'Keep sharing' }).click();
  expect(changes()).toEqual([]);
  await screen.getByRole('button', { name: `Stop sharing with ${ben}` }).click();
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expect.element(screen.getByText(/^Only you see this device\./)).toBeVisible();
});

it('invites nobody when the plan has no room, until somebody is revoked', async () => {
  const guests = [1, 2].map((id) => shareOf({ id, email: `guest${id}@example.com`, state: 'invited' }));
  const { screen, state } = await openPeople(guests, 2, {
    [`DELETE ${path}/1`]: () => {
      state.shares = guests.slice(1);
    },
  });
  await expect.element(screen.getByText(/^Your plan allows 2 people\./)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/bill');
  await expect.element(screen.getByRole('button', { name: 'Invite someone' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Cancel the invitation of guest1@example.com' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invitation' }).click();
  await expect.element(screen.getByText('Shared with 1 of 2 people')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Invite someone' })).toBeEnabled();
});

it('shows that the people did not load, and tries again', async () => {
  let isAway = true;
  const { screen } = await openPeople([], null, {
    [`GET ${path}`]: () => (isAway ? refuse(400, 'bad_request', 'No.') : { shares: [], transfer: null, limit: null }),
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The people did not load\./);
  withNextPress(() => {
    isAway = false;
  });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/^Only you see this device\./)).toBeVisible();
});
