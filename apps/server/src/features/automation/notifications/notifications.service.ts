import { randomUUID } from 'node:crypto';
import type {
  Delivery,
  DeliveryState,
  Language,
  NotificationMessage,
  NotificationMessages,
  NotificationPolicy,
} from '@cyno/contract';
import { defaultNotificationPolicy } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { badRequest, because, notFound } from '../../../platform/errors.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { Contacts } from './contacts.service.ts';
import type { DeliveriesRepository, DeliveryRow } from './deliveries.repository.ts';
import type { Dispatcher } from './dispatcher.ts';
import { isPerson, type People } from './escalations/people.service.ts';
import type { MessageContent } from './event.ts';
import type { EventsRepository } from './events.repository.ts';
import { messageTexts } from './message-texts/index.ts';
import type { MessageRow, MessagesRepository } from './messages.repository.ts';
import type { PoliciesRepository } from './policies.repository.ts';
import { dayStart } from './policy.ts';

const perResponse = 30;

interface NotificationsDeps {
  readonly contacts: Contacts;
  readonly events: Pick<EventsRepository, 'countHeld'>;
  readonly messages: MessagesRepository;
  readonly deliveries: DeliveriesRepository;
  readonly policies: PoliciesRepository;
  readonly people: Pick<People, 'resolve'>;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Messages that a person requests by pressing a button. */
  readonly requested: Pick<Counter, 'take'>;
  languageOf(accountId: number): Promise<Language>;
  timeZoneOf(accountId: number): string | null;
}

/** What people see and choose about the notifications to them. */
export class Notifications {
  readonly #deps: NotificationsDeps;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
  }

  /** Newest first, 30 at a time. */
  async list(accountId: number, before: number | undefined): Promise<NotificationMessages> {
    const { clock, events, timeZoneOf } = this.#deps;
    const since = dayStart(clock.now(), timeZoneOf(accountId) ?? 'UTC');
    const [{ messages, deliveries }, heldToday] = await Promise.all([
      this.#deps.messages.list(accountId, { before, limit: perResponse + 1 }),
      events.countHeld(accountId, since),
    ]);
    const ofMessage = Map.groupBy(deliveries, ({ messageId }) => messageId);
    return {
      messages: messages.slice(0, perResponse).map((row) => messageOf(row, ofMessage.get(row.id) ?? [])),
      more: messages.length > perResponse,
      heldToday,
    };
  }

  /** Sends a test to a contact and resolves when it was tried. Throws a 404, and a 429 after 20 within ten minutes. */
  async test(accountId: number, contactId: string): Promise<Delivery> {
    const { contacts, messages, deliveries, clock, requested, languageOf } = this.#deps;
    const contact = await contacts.get(accountId, contactId);
    await requested.take(String(accountId));
    const now = clock.now();
    const id = await messages.add(
      {
        ...{ accountId, severity: 'info', kind: 'test', at: now, repeatAt: null, repeats: 0 },
        content: testContent(messageTexts[await languageOf(accountId)].test(contact.name), now),
        contacts: [contact],
      },
      { eventIds: [] },
    );
    const [row] = id === undefined ? [] : await deliveries.ofMessage(id);
    if (!row) throw notFound('contact', contactId);
    return this.#sendNow(accountId, row.id);
  }

  /** Sends a message that was sent or failed again. Throws as `test`. */
  async sendAgain(accountId: number, id: number): Promise<Delivery> {
    const { contacts, deliveries, clock, requested } = this.#deps;
    const row = await deliveries.find(accountId, id);
    if (!row) throw notFound('delivery', String(id));
    await contacts.get(accountId, row.contact);
    await requested.take(String(accountId));
    await deliveries.queueAgain(accountId, id, clock.now());
    return this.#sendNow(accountId, id);
  }

  async policy(accountId: number): Promise<NotificationPolicy> {
    return (await this.#deps.policies.find(accountId)) ?? defaultNotificationPolicy;
  }

  /** Throws a 400 when it names a contact that the account does not have, or somebody with whom it shares no device. */
  async setPolicy(accountId: number, policy: NotificationPolicy): Promise<NotificationPolicy> {
    const { contacts: all, people, policies } = this.#deps;
    const known = new Set((await all.of(accountId)).map(({ id }) => id));
    const chosen = [policy.info, policy.warning, policy.critical].flatMap(({ contacts, escalations }) => [
      ...(contacts === 'all' ? [] : contacts),
      ...escalations.flatMap((step) => step.contacts.filter((id) => !isPerson(id))),
    ]);
    if (chosen.some((id) => !known.has(id)))
      throw badRequest('A contact is gone. Load the page again.', because('list_changed'));
    const resolved = await people.resolve(accountId, policy);
    await policies.set(accountId, resolved);
    return resolved;
  }

  async #sendNow(accountId: number, id: number): Promise<Delivery> {
    await this.#deps.dispatcher.sendNow(accountId, id);
    const row = await this.#deps.deliveries.find(accountId, id);
    if (!row) throw notFound('delivery', String(id));
    return deliveryOf(row);
  }
}

function testContent({ subject, text }: { subject: string; text: string }, now: number): MessageContent {
  const link = '/profile#contacts';
  const event = { key: `test:${randomUUID()}`, severity: 'info', kind: 'test', at: now, subject, text, link } as const;
  const nothing = { group: null, what: null, value: null, limit: null, reading: null, since: null, espid: null };
  return { subject, text, link, count: 1, events: [{ ...event, ...nothing }] };
}

function messageOf({ id, at, severity, kind, content }: MessageRow, rows: readonly DeliveryRow[]): NotificationMessage {
  const { subject, text, link, count } = content as MessageContent;
  return { id, at, severity, kind, subject, text, link, events: count, deliveries: rows.map(deliveryOf) };
}

const deliveryOf = ({ nextAt, log, deliveredAt, readAt, ...row }: DeliveryRow): Delivery => ({
  ...{ id: row.id, contact: row.contact, kind: row.kind, name: row.name, reason: row.reason },
  state: stateOf({ state: row.state, deliveredAt, readAt }),
  attempts: row.attempts,
  log: [...log],
  nextAt: row.state === 'queued' ? nextAt : null,
  finishedAt: row.finishedAt,
  deliveredAt,
  readAt,
});

/** A receipt may come before the response of the service, and counts from then on. */
function stateOf({ state, deliveredAt, readAt }: Pick<DeliveryRow, 'state' | 'deliveredAt' | 'readAt'>): DeliveryState {
  if (state !== 'accepted') return state;
  return readAt !== null ? 'read' : deliveredAt !== null ? 'delivered' : state;
}
