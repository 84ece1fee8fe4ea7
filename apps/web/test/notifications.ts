import type {
  ChatServiceStatus,
  ChatServices,
  Contact,
  Delivery,
  NotificationMessage,
  NotificationPolicy,
} from '@cyno/contract';

/** A webhook that works. */
export function contactOf(more: Partial<Contact> = {}): Contact {
  return {
    id: 'contact-1',
    kind: 'webhook',
    name: 'Barn',
    place: 'barn.example.com',
    problem: null,
    failing: null,
    ...more,
  };
}

/** A message that a webhook took at the first attempt. */
export function deliveryOf(more: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    contact: 'contact-1',
    kind: 'webhook',
    name: 'Barn',
    state: 'accepted',
    reason: null,
    attempts: 1,
    log: [],
    nextAt: null,
    finishedAt: Date.now(),
    deliveredAt: null,
    readAt: null,
    ...more,
  };
}

/** A critical message that one contact took and the other refused. */
export function messageOf(more: Partial<NotificationMessage> = {}): NotificationMessage {
  return {
    id: 1,
    at: Date.now() - 3_600_000,
    severity: 'critical',
    kind: 'active',
    subject: '23 devices of Greenhouse A went offline at 14:03 – probably its network',
    text: '• North is offline',
    link: '/alerts',
    events: 23,
    deliveries: [
      deliveryOf(),
      deliveryOf({
        id: 2,
        contact: 'contact-2',
        name: 'Greenhouse channel',
        state: 'failed',
        reason: 'The service does not know the address any more (404). Add the contact again.',
      }),
    ],
    ...more,
  };
}

/** What people have who never chose anything. */
export function notificationPolicyOf(more: Partial<NotificationPolicy> = {}): NotificationPolicy {
  return {
    info: { contacts: [], repeatMinutes: null, escalations: [] },
    warning: { contacts: 'all', repeatMinutes: null, escalations: [] },
    critical: { contacts: 'all', repeatMinutes: 30, escalations: [] },
    quiet: null,
    ...more,
  };
}

/** A server with a Telegram bot, and none at LINE. */
export const chatsOf = (
  telegram: Partial<ChatServiceStatus> = {},
  line: Partial<ChatServiceStatus> = {},
): ChatServices => ({
  services: [
    { service: 'line', configured: false, name: null, problem: 'Not set up.', quota: null, ...line },
    { service: 'telegram', configured: true, name: 'farm_bot', problem: null, quota: null, ...telegram },
  ],
});
