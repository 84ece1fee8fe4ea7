import { z } from 'zod';
import {
  contactCreated,
  contactList,
  contactParams,
  contactPatch,
  contactRequest,
  contact as contactSchema,
  defaultNotificationPolicy,
  delivery as deliverySchema,
  escalationPeople,
  namingRequest,
  notificationMessages,
  notificationMessagesQuery,
  notificationPolicy,
  pushKey,
  pushSubscription,
} from '../../automation/notifications.ts';
import { espid, greenhouse, guestEmail, morning, ownerEmail, secret } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const email = { id: 'email', kind: 'email', name: ownerEmail, place: ownerEmail, problem: null, failing: null };
const hook = {
  id: 'contact-3',
  kind: 'webhook',
  name: 'Barn',
  place: 'barn.example.com',
  problem: null,
  failing: null,
};
const browser = { ...hook, id: 'contact-4', kind: 'push', name: 'Chrome on Android', place: 'push.example.com' };
/** The example of RFC 8291, section 5. */
const browserKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const params = { id: hook.id };
const noContact = { '404 not_found': 'The account has no such contact.' };
const wrongAddress = { '400 bad_request': 'The address leads to a place where the server sends nothing.' };
const tooMany = { '429 rate_limited': 'Too many messages were requested within ten minutes.' };
const delivery = {
  id: 88,
  contact: hook.id,
  kind: hook.kind,
  name: hook.name,
  state: 'accepted',
  reason: null,
  attempts: 1,
  log: [{ at: morning, ms: 120, result: 'The service responded with 200.' }],
  nextAt: null,
  finishedAt: morning + 120,
  deliveredAt: null,
  readAt: null,
};
const message = {
  id: 41,
  at: morning,
  severity: 'critical',
  kind: 'active',
  subject: `${greenhouse.name}: soil moisture is 12 %`,
  text: 'Soil moisture was below 20 % for 5 minutes.',
  link: `/device/${espid}/Alerts`,
  events: 1,
  deliveries: [delivery],
};

export const notificationOperations = {
  'GET /api/notifications/contacts': {
    summary: 'List where your notifications can go',
    schema: { response: { 200: contactList } },
    example: { response: { contacts: [email, hook], allowed: 20 } },
  },
  'POST /api/notifications/contacts': {
    summary: 'Add a service that gets your notifications',
    description: 'The response has the secret of a webhook, which is not shown again.',
    errors: { ...wrongAddress, '409 limit_reached': 'The account has as many services as it can have.' },
    schema: { body: contactRequest, response: { 201: contactCreated } },
    example: {
      body: { name: hook.name, target: { kind: 'webhook', url: 'https://barn.example.com/cyno' } },
      response: { contact: hook, secret: `whsec_${secret}` },
    },
  },
  'PATCH /api/notifications/contacts/:id': {
    summary: 'Rename a service',
    errors: noContact,
    schema: { params: contactParams, body: contactPatch, response: { 200: contactSchema } },
    example: { params, body: { name: hook.name }, response: hook },
  },
  'DELETE /api/notifications/contacts/:id': {
    summary: 'Remove a service',
    errors: noContact,
    schema: { params: contactParams, response: { 204: z.null() } },
    example: { params },
  },
  'POST /api/notifications/contacts/:id/secret': {
    summary: 'Replace the secret of a webhook',
    errors: noContact,
    schema: { params: contactParams, response: { 200: contactCreated } },
    example: { params, response: { contact: hook, secret: `whsec_${secret}` } },
  },
  'GET /api/notifications/push-key': {
    summary: 'Get the key with which a browser subscribes to push messages',
    schema: { response: { 200: pushKey } },
    example: { response: { key: browserKey } },
  },
  'PUT /api/notifications/contacts/:id/subscription': {
    summary: 'Give a browser that gets your messages its new subscription',
    description: 'Browsers replace a subscription now and then; the contact stays the one that policies name.',
    errors: { ...noContact, ...wrongAddress },
    schema: { params: contactParams, body: pushSubscription, response: { 200: contactSchema } },
    example: {
      params: { id: browser.id },
      body: { url: 'https://push.example.com/send/abc', p256dh: browserKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      response: browser,
    },
  },
  'POST /api/notifications/contacts/:id/test': {
    summary: 'Send a test message to a contact',
    errors: { ...noContact, ...tooMany },
    schema: { params: contactParams, response: { 200: deliverySchema } },
    example: { params, response: delivery },
  },
  'GET /api/notifications/messages': {
    summary: 'List the messages to you, and what became of each',
    schema: { querystring: notificationMessagesQuery, response: { 200: notificationMessages } },
    example: { response: { messages: [message], more: false, heldToday: 0 } },
  },
  'POST /api/notifications/deliveries/:id/send-again': {
    summary: 'Send a message to a contact again',
    description: 'With the same message id, by which a receiver recognizes what it has.',
    errors: { '404 not_found': 'The account has no such delivery, or its contact is gone.', ...tooMany },
    schema: { params: idParams, response: { 200: deliverySchema } },
    example: { params: { id: delivery.id }, response: delivery },
  },
  'GET /api/notifications/policy': {
    summary: 'Get how you are notified of each severity',
    schema: { response: { 200: notificationPolicy } },
    example: { response: defaultNotificationPolicy },
  },
  'PUT /api/notifications/policy': {
    summary: 'Set how you are notified of each severity',
    description:
      'A step of an escalation may name people with whom devices are shared, as `GET /api/notifications/people` lists them. Each gets what they may see at that moment.',
    errors: {
      '400 bad_request':
        'The policy names a contact that the account does not have, somebody with whom no device of it is shared, or more than 20 people.',
    },
    schema: { body: notificationPolicy, response: { 200: notificationPolicy } },
    example: { body: defaultNotificationPolicy, response: defaultNotificationPolicy },
  },
  'GET /api/notifications/people': {
    summary: 'List whom your escalations may name, and who names you',
    schema: { response: { 200: escalationPeople } },
    example: {
      response: {
        people: [{ id: 'share-12', name: guestEmail, devices: 2, declined: false }],
        namedBy: [{ id: 5, name: guestEmail, devices: 1, declined: false }],
      },
    },
  },
  'PUT /api/notifications/named-by/:id': {
    summary: 'Decline or accept being named in escalations',
    errors: { '404 not_found': 'Nobody names the account by this id.' },
    schema: { params: idParams, body: namingRequest, response: { 204: z.null() } },
    example: { params: { id: 5 }, body: { declined: true } },
  },
} satisfies Operations;
