import { z } from 'zod';
import { chatJoin, chatParams, chatServices, chatTest } from '../../automation/chats.ts';
import { morning, secret } from '../farm.ts';
import type { Operations } from '../operation.ts';

const line = {
  service: 'line',
  configured: false,
  name: null,
  problem: 'The administrator of this server has not set this service up.',
  quota: null,
};
const telegram = { service: 'telegram', configured: true, name: 'farm_bot', problem: null, quota: null };

export const chatOperations = {
  'GET /api/chats': {
    summary: 'List the chat services that this server has',
    schema: { response: { 200: chatServices } },
    example: { response: { services: [line, telegram] } },
  },
  'POST /api/chats/:service/join': {
    summary: 'Get a link that connects a chat with your account',
    description:
      'It works once, within ten minutes. The chat is a contact of the account as soon as somebody opened the link in it.',
    errors: {
      '400 not_configured': 'The administrator has not set the service up.',
      '429 rate_limited': 'Too many links were requested within ten minutes.',
      '503 unavailable': 'The service cannot be reached, or refuses what the administrator set.',
    },
    schema: { params: chatParams, response: { 201: chatJoin } },
    example: {
      params: { service: 'telegram' },
      response: { link: `https://t.me/farm_bot?start=${secret}`, byHand: null, expiresAt: morning + 600_000 },
    },
  },
  'POST /api/admin/chats/:service/test': {
    summary: 'Check the settings of a chat service with the service',
    description:
      'LINE is also requested to send a webhook to this server, which shows whether the channel secret is right. Nobody gets a message.',
    errors: { '429 rate_limited': 'Too many tests were requested within ten minutes.' },
    schema: { params: chatParams, response: { 200: chatTest } },
    example: {
      params: { service: 'telegram' },
      response: {
        ...{ service: 'telegram', configured: true, name: 'farm_bot' },
        results: [
          { ok: true, text: 'Telegram accepts the token.' },
          { ok: true, text: 'What is written to the bot comes to this server.' },
        ],
      },
    },
  },
  'POST /api/chats/line/webhook': {
    summary: 'Receive what is written to the official account at LINE',
    description: 'For LINE only: the header `X-Line-Signature` signs the body.',
    errors: {
      '400 not_configured': 'The administrator has not set LINE up.',
      '400 bad_request': 'The body is no webhook of LINE, or its signature is wrong.',
      '503 unavailable': 'Too much is being handled; LINE sends it again.',
    },
    schema: { response: { 200: z.object({ received: z.literal(true) }) } },
    example: { response: { received: true } },
  },
} satisfies Operations;
