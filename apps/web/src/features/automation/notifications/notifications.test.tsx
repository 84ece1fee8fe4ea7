import { notificationBounds } from '@cyno/contract/notification-bounds';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatsOf, contactOf, deliveryOf, messageOf, notificationPolicyOf } from '../../../../test/notifications.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { noteServerTime } from '../../../lib/live/live-client.ts';
import { ChatSettingsSection } from './chat-settings-section.tsx';
import { ContactsCard, MessagesCard, PolicyCard } from './index.ts';

const email = contactOf({ id: 'email', kind: 'email', name: 'narin@example.com', place: 'narin@example.com' });
const contacts = '/api/notifications/contacts';

describe('contacts', () => {
  it('adds a webhook, shows its secret once, and sends a test', async () => {
    let added = false;
    const calls = stubApi({
      'GET /api/chats': chatsOf(),
      [`GET ${contacts}`]: () => ({ contacts: added ? [email, contactOf()] : [email], allowed: 20 }),
      [`POST ${contacts}`]: () => {
        added = true;
        return { contact: contactOf(), secret: 'whsec_c2VjcmV0' };
      },
      [`POST ${contacts}/contact-1/test`]: deliveryOf({ state: 'failed', reason: 'Nothing listens at the address.' }),
    });
    const { screen } = await renderInApp(<ContactsCard />);
    await screen.getByRole('button', { name: 'Add a service' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a service' });
    await dialog.getByRole('button', { name: /Service/ }).click();
    await screen.getByRole('option', { name: 'Your own webhook' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(dialog.getByText('Type an address that begins with https://.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(' https://barn.example.com/cyno ');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Barn');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect
      .element(screen.getByRole('region', { name: 'The secret of Barn' }))
      .toMatchTextContent(/whsec_c2VjcmV0/);
    expect(hasUnsavedChanges()).toBe(true);
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByText('whsec_c2VjcmV0')).not.toBeInTheDocument();
    expect(hasUnsavedChanges()).toBe(false);
    await screen.getByRole('button', { name: 'Send a test to Barn' }).click();
    await expect.element(screen.getByText(/Nothing listens at the address/)).toBeVisible();
    expect(callsOf(calls, 'POST')[0]).toMatchObject({
      body: { name: 'Barn', target: { kind: 'webhook', url: 'https://barn.example.com/cyno' } },
    });
  });

  it('shows what the server says about an address', async () => {
    const problem = 'The address leads to a local network, where this server sends nothing.';
    stubApi({
      'GET /api/chats': chatsOf(),
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
      [`POST ${contacts}`]: () => refuse(400, 'bad_request', problem, { fields: { 'target.url': problem } }),
    });
    const { screen } = await renderInApp(<ContactsCard />);
    await screen.getByRole('button', { name: 'Add a service' }).click();
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: /Service$/ })
      .click();
    await screen.getByRole('option', { name: 'Discord' }).click();
    await screen.getByRole('textbox', { name: 'Webhook URL' }).fill('http://192.168.1.1/');
    await screen.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await expect.element(screen.getByText(problem)).toBeVisible();
  });

  it('tells which contacts are not used or fail, and removes one after a question while a test of it is on its way', async () => {
    let list = [
      { ...email, problem: 'This server sends no mail. Its administrator can set SMTP_URL.' },
      contactOf({ failing: { since: Date.now(), reason: 'The service responded with 500.' } }),
    ];
    stubApi({
      [`GET ${contacts}`]: () => ({ contacts: list, allowed: 20 }),
      [`DELETE ${contacts}/contact-1`]: () => {
        list = list.slice(0, 1);
        return undefined;
      },
      [`POST ${contacts}/contact-1/test`]: () => new Promise<never>(() => {}),
    });
    const { screen } = await renderInApp(<ContactsCard />);
    await expect.element(screen.getByText(/SMTP_URL/)).toBeVisible();
    await expect.element(screen.getByText(/The service responded with 500/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /Send a test to narin/ })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Send a test to Barn' }).click();
    await screen.getByRole('button', { name: 'Actions for Barn' }).click();
    await screen.getByRole('menuitem', { name: 'Remove' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.element(screen.getByText('Barn')).not.toBeInTheDocument();
  });
});

describe('Telegram', () => {
  const join = () => ({ link: 'https://t.me/farm_bot?start=c0de', byHand: null, expiresAt: Date.now() + 600_000 });
  const open = async () => {
    const rendered = await renderInApp(<ContactsCard />);
    await rendered.screen.getByRole('button', { name: 'Add a service' }).click();
    return rendered;
  };

  it('is connected by a link, and the page shows the chat when it is', async () => {
    let joined = false;
    stubApi({
      'GET /api/chats': chatsOf(),
      'POST /api/chats/telegram/join': join,
      [`GET ${contacts}`]: () => ({
        contacts: [email, contactOf({ kind: 'telegram', name: 'Old phone' }), ...(joined ? [chat] : [])],
        allowed: 20,
      }),
    });
    const chat = contactOf({ id: 'contact-2', kind: 'telegram', name: 'Narin', place: '@narin' });
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Connect Telegram' }).click();
    await expect
      .element(screen.getByRole('link', { name: 'open Telegram on this device' }))
      .toHaveAttribute('href', 'https://t.me/farm_bot?start=c0de');
    await expect.element(screen.getByRole('img', { name: 'QR code that opens Telegram' })).toBeVisible();
    joined = true;
    await expect.element(screen.getByText('Chat connected')).toBeVisible();
    await expect.element(screen.getByText('@narin')).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows an administrator what is left of the month', async () => {
    stubApi({
      'GET /api/chats': chatsOf({ quota: { limit: 1_500, used: 1_400 } }),
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    });
    const { screen } = await open();
    await expect.element(screen.getByText(/^100 of 1500 messages of this server/)).toHaveClass('chat-quota-low');
  });

  it('says when a link has expired', async () => {
    let expiresAt = 0;
    stubApi({
      'GET /api/chats': chatsOf(),
      'POST /api/chats/telegram/join': () =>
        expiresAt ? { link: 'https://t.me/farm_bot?start=01d', byHand: null, expiresAt } : join(),
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    });
    const { screen } = await open();
    expiresAt = 1;
    await screen.getByRole('button', { name: 'Connect Telegram' }).click();
    await expect.element(screen.getByText('This link has expired. Get a new one.')).toBeVisible();
    expiresAt = 0;
    await screen.getByRole('button', { name: 'New link' }).click();
    await expect.element(screen.getByText(/Waiting for your chat/)).toBeVisible();
  });

  it('a link expires by the clock of the server, where that of the browser is an hour behind', async () => {
    noteServerTime({ type: 'ready', now: Date.now() + 3_600_000 });
    onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
    stubApi({
      'GET /api/chats': chatsOf(),
      'POST /api/chats/telegram/join': join,
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    });
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Connect Telegram' }).click();
    await expect.element(screen.getByText('This link has expired. Get a new one.')).toBeVisible();
  });

  it('says what an administrator has to do where there is no bot', async () => {
    stubApi({
      'GET /api/chats': chatsOf({ configured: false, name: null, problem: 'Not set up.' }),
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    });
    const { screen } = await open();
    await screen.getByRole('button', { name: /Service$/ }).click();
    await screen.getByRole('option', { name: 'Telegram' }).click();
    await expect.element(screen.getByText(/open @BotFather and send \/newbot/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Connect Telegram' })).not.toBeInTheDocument();
  });

  it('shows why it cannot be connected now', async () => {
    const problem = 'Telegram cannot be reached from this server at the moment.';
    stubApi({
      'GET /api/chats': chatsOf({ name: null, problem }),
      'POST /api/chats/telegram/join': () => refuse(503, 'unavailable', problem),
      [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    });
    const { screen } = await open();
    await expect.element(screen.getByText(problem)).toBeVisible();
    await screen.getByRole('button', { name: 'Connect Telegram' }).click();
    await expect.element(screen.getByText(problem)).toBeVisible();
  });
});

describe('LINE', () => {
  const line = { configured: true, name: '@123abcde', problem: null };
  const open = async () => {
    const rendered = await renderInApp(<ContactsCard />);
    await rendered.screen.getByRole('button', { name: 'Add a service' }).click();
    await rendered.screen.getByRole('button', { name: /Service$/ }).click();
    await rendered.screen.getByRole('option', { name: 'LINE' }).click();
    return rendered;
  };

  it('is connected by a link, or by a message that is sent by hand', async () => {
    let joined = false;
    stubApi({
      'GET /api/chats': chatsOf({}, line),
      'POST /api/chats/line/join': () => ({
        link: 'https://line.me/R/oaMessage/%40123abcde/?connect',
        byHand: { link: 'https://line.me/R/ti/p/%40123abcde', text: 'connect 7KDM-Q9XT-P2HF' },
        expiresAt: Date.now() + 600_000,
      }),
      [`GET ${contacts}`]: () => ({ contacts: [email, ...(joined ? [chat] : [])], allowed: 20 }),
    });
    const chat = contactOf({ id: 'contact-2', kind: 'line', name: 'สมชาย', place: '' });
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Connect LINE' }).click();
    await expect.element(screen.getByText('connect 7KDM-Q9XT-P2HF')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy the message' })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'the official account' }))
      .toHaveAttribute('href', 'https://line.me/R/ti/p/%40123abcde');
    await expect.element(screen.getByRole('img', { name: 'QR code that opens LINE' })).toBeVisible();
    joined = true;
    await expect.element(screen.getByText('Chat connected')).toBeVisible();
  });

  it('says what an administrator has to do where there is no official account', async () => {
    stubApi({ 'GET /api/chats': chatsOf(), [`GET ${contacts}`]: { contacts: [email], allowed: 20 } });
    const { screen } = await open();
    await expect.element(screen.getByText(/This server has no LINE official account yet/)).toBeVisible();
    await expect.element(screen.getByText(/LINE Official Account Manager/)).toBeVisible();
  });
});

it('changes the policy of a severity, escalates it, and lets messages wait at night', async () => {
  const calls = stubApi({
    [`GET ${contacts}`]: { contacts: [email, contactOf()], allowed: 20 },
    'GET /api/notifications/people': { people: [], namedBy: [] },
    'GET /api/notifications/policy': notificationPolicyOf(),
    'PUT /api/notifications/policy': ({ body }) => body as object,
  });
  const { screen } = await renderInApp(<PolicyCard />);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('button', { name: /Where: Warning/ }).click();
  await screen.getByRole('option', { name: 'Some contacts' }).click();
  await screen.getByRole('switch', { name: 'narin@example.com' }).click();
  await screen
    .getByRole('group', { name: 'Warning' })
    .getByRole('button', { name: /If nobody acknowledges it$/ })
    .click();
  await screen.getByRole('option', { name: 'Others after 15 minutes' }).click();
  const second = screen.getByRole('group', { name: 'If still nobody acknowledges it' });
  await second.getByRole('button', { name: /If still nobody acknowledges it$/ }).click();
  await expect.element(screen.getByRole('option', { name: 'Others after 15 minutes' })).not.toBeInTheDocument();
  await screen.getByRole('option', { name: 'Others after an hour' }).click();
  await second.getByRole('switch', { name: 'Barn' }).click();
  await screen.getByRole('switch', { name: /Hold messages/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Notifications saved')).toBeVisible();
  expect(callsOf(calls, 'PUT')[0]?.body).toEqual(
    notificationPolicyOf({
      warning: {
        contacts: ['contact-1'],
        repeatMinutes: null,
        escalations: [
          { afterMinutes: 15, contacts: ['email'] },
          { afterMinutes: 60, contacts: ['email', 'contact-1'] },
        ],
      },
      quiet: { from: 1_320, to: 360, criticalBreaks: true },
    }),
  );
});

it('a severity whose chosen contacts were removed goes to all of them, also after something else was saved', async () => {
  const step = (...ids: string[]) => [{ afterMinutes: 15, contacts: ids }];
  const critical = { contacts: ['contact-8'], repeatMinutes: 30, escalations: step('contact-9') };
  const calls = stubApi({
    [`GET ${contacts}`]: { contacts: [email, contactOf()], allowed: 20 },
    'GET /api/notifications/people': { people: [], namedBy: [] },
    'GET /api/notifications/policy': notificationPolicyOf({ critical }),
    'PUT /api/notifications/policy': ({ body }) => body as object,
  });
  const { screen } = await renderInApp(<PolicyCard />);
  await expect.element(screen.getByRole('button', { name: /Where: Critical/ })).toMatchTextContent(/All contacts/);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('switch', { name: /Hold messages/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Notifications saved')).toBeVisible();
  const followed = { contacts: 'all' as const, repeatMinutes: 30, escalations: step('email', 'contact-1') };
  const quiet = { from: 1_320, to: 360, criticalBreaks: true };
  expect(callsOf(calls, 'PUT')[0]?.body).toEqual(notificationPolicyOf({ critical: followed, quiet }));
});

it('what is changed while the policy is saved is neither lost nor taken for saved', async () => {
  const held = Promise.withResolvers<void>();
  const calls = stubApi({
    [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    'GET /api/notifications/people': { people: [], namedBy: [] },
    'GET /api/notifications/policy': notificationPolicyOf(),
    'PUT /api/notifications/policy': async ({ body }) => {
      await held.promise;
      return body as object;
    },
  });
  const { screen } = await renderInApp(<PolicyCard />);
  await screen.getByRole('switch', { name: /Hold messages/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => callsOf(calls, 'PUT')).toHaveLength(1);
  await screen.getByRole('switch', { name: 'Send critical messages immediately' }).click();
  held.resolve();
  await expect.element(screen.getByText('Notifications saved')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  const quiet = { from: 1_320, to: 360, criticalBreaks: true };
  await expect
    .poll(() => callsOf(calls, 'PUT').map(({ body }) => body))
    .toEqual([notificationPolicyOf({ quiet }), notificationPolicyOf({ quiet: { ...quiet, criticalBreaks: false } })]);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('escalates to a person with whom a device is shared, and says who cannot be reached', async () => {
  const ended = { id: 'person-4', name: 'gone@example.com', devices: 0, declined: false };
  const escalation = { afterMinutes: 15, contacts: [ended.id] };
  const critical = { contacts: 'all' as const, repeatMinutes: 30, escalations: [escalation] };
  const calls = stubApi({
    [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    'GET /api/notifications/people': {
      people: [
        ended,
        { id: 'share-12', name: 'bob@example.com', devices: 2, declined: false },
        { id: 'person-6', name: 'no@example.com', devices: 1, declined: true },
      ],
      namedBy: [],
    },
    'GET /api/notifications/policy': notificationPolicyOf({ critical }),
    'PUT /api/notifications/policy': ({ body }) => body as object,
  });
  const { screen } = await renderInApp(<PolicyCard />);
  const step = screen
    .getByRole('group', { name: 'Critical' })
    .getByRole('group', { name: 'If nobody acknowledges it' });
  await expect
    .element(step.getByRole('switch', { name: 'gone@example.com · nothing is shared with them any more' }))
    .toBeChecked();
  await expect.element(step.getByText(/no@example.com/)).not.toBeInTheDocument();
  await step.getByRole('switch', { name: 'bob@example.com · 2 devices' }).click();
  await step.getByRole('switch', { name: /gone/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Notifications saved')).toBeVisible();
  const saved = { ...critical, escalations: [{ afterMinutes: 15, contacts: ['share-12'] }] };
  expect(callsOf(calls, 'PUT')[0]?.body).toEqual(notificationPolicyOf({ critical: saved }));
});

it('shows by whom one is named, and declines', async () => {
  let declined = false;
  const calls = stubApi({
    [`GET ${contacts}`]: { contacts: [email], allowed: 20 },
    'GET /api/notifications/people': () => ({
      people: [],
      namedBy: [{ id: 5, name: 'ann@example.com', devices: 1, declined }],
    }),
    'GET /api/notifications/policy': notificationPolicyOf(),
    'PUT /api/notifications/named-by/5': () => {
      declined = true;
      return undefined;
    },
  });
  const { screen } = await renderInApp(<PolicyCard />);
  const naming = screen.getByRole('switch', { name: 'ann@example.com · 1 device' });
  await expect.element(naming).toBeChecked();
  await naming.click();
  await expect.element(naming).not.toBeChecked();
  expect(callsOf(calls, 'PUT')[0]?.body).toEqual({ declined: true });
});

describe('messages', () => {
  it('say to whom they were passed on, or why not, and are not passed on again by a button', async () => {
    const passedOn = 'It was passed on. Their own channels and quiet hours count.';
    const reason = 'No device of this message is shared with them any more.';
    const person = { contact: 'person-5', kind: 'person' };
    const deliveries = [
      deliveryOf({ ...person, name: 'bob@example.com', log: [{ at: 0, ms: 1, result: passedOn }] }),
      deliveryOf({ ...person, id: 2, name: 'gone@example.com', state: 'failed', reason }),
    ];
    stubApi({
      'GET /api/notifications/messages': { messages: [messageOf({ deliveries })], more: false, heldToday: 0 },
    });
    const { screen } = await renderInApp(<MessagesCard />);
    await expect.element(screen.getByText('bob@example.com: passed on')).toBeVisible();
    await expect.element(screen.getByText(passedOn)).toBeVisible();
    await expect.element(screen.getByText('gone@example.com: failed')).toBeVisible();
    await expect.element(screen.getByText(reason)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /Send again/ })).not.toBeInTheDocument();
  });

  it('show what became of each, and can be sent again', async () => {
    const calls = stubApi({
      'GET /api/notifications/messages': { messages: [messageOf()], more: false, heldToday: 0 },
      'POST /api/notifications/deliveries/2/send-again': deliveryOf({ id: 2 }),
    });
    const { screen } = await renderInApp(<MessagesCard />);
    await expect.element(screen.getByText('Barn: accepted')).toBeVisible();
    await expect.element(screen.getByText(/does not know the address any more/)).toBeVisible();
    await screen.getByRole('button', { name: 'Send again to Greenhouse channel' }).click();
    await expect.poll(() => callsOf(calls, 'POST')).toHaveLength(1);
  });

  it('show what is known of their readers', async () => {
    const at = Date.UTC(2026, 10, 1, 14, 3);
    const deliveries = [
      deliveryOf({ id: 1, name: 'Phone', state: 'delivered', deliveredAt: at }),
      deliveryOf({ id: 2, name: 'Chat', state: 'read', deliveredAt: at, readAt: at + 120_000 }),
    ];
    stubApi({
      'GET /api/notifications/messages': { messages: [messageOf({ deliveries })], more: false, heldToday: 0 },
    });
    const { screen } = await renderInApp(<MessagesCard />);
    await expect.element(screen.getByText(`Phone: shown at ${formatDateTime(at)}`)).toBeVisible();
    await expect.element(screen.getByText(`Chat: read at ${formatDateTime(at + 120_000)}`)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Send again to Chat' })).toBeVisible();
  });

  it('say what bounds them, and how many were held back today', async () => {
    stubApi({ 'GET /api/notifications/messages': { messages: [messageOf()], more: false, heldToday: 3 } });
    const { screen } = await renderInApp(<MessagesCard />);
    const bounds = screen.getByRole('list', { name: 'Limits' });
    await expect.element(bounds.getByText('3 notifications were held back today.')).toBeVisible();
    const { messagesPerHour, lesserMessagesPerHour, repetitionsPerHour } = notificationBounds;
    const figures = `at most ${messagesPerHour} messages an hour, the last ${messagesPerHour - lesserMessagesPerHour}`;
    await expect.element(bounds).toMatchTextContent(new RegExp(figures));
    await expect.element(bounds).toMatchTextContent(new RegExp(`at most ${repetitionsPerHour} repetitions an hour`));
  });

  it('say that there are none yet', async () => {
    stubApi({ 'GET /api/notifications/messages': { messages: [], more: false, heldToday: 0 } });
    const { screen } = await renderInApp(<MessagesCard />);
    await expect.element(screen.getByText(/No messages yet/)).toBeVisible();
  });
});

describe('the settings of LINE and Telegram', () => {
  it('are tested with the service, which shows its name, or what to do', async () => {
    let result: object = { service: 'line', configured: false, name: null, results: [] };
    stubApi({
      'POST /api/admin/chats/line/test': () => result,
      'POST /api/admin/chats/telegram/test': () => refuse(429, 'rate_limited', 'Too many requests.'),
    });
    const { screen } = await renderInApp(<ChatSettingsSection />);
    const test = screen.getByRole('button', { name: 'Test LINE' });
    await test.click();
    await expect.element(screen.getByText('Not set up')).toBeVisible();
    await expect.element(screen.getByText(/LINE Official Account Manager/)).toBeVisible();
    const taken = { ok: true, text: 'LINE accepts the access token.' };
    const wrong = { ok: false, text: 'LINE takes no more requests for now (429). Try again later.' };
    result = { service: 'line', configured: true, name: '@123abcde', results: [taken, wrong] };
    await test.click();
    await expect.element(screen.getByText('Does not work')).toBeVisible();
    await expect.element(screen.getByText(wrong.text)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'How to set up LINE' })).toBeVisible();
    result = { service: 'line', configured: true, name: '@123abcde', results: [taken] };
    await test.click();
    await expect.element(screen.getByText('LINE · @123abcde')).toBeVisible();
    await expect.element(screen.getByText('Works', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/LINE Official Account Manager/)).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Test Telegram' }).click();
    await expect.element(screen.getByRole('alert')).toBeVisible();
  });
});
