import type { DeliveryText } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { databaseFailure } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Attempt } from './channels/result.ts';
import type { ContactsRepository } from './contacts.repository.ts';
import type { ContactPoint, Contacts } from './contacts.service.ts';
import type { ClaimedDelivery, DeliveriesRepository } from './deliveries.repository.ts';
import type { MessageContent, OfferedOutput, OutgoingMessage } from './event.ts';
import type { EventsRepository } from './events.repository.ts';
import type { MessageTokens } from './message-tokens.service.ts';
import type { MessageRow } from './messages.repository.ts';
import { nextAttemptAt } from './retries.ts';

/** Sent at once, in all and of an account: what does not respond holds up its own account only. */
const maxSending = 64;
const maxSendingOfAccount = 4;
/** Services that all accounts have in common: one that does not respond holds up no other account. */
const commonServices = ['email', 'line', 'telegram'];
const maxSendingToService = 16;
/** What is tried for the first time so long after its message was made may be over, or come into quiet hours. */
const lateMs = 60_000;
/** Of a delivery. */
const maxLogged = 10;

export interface DispatcherDeps {
  readonly deliveries: DeliveriesRepository;
  readonly contacts: Contacts;
  readonly contactRows: ContactsRepository;
  readonly events: Pick<EventsRepository, 'lastingOf'>;
  readonly tokens: MessageTokens;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sends it once; resolves with what came of it. */
  send(accountId: number, contact: ContactPoint, message: OutgoingMessage): Promise<Attempt>;
  /** Passes a message on to a person whom an escalation names. */
  passOn(escalated: { accountId: number; contact: string; message: MessageRow }): Promise<Attempt>;
  /** What of a message its account may still see; null: nothing. */
  visibleContent(message: MessageRow): Promise<MessageContent | null>;
  /** Until when quiet hours hold back a message that would be sent at an instant; null: they do not. */
  heldUntil(message: MessageRow, at: number): Promise<number | null>;
  mayOperate(accountId: number, espid: string): boolean;
  /** How many alerts are active for an account; null: that is not known. */
  countActive(accountId: number): Promise<number | null>;
  /** The outputs of the device of a message that its account may switch, the most useful one first. */
  outputsOf(accountId: number, content: MessageContent): Promise<readonly OfferedOutput[]>;
  /** The whole address of a page. */
  addressOf(path: string): string;
}

/** Sends deliveries, and tries those that failed again after growing pauses. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #sending = new Map<Promise<void>, ClaimedDelivery['delivery']>();
  #claiming: Promise<unknown> = Promise.resolve();

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** How many are being sent. */
  get sending(): number {
    return this.#sending.size;
  }

  /** Begins to send what is due, as far as there are free slots. */
  async dispatch(): Promise<void> {
    const { deliveries, clock } = this.#deps;
    const free = maxSending - this.#sending.size;
    if (free <= 0) return;
    const sending = [...this.#sending.values()];
    const claiming = deliveries.claimDue(clock.now(), {
      limit: free,
      perAccount: maxSendingOfAccount,
      busy: [...new Set(sending.map(({ accountId }) => accountId))],
      free: Object.fromEntries(
        commonServices.map((service) => [
          service,
          Math.max(0, maxSendingToService - sending.filter(({ kind }) => kind === service).length),
        ]),
      ),
    });
    this.#claiming = claiming.catch(() => undefined);
    for (const one of await claiming) void this.#begin(one);
  }

  /** Sends one that is due at once and resolves when it was tried; where its account has no free slot it stays queued. */
  async sendNow(accountId: number, id: number): Promise<void> {
    const ofAccount = [...this.#sending.values()].filter((one) => one.accountId === accountId);
    if (ofAccount.length >= maxSendingOfAccount) return;
    const claimed = await this.#deps.deliveries.claim(id, this.#deps.clock.now());
    if (claimed) return this.#begin(claimed);
    // `dispatch` may have been first.
    await this.#claiming;
    await Promise.all([...this.#sending].filter(([, one]) => one.id === id).map(([sending]) => sending));
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending.keys());
  }

  #begin(claimed: ClaimedDelivery): Promise<void> {
    const { id } = claimed.delivery;
    const sending = this.#attempt(claimed)
      .catch((err: unknown) => this.#deps.log.error({ err, delivery: id }, 'What came of a message was not stored'))
      .finally(() => this.#sending.delete(sending));
    this.#sending.set(sending, claimed.delivery);
    return sending;
  }

  async #attempt({ delivery, message }: ClaimedDelivery): Promise<void> {
    const { deliveries, contacts, contactRows, heldUntil, clock } = this.#deps;
    const { accountId, contact: contactId } = delivery;
    const begun = clock.now();
    const mayBeOutdated = isLate(delivery, message, begun);
    const until = mayBeOutdated && delivery.kind !== 'person' ? await heldUntil(message, begun) : null;
    if (until !== null) {
      const { reason, log } = delivery;
      await deliveries.settle(delivery, { state: 'queued', reason, nextAt: until, log, now: begun });
      return;
    }
    const contact = (await contacts.of(accountId)).find(({ id }) => id === contactId);
    const attempt = await this.#tryTo({ delivery, message }, contact, mayBeOutdated);
    const now = clock.now();
    const entry = { at: begun, ms: Math.max(0, now - begun), result: attempt.result };
    const log = [...delivery.log, entry].slice(-maxLogged);
    if (attempt.ok) {
      await deliveries.settle(delivery, { state: 'accepted', reason: null, nextAt: null, log, now });
      await contactRows.works(accountId, contactId);
      return;
    }
    const retryAt = attempt.isFinal ? null : nextAttemptAt(delivery.attempts, now, attempt.retryAfterSeconds);
    const nextAt = retryAt && ((await heldUntil(message, retryAt)) ?? retryAt);
    const state = nextAt === null ? 'failed' : 'queued';
    await deliveries.settle(delivery, { state, reason: attempt.result, nextAt, log, now });
    if (contact && attempt !== notShared && attempt !== outdated) {
      await contactRows.failed({ accountId, contact: contactId, since: now, reason: attempt.result });
    }
  }

  async #tryTo(
    { delivery, message }: ClaimedDelivery,
    contact: ContactPoint | undefined,
    mayBeOutdated: boolean,
  ): Promise<Attempt> {
    const { passOn, visibleContent } = this.#deps;
    const { accountId, kind, contact: contactId } = delivery;
    if (kind === 'person') return passOn({ accountId, contact: contactId, message });
    if (!contact) return gone;
    if (mayBeOutdated && message.kind === 'active' && (await this.#isOutdated(delivery, message))) return outdated;
    // It may be tried for hours: a share may have ended since the message was made.
    const content = await visibleContent(message);
    if (content === null) return notShared;
    return this.#send(accountId, contact, await this.#outgoing(delivery, contact, { ...message, content }));
  }

  /** Whether all that a message is about is over, acknowledged, or in a later message to the same contact. */
  async #isOutdated(delivery: ClaimedDelivery['delivery'], message: ClaimedDelivery['message']): Promise<boolean> {
    const { events, deliveries } = this.#deps;
    const lasting = await events.lastingOf(message);
    const later = new Set(lasting.length > 0 ? await deliveries.namedLater(delivery) : []);
    return lasting.every(({ key }) => later.has(key));
  }

  /** A message as its contact gets it in this attempt. */
  async #outgoing(
    delivery: ClaimedDelivery['delivery'],
    contact: ContactPoint,
    message: ClaimedDelivery['message'],
  ): Promise<OutgoingMessage> {
    const { tokens, addressOf, countActive, outputsOf, mayOperate } = this.#deps;
    const { accountId } = delivery;
    const content = message.content as MessageContent;
    const { severity, kind, at } = message;
    const isPush = contact.kind === 'push';
    const { action, receipt } = await tokens.give(delivery, contact, kind);
    return {
      ...content,
      key: delivery.messageKey,
      severity,
      kind,
      at,
      link: addressOf(content.link),
      actionLink: action === null ? null : addressOf(`/message#${action}`),
      mayOperate: content.events.some(({ espid }) => espid !== null && mayOperate(accountId, espid)),
      receiptToken: receipt,
      badge: isPush ? await countActive(accountId) : null,
      // A message without it is better than none.
      output: isPush && action !== null ? ((await outputsOf(accountId, content).catch(() => []))[0] ?? null) : null,
    };
  }

  async #send(accountId: number, contact: ContactPoint, message: OutgoingMessage): Promise<Attempt> {
    if (contact.problem !== null) return { ...gone, result: contact.problem };
    try {
      return await this.#deps.send(accountId, contact, message);
    } catch (err) {
      this.#deps.log.error({ err, kind: contact.kind }, 'A message could not be written');
      return {
        ok: false,
        result: 'The server could not write the message.' satisfies DeliveryText,
        isFinal: databaseFailure(err) === undefined,
        retryAfterSeconds: null,
      };
    }
  }
}

/** Whether it is tried long after its message was made; never at first where a person waits for it: a test, and what is sent again by hand. */
function isLate({ attempts, log }: ClaimedDelivery['delivery'], { kind, at }: MessageRow, now: number): boolean {
  if (attempts > 1) return true;
  return log.length === 0 && kind !== 'test' && now - at > lateMs;
}

const notShared: Attempt = {
  ok: false,
  result: 'What it is about is not shared with you any more.' satisfies DeliveryText,
  isFinal: true,
  retryAfterSeconds: null,
};

const outdated: Attempt = {
  ok: false,
  result: 'It was over, acknowledged or repeated before it could be sent.' satisfies DeliveryText,
  isFinal: true,
  retryAfterSeconds: null,
};

const gone: Attempt = {
  ok: false,
  result: 'The contact was removed.' satisfies DeliveryText,
  isFinal: true,
  retryAfterSeconds: null,
};
