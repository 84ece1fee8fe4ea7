import { deliveryResultIn } from '@cyno/contract';
import { Api } from 'grammy';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import {
  type LineMessagingStandIn,
  startLineMessagingStandIn,
} from '../../../../test/stand-ins/line-messaging-stand-in.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../../../test/stand-ins/telegram-stand-in.ts';
import { testTelegram } from './telegram/telegram-test.ts';

let line: LineMessagingStandIn;
let telegram: TelegramStandIn;
let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  line = await startLineMessagingStandIn();
  telegram = await startTelegramStandIn();
  server = await startTestServer({ ...line.env, ...telegram.env });
  line.state.target = server.http;
  admin = await server.signup('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await telegram.stop();
  await line.stop();
});
beforeEach(() => server.database.pool.query('delete from throttle_counts'));

const tested = async (service: string, user = admin) => {
  const { status, body } = await user.api('POST', `/api/admin/chats/${service}/test`);
  return { status, body };
};
/** The last thing that was found, which has a sentence in each language. */
const last = async (service: string) => {
  const { body } = await tested(service);
  const { ok, text } = body.results.at(-1);
  expect(deliveryResultIn(text, 'th')).toMatch(/[\u0E00-\u0E7F]/);
  for (const secret of [line.secret, line.env.LINE_BOT_CHANNEL_TOKEN, telegram.env.TELEGRAM_BOT_TOKEN])
    expect(JSON.stringify(body)).not.toContain(secret);
  return { ok, text };
};

describe('LINE', () => {
  test('with settings that work: its name, the token, and a webhook that it really sends', async () => {
    expect((await tested('line')).body).toEqual({
      ...{ service: 'line', configured: true, name: '@123abcde' },
      results: [
        { ok: true, text: 'LINE accepts the access token.' },
        { ok: true, text: 'LINE reaches this server, and the channel secret is right.' },
      ],
    });
  });

  test('says what is wrong and what to do: token, webhook, secret, address, limit, network', async () => {
    const { state, env } = line;
    const fine = state.webhook;
    state.token = 'another';
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('LINE_BOT_CHANNEL_TOKEN') });
    state.token = env.LINE_BOT_CHANNEL_TOKEN;
    state.webhook = null;
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('webhook URL') });
    state.webhook = { endpoint: 'https://cyno.example/api/chats/line/webhook', active: false };
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('Use webhook') });
    state.webhook = fine;
    state.secret = 'that of another channel';
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('LINE_BOT_CHANNEL_SECRET') });
    state.secret = line.secret;
    state.target = `${server.http}/elsewhere`;
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('an error (404)') });
    state.target = 'http://127.0.0.1:1';
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('(COULD_NOT_CONNECT)') });
    state.target = server.http;
    line.refuse('/v2/bot/channel/webhook/test', { status: 429, message: 'The API rate limit has been exceeded.' });
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('(429)') });
    await server.database.pool.query('delete from throttle_counts');
    state.isDown = true;
    expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('cannot be reached') });
    state.isDown = false;
    expect((await last('line')).ok).toBe(true);
  });
});

test('LINE that sends its webhooks to another server with the same secret is not fine', async () => {
  const another = await startTestServer({ ...line.env });
  line.state.target = another.http;
  expect(await last('line')).toEqual({ ok: false, text: expect.stringContaining('to another server') });
  line.state.target = server.http;
  expect((await last('line')).ok).toBe(true);
  await another.stop();
});

describe('Telegram', () => {
  test('with a token that works: the name of the bot, and that its messages come here', async () => {
    expect((await tested('telegram')).body).toEqual({
      ...{ service: 'telegram', configured: true, name: 'farm_bot' },
      results: [
        { ok: true, text: 'Telegram accepts the token.' },
        { ok: true, text: 'What is written to the bot comes to this server.' },
      ],
    });
  });

  test('says that another program gets what is written to the bot', async () => {
    const alone = await startTelegramStandIn();
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiRoot } = alone.env;
    alone.state.hasWebhook = true;
    const { name, results } = await testTelegram(new Api(token, { apiRoot }), { hasRival: false });
    expect([name, results.map(({ ok }) => ok)]).toEqual(['farm_bot', [true, false]]);
    expect(results[1]?.text).toContain('another program');
    await alone.stop();
  });

  test('says that another program fetches what is written to the bot as well', async () => {
    const alone = await startTelegramStandIn();
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiRoot } = alone.env;
    const another = await startTestServer(alone.env);
    const operator = await another.signup('admin@example.com');
    const fetches = () => alone.calls.filter(({ method }) => method === 'getUpdates').length;
    await expect.poll(fetches).toBe(1);
    await new Api(token, { apiRoot }).getUpdates({ timeout: 0 });
    // The server fetches again after Telegram ended what it had requested.
    await expect.poll(fetches).toBe(3);
    const { results } = (await tested('telegram', operator)).body;
    expect(results.at(-1)).toEqual({ ok: false, text: expect.stringContaining('another program') });
    await another.stop();
    await alone.stop();
  });

  test('says what is wrong: token, limit, network', async () => {
    const limited = {
      error_code: 429,
      description: 'Too Many Requests: retry after 5',
      parameters: { retry_after: 5 },
    };
    telegram.state.token = '1:another';
    expect(await last('telegram')).toEqual({ ok: false, text: expect.stringContaining('TELEGRAM_BOT_TOKEN') });
    telegram.state.token = telegram.env.TELEGRAM_BOT_TOKEN;
    telegram.refuse('getMe', limited);
    expect(await last('telegram')).toEqual({ ok: false, text: expect.stringContaining('(429)') });
    telegram.refuse('getWebhookInfo', limited);
    expect(await last('telegram')).toEqual({ ok: false, text: expect.stringContaining('(429)') });
    telegram.setDown(true);
    expect(await last('telegram')).toEqual({ ok: false, text: expect.stringContaining('cannot be reached') });
    telegram.setDown(false);
    expect((await last('telegram')).ok).toBe(true);
  });
});

test('is for administrators, and bounded', async () => {
  const member = await server.signup('member@example.com');
  expect((await tested('line', member)).status).toBe(403);
  expect((await tested('discord')).status).toBe(400);
  for (let n = 0; n < 10; n += 1) expect((await tested('telegram')).status).toBe(200);
  expect((await tested('telegram')).status).toBe(429);
  expect((await tested('line')).status).toBe(200);
});

test('a service that is not set up is not requested', async () => {
  const without = await startTestServer();
  const operator = await without.signup('admin@example.com');
  for (const service of ['line', 'telegram']) {
    expect((await tested(service, operator)).body).toEqual({ service, configured: false, name: null, results: [] });
  }
  await without.stop();
});
