import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LineMessagingStandIn,
  startLineMessagingStandIn,
} from '../../../../../test/stand-ins/line-messaging-stand-in.ts';
import { LineBot } from './line-bot.ts';
import { lineSdk } from './line-sdk.ts';

let line: LineMessagingStandIn;
beforeAll(async () => {
  line = await startLineMessagingStandIn();
});
afterAll(() => line.stop());

/** A bot whose clock the test sets; only its status is requested. */
function newBot() {
  const clock = { at: 0, now: () => clock.at };
  const { LINE_BOT_CHANNEL_TOKEN: token, LINE_BOT_API_URL: baseURL } = line.env;
  const { messagingApi } = lineSdk();
  const api = new messagingApi.MessagingApiClient({ channelAccessToken: token, baseURL });
  const unused = {} as never;
  return { clock, bot: new LineBot({ api, clock, conversations: unused, contacts: unused, log: unused }) };
}

test('reports why chats cannot be connected while nothing that is written would arrive', async () => {
  const { bot, clock } = newBot();
  const problem = async () => {
    // The status is requested from LINE every ten seconds at most.
    clock.at += 10_000;
    return (await bot.status()).problem;
  };
  expect(await problem()).toBeNull();
  line.state.webhook = null;
  expect((await bot.status()).problem).toBeNull();
  expect(await problem()).toContain('webhook URL');
  line.state.webhook = { endpoint: 'https://elsewhere.example/callback', active: true };
  expect(await problem()).toContain('webhook URL');
  line.state.webhook = { endpoint: 'https://cyno.example/api/chats/line/webhook', active: false };
  expect(await problem()).toContain('Use webhook');
  line.state.webhook = { endpoint: 'https://cyno.example/api/chats/line/webhook', active: true };
  line.state.webhook = { endpoint: 'https://cyno.example/cyno/api/chats/line/webhook', active: true };
  expect(await problem()).toBeNull();
  line.state.token = 'another';
  expect(await problem()).toContain('access token');
  line.state.token = line.env.LINE_BOT_CHANNEL_TOKEN;
  line.state.isDown = true;
  expect(await problem()).toContain('cannot be reached');
  expect((await bot.status()).name).toBeNull();
  line.state.isDown = false;
  expect(await problem()).toBeNull();
  expect((await bot.status()).name).toBe('@123abcde');
});

test('reports what LINE lets the account send this month, and connects chats where that is not known', async () => {
  const { bot, clock } = newBot();
  const status = () => {
    clock.at += 10_000;
    return bot.status();
  };
  expect((await status()).quota).toBeNull();
  line.state.quota = 182;
  line.state.used = 118;
  expect((await status()).quota).toEqual({ limit: 300, used: 118 });
  line.state.hidesQuota = true;
  expect(await status()).toMatchObject({ name: '@123abcde', problem: null, quota: null });
});
