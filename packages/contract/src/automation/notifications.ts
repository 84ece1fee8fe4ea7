import { z } from 'zod';
import { line, rowId } from '../text.ts';
import { notificationBounds } from './notification-bounds.ts';

/** How much something matters: `info` is only shown, people are notified of `warning` once and of `critical` until somebody acknowledges it. */
export const notificationSeverity = z.enum(['info', 'warning', 'critical']);
export type NotificationSeverity = z.infer<typeof notificationSeverity>;

/** `active`, `cleared` and `acknowledged` are what became of an alert; a `notice` is about the notifications themselves. */
export const notificationKind = z.enum(['active', 'cleared', 'acknowledged', 'notice', 'test']);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Names a contact of an account: its own e-mail, one of its confirmed addresses, or a service. */
export const contactId = z.string().regex(/^(?:email|(?:address|contact)-[1-9]\d{0,9})$/, 'There is no such contact.');
export const contactParams = z.object({ id: contactId });

/** Where a message went: a contact, or a person whom an escalation names. */
const recipientId = z.string().regex(/^(?:email|(?:address|contact|person)-[1-9]\d{0,9})$/);
/**
 * Whom a step of an escalation names: a contact; a person, as the policy has them; or, until the policy is saved, a person by a share that
 * they have.
 */
const escalationTarget = z
  .string()
  .regex(/^(?:email|(?:address|contact|person|share)-[1-9]\d{0,9})$/, 'There is no such contact.');

const address = z
  .string()
  .trim()
  .max(2_000, 'At most 2,000 characters.')
  .regex(/^https?:\/\/[!-~]+$/, 'Type an address that begins with https://.');

const secretLine = z
  .string()
  .trim()
  .max(300, 'At most 300 characters.')
  .regex(/^[!-~]*$/, 'Copy the token as it is.');

/** What a browser's `PushSubscription` has: https://www.w3.org/TR/push-api/#pushsubscription-interface. Keys in base64url. */
export const pushSubscription = z.object({
  url: address,
  /** The browser's key, an uncompressed point of P-256: 65 bytes. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/, 'That is not the key of a subscription.'),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{22}(==)?$/, 'That is not the secret of a subscription.'),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** A contact as it is typed. What is secret in it is never shown again. */
export const contactTarget = z.discriminatedUnion('kind', [
  /** Gets JSON, signed as https://www.standardwebhooks.com describes; the response has the secret. */
  z.object({ kind: z.literal('webhook'), url: address }),
  /** Webhooks that a channel of the service has. */
  z.object({ kind: z.literal('discord'), url: address }),
  z.object({ kind: z.literal('slack'), url: address }),
  z.object({ kind: z.literal('teams'), url: address }),
  z.object({ kind: z.literal('google-chat'), url: address }),
  /** A topic, such as `https://ntfy.sh/my-topic`; the token of one that is protected. */
  z.object({
    kind: z.literal('ntfy'),
    url: address.regex(
      /^https?:\/\/[^/?#]+\/[^?#]*[^/?#]/,
      'Type the address of a topic, such as https://ntfy.sh/my-topic.',
    ),
    token: secretLine.nullable(),
  }),
  /** A server, and the token of an application on it. */
  z.object({ kind: z.literal('gotify'), url: address, token: secretLine.min(1, 'Type the token of the application.') }),
  /** A browser, which gets encrypted messages through the push service of its maker. */
  pushSubscription.extend({ kind: z.literal('push') }),
]);
export type ContactTarget = z.infer<typeof contactTarget>;

/** Chats that get messages and can be talked to. They are joined with a code, not typed. */
export const chatService = z.enum(['line', 'telegram']);
export type ChatService = z.infer<typeof chatService>;
export type ContactKind = 'email' | ContactTarget['kind'] | ChatService;

const contactName = line(60).min(1, 'Type a name.');

/** `POST /api/notifications/contacts` */
export const contactRequest = z.object({ name: contactName, target: contactTarget });
export type ContactRequest = z.infer<typeof contactRequest>;
/** `PATCH /api/notifications/contacts/:id` */
export const contactPatch = z.object({ name: contactName });

export const contact = z.object({
  id: contactId,
  kind: z.enum(['email', ...contactTarget.options.map((option) => option.shape.kind.value), ...chatService.options]),
  name: z.string(),
  /** Where it leads, without what is secret: an e-mail address, a host, or a person's name at a chat service. */
  place: z.string(),
  /** Why nothing is sent there, as a sentence; null: it is used. */
  problem: z.string().nullable(),
  /** Since when deliveries fail, and why the last one did; null: the last one did not. Instants in ms since the epoch. */
  failing: z.object({ since: z.number(), reason: z.string() }).nullable(),
});
export type Contact = z.infer<typeof contact>;

/** `GET /api/notifications/contacts`: the account's own e-mail first. `allowed`: how many services an account may have. */
export const contactList = z.object({ contacts: z.array(contact), allowed: z.number().int() });
export type ContactList = z.infer<typeof contactList>;

/** `GET /api/notifications/push-key`: the key with which a browser subscribes (RFC 8292), base64url. */
export const pushKey = z.object({ key: z.string() });

/** `secret`: what a webhook's receiver verifies signatures with; shown once. */
export const contactCreated = z.object({ contact, secret: z.string().nullable() });
export type ContactCreated = z.infer<typeof contactCreated>;

/** What the reader's side reports of a message: its browser showed it; its reader opened it, or pressed one of its buttons. */
export const receiptState = z.enum(['delivered', 'read']);
export type ReceiptState = z.infer<typeof receiptState>;

/**
 * What became of a message to one contact. `sent`: the service has it, or gets it just now, and has not responded. `accepted`: the
 * service took it; what more is known of it then is a receipt.
 */
export const deliveryState = z.enum(['queued', 'sent', 'accepted', ...receiptState.options, 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const delivery = z.object({
  id: rowId,
  contact: recipientId,
  /** The kind of the contact; `person`: passed on to somebody whom an escalation names. */
  kind: z.string(),
  name: z.string(),
  state: deliveryState,
  /** Why it failed, or why it is tried again; null: there is no reason. */
  reason: z.string().nullable(),
  attempts: z.number().int(),
  /** The newest attempts, oldest first; `ms`: how long each took. */
  log: z.array(z.object({ at: z.number(), ms: z.number(), result: z.string() })),
  /** When it is tried next; null: it is not. */
  nextAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /** When it was delivered and read, as far as that was reported; null: it is not known. */
  deliveredAt: z.number().nullable(),
  readAt: z.number().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const notificationMessage = z.object({
  id: rowId,
  at: z.number(),
  severity: notificationSeverity,
  kind: notificationKind,
  subject: z.string(),
  text: z.string(),
  /** A path of the web app. */
  link: z.string(),
  /** How many events it is about. */
  events: z.number().int(),
  /** Empty: it was shown in the app only. */
  deliveries: z.array(delivery),
});
export type NotificationMessage = z.infer<typeof notificationMessage>;

/** `GET /api/notifications/messages`, newest first; `before`: the id of the last one of the page before. */
export const notificationMessagesQuery = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export const notificationMessages = z.object({
  messages: z.array(notificationMessage),
  more: z.boolean(),
  /** How many notifications were held back since the person's day began, because there were too many messages. */
  heldToday: z.number().int(),
});
export type NotificationMessages = z.infer<typeof notificationMessages>;

const minuteOfDay = z.number().int().min(0).max(1_439);
/** So many steps a person may choose for each severity. */
export const maxEscalations = 3;
/** Who else is notified of what nobody has acknowledged after so long. */
const escalation = z.object({
  afterMinutes: z.number().int().min(5, 'Choose at least 5 minutes.').max(1_440, 'Choose up to a day.'),
  contacts: z.array(escalationTarget).min(1, 'Choose a contact.').max(40),
});
export type Escalation = z.infer<typeof escalation>;
/** `contacts`: `all` that the account has, also later; else those that are named. */
const severityPolicy = z.object({
  contacts: z.union([z.literal('all'), z.array(contactId).max(40)]),
  /** Repeated so often until somebody acknowledges it; null: once. */
  repeatMinutes: z.number().int().min(5, 'Choose at least 5 minutes.').max(1_440, 'Choose up to a day.').nullable(),
  /** Each after the one before. */
  escalations: z
    .array(escalation)
    .max(maxEscalations, `At most ${maxEscalations} steps.`)
    .refine(
      (steps) => steps.every(({ afterMinutes }, index) => afterMinutes > (steps[index - 1]?.afterMinutes ?? 0)),
      'Let each step come after the one before.',
    )
    .default([]),
});

/** `GET|PUT /api/notifications/policy`: how a person is notified of each severity. */
export const notificationPolicy = z
  .object({
    info: severityPolicy,
    warning: severityPolicy,
    critical: severityPolicy,
    /** Between these minutes of the day, in the person's time zone, messages wait; over midnight when `from` is later than `to`. */
    quiet: z.object({ from: minuteOfDay, to: minuteOfDay, criticalBreaks: z.boolean() }).nullable(),
  })
  .refine(({ info, warning, critical }) => {
    const targets = [info, warning, critical].flatMap(({ escalations }) =>
      escalations.flatMap((step) => step.contacts),
    );
    return new Set(targets.filter((id) => /^(?:person|share)-/.test(id))).size <= notificationBounds.peopleOfPolicy;
  }, `Name at most ${notificationBounds.peopleOfPolicy} people.`);
export type NotificationPolicy = z.infer<typeof notificationPolicy>;

/** Somebody with whom devices of the account are shared, and whom its escalations may name. */
export const escalationPerson = z.object({
  /** As a policy names them. */
  id: z.string(),
  /** Their address. */
  name: z.string(),
  /** How many devices of the account are shared with them now; 0: they are notified of nothing. */
  devices: z.number().int(),
  /** They do not want to be notified. */
  declined: z.boolean(),
});
export type EscalationPerson = z.infer<typeof escalationPerson>;

/** Somebody whose escalations name the account. */
export const escalationNaming = z.object({
  id: rowId,
  /** Their address. */
  name: z.string(),
  /** How many of their devices are shared with the account. */
  devices: z.number().int(),
  declined: z.boolean(),
});
export type EscalationNaming = z.infer<typeof escalationNaming>;

/** `GET /api/notifications/people`: whom escalations may name, and by whose escalations the account is named. */
export const escalationPeople = z.object({ people: z.array(escalationPerson), namedBy: z.array(escalationNaming) });
export type EscalationPeople = z.infer<typeof escalationPeople>;
/** `PUT /api/notifications/named-by/:id` */
export const namingRequest = z.object({ declined: z.boolean() });

/** What counts for people who never chose anything. */
export const defaultNotificationPolicy: NotificationPolicy = {
  info: { contacts: [], repeatMinutes: null, escalations: [] },
  warning: { contacts: 'all', repeatMinutes: null, escalations: [] },
  critical: { contacts: 'all', repeatMinutes: 30, escalations: [] },
  quiet: null,
};
