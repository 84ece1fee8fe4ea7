import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../../test/stand-ins/http-service.ts';

let service: HttpService;
let world: TestNotifications;
let ann: Awaited<ReturnType<TestNotifications['person']>>;
let serial = 0;

beforeAll(async () => {
  service = await startHttpService();
  world = await startTestNotifications();
});
afterAll(async () => {
  await world.stop();
  await service.stop();
});
beforeEach(async () => {
  serial += 1;
  ann = await world.person(`ann-${serial}@example.com`);
  service.requests.length = 0;
  await world.database.pool.query('DELETE FROM notification_messages');
});

const at = { at: 1_793_512_800_000, since: null, link: '/device/E1/Alerts' } as const;
const link = 'https://cyno.test/device/E1/Alerts';
const plain = { subject: 'Pond is too warm', text: 'It was 34 °C.\nAbove 30 °C for 5 minutes.', ...at } as const;
/** Names and texts that try to be markup, a mention or a link in one of the services. */
const hostile = {
  subject: '*Pond* <b>@everyone</b> [x](https://evil.example)',
  text: '<!channel> <users/all> & **bold** https://evil.example\n# heading `code` <https://evil.example|safe>',
  ...at,
} as const;

/** What the service got of one critical event. */
async function received(
  kind: string,
  event: object,
  { path = '', token }: { path?: string; token?: string | null } = {},
) {
  const target = { kind, url: service.url + path, ...(token !== undefined && { token }) };
  const { status, body } = await ann.api('POST', '/api/notifications/contacts', { name: 'Farm', target });
  expect([status, body.secret]).toEqual([201, null]);
  await world.queue(newEvent(ann.id, { severity: 'critical', espid: 'E1', ...event }));
  await world.pass();
  const [message] = await ann.messages();
  expect(message.deliveries[0]).toMatchObject({ kind, state: 'accepted' });
  const [request] = service.requests;
  if (!request) throw new Error('nothing came');
  expect(request.headers['content-type']).toBe('application/json');
  return { ...request, json: JSON.parse(request.body) };
}

describe('Discord', () => {
  test('gets an embed', async () => {
    service.respond({ status: 204 });
    const { json, path } = await received('discord', plain, { path: '/api/webhooks/1/abc' });
    expect(path).toBe('/api/webhooks/1/abc');
    expect(json).toEqual({
      embeds: [
        {
          title: 'Pond is too warm',
          description: 'It was 34 °C.\nAbove 30 °C for 5 minutes.',
          url: link,
          color: expect.any(Number),
          timestamp: new Date(world.clock.at).toISOString(),
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  test('shows no markup and mentions nobody', async () => {
    const { json } = await received('discord', hostile);
    const { title, description } = json.embeds[0];
    expect(json.allowed_mentions).toEqual({ parse: [] });
    for (const text of [title, description]) {
      expect(text).not.toMatch(/(?<!\\)[*_~`|>#[\]()<@]/);
      expect(text).not.toContain('https://');
    }
  });
});

describe('Slack', () => {
  test('gets blocks', async () => {
    const { json } = await received('slack', plain, { path: '/services/T/B/x' });
    expect(json).toEqual({
      text: 'Pond is too warm',
      mrkdwn: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Pond is too warm', emoji: false } },
        { type: 'section', text: { type: 'plain_text', text: plain.text, emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: `<${link}|Open Cyno>` } },
      ],
    });
  });

  test('gets no empty block, which it refuses', async () => {
    const { json } = await received('slack', { ...plain, text: ' ' });
    expect(json.blocks).toMatchObject([{ type: 'header' }, { text: { type: 'mrkdwn' } }]);
  });

  test('shows no markup and mentions nobody', async () => {
    const { json } = await received('slack', hostile);
    expect(json.text).not.toMatch(/[<>]/);
    expect(json.blocks.map(({ text }: { text: { type: string } }) => text.type)).toEqual([
      'plain_text',
      'plain_text',
      'mrkdwn',
    ]);
    expect(json.blocks[2].text.text).toBe(`<${link}|Open Cyno>`);
  });
});

describe('Teams', () => {
  test('gets an Adaptive Card', async () => {
    service.respond({ status: 202 });
    const { json } = await received('teams', plain);
    expect(json).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Pond is too warm' }] },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'It was 34 °C.' }] },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Above 30 °C for 5 minutes.' }] },
            ],
            actions: [{ type: 'Action.OpenUrl', url: link }],
          },
        },
      ],
    });
  });

  test('shows no markup: all text stands in runs', async () => {
    const { json } = await received('teams', hostile);
    const { body } = json.attachments[0].content;
    expect(body.every(({ type }: { type: string }) => type === 'RichTextBlock')).toBe(true);
    expect(body[0].inlines).toEqual([expect.objectContaining({ type: 'TextRun', text: hostile.subject })]);
  });
});

describe('Google Chat', () => {
  test('gets a card', async () => {
    const { json, path } = await received('google-chat', plain, { path: '/v1/spaces/A/messages?key=k&token=t' });
    expect(path).toBe('/v1/spaces/A/messages?key=k&token=t');
    expect(json.text).toBeUndefined();
    expect(json.cardsV2[0].card).toEqual({
      header: { title: 'Pond is too warm' },
      sections: [
        {
          widgets: [
            { textParagraph: { text: 'It was 34 °C.<br>Above 30 °C for 5 minutes.' } },
            { buttonList: { buttons: [{ text: 'Open Cyno', onClick: { openLink: { url: link } } }] } },
          ],
        },
      ],
    });
  });

  test('gets no empty paragraph', async () => {
    const { json } = await received('google-chat', { ...plain, text: ' ' });
    expect(json.cardsV2[0].card.sections[0].widgets).toMatchObject([{ buttonList: {} }]);
  });

  test('shows no markup', async () => {
    const { json } = await received('google-chat', hostile);
    const { text } = json.cardsV2[0].card.sections[0].widgets[0].textParagraph;
    expect(text.replaceAll('<br>', '')).not.toMatch(/[<>"]/);
    expect(text).toContain('&lt;users/all&gt; &amp; ');
  });
});

describe('ntfy', () => {
  test('gets a message for a topic, with the token of a protected one', async () => {
    const { json, path, headers } = await received('ntfy', plain, { path: '/base/my-topic', token: 'tk_secret' });
    expect([path, headers.authorization]).toEqual(['/base/', 'Bearer tk_secret']);
    expect(json).toEqual({
      topic: 'my-topic',
      title: 'Pond is too warm',
      message: plain.text,
      priority: 5,
      click: link,
    });
  });

  test('shows no markup, and needs no token', async () => {
    const { json, path, headers } = await received('ntfy', hostile, { path: '/my-topic', token: null });
    expect([path, headers.authorization]).toEqual(['/', undefined]);
    expect(json).toMatchObject({ topic: 'my-topic', title: hostile.subject, message: hostile.text });
    expect(json.markdown).toBeUndefined();
  });

  test('needs a topic', async () => {
    const target = { kind: 'ntfy', url: 'https://ntfy.sh/', token: null };
    expect((await ann.api('POST', '/api/notifications/contacts', { name: 'Phone', target })).status).toBe(400);
  });
});

describe('Gotify', () => {
  test('gets no empty message, which it refuses', async () => {
    const { json } = await received('gotify', { ...plain, text: '' }, { token: 'A_token' });
    expect(json.message).toBe('Pond is too warm');
  });

  test('gets a message of its application, as plain text', async () => {
    const { json, path, headers } = await received('gotify', hostile, { path: '/gotify/', token: 'Atoken' });
    expect([path, headers['x-gotify-key']]).toEqual(['/gotify/message', 'Atoken']);
    expect(json).toEqual({
      title: hostile.subject,
      message: hostile.text,
      priority: 8,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: link } },
      },
    });
  });
});

test.each(['discord', 'slack', 'teams', 'google-chat', 'gotify'])('%s refuses private addresses', async (kind) => {
  const target = { kind, url: 'http://169.254.169.254/', token: 'x' };
  const { status, body } = await ann.api('POST', '/api/notifications/contacts', { name: 'Inside', target });
  expect([status, body.code]).toEqual([400, 'bad_request']);
});

test('a long message is shortened to what the service takes, between whole characters', async () => {
  const { json } = await received('discord', {
    subject: 'x'.repeat(119).concat('🐟🐟'),
    text: '🐟'.repeat(1_200),
    ...at,
  });
  expect(json.embeds[0].title.length).toBeLessThanOrEqual(256);
  expect(json.embeds[0].description.length).toBeLessThanOrEqual(4_096);
  expect(json.embeds[0].description.isWellFormed()).toBe(true);
});
