import {
  type ChatService,
  type Contact,
  type ContactCreated,
  type ContactKind,
  type ContactList,
  type ContactRequest,
  chatService,
  type DeliveryText,
  type PushSubscriptionKeys,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { type StoredTarget, storedTarget, subscriptionTarget } from './channels/index.ts';
import { newWebhookSecret } from './channels/webhook.ts';
import type { ChatContacts } from './chat-contacts.ts';
import { type ContactPointRow, type ContactsRepository, maxContacts } from './contacts.repository.ts';

const noMail: DeliveryText = 'This server sends no mail. Its administrator can set SMTP_URL.';
const notConfirmed: DeliveryText = 'Not confirmed yet. Open the link in the mail that was sent there.';

interface ContactsDeps {
  readonly repository: ContactsRepository;
  readonly accounts: Pick<Accounts, 'find' | 'notificationAddresses' | 'sendsMail'>;
  readonly outgoing: Outgoing;
  readonly chats: Pick<ChatContacts, 'channel'>;
  readonly clock: Clock;
}

/** Where messages to one person go. */
export interface ContactPoint {
  /** `email`, `address-3` or `contact-7`. */
  readonly id: string;
  readonly kind: ContactKind;
  readonly name: string;
  readonly place: string;
  /** Why nothing is sent there; null: it is used. */
  readonly problem: string | null;
  /** What its service needs; of mail the address. */
  readonly target: StoredTarget;
}

/** The contacts of accounts: their own e-mail, their confirmed addresses, and services. */
export class Contacts {
  readonly #deps: ContactsDeps;

  constructor(deps: ContactsDeps) {
    this.#deps = deps;
  }

  /** Everything that the account has; empty when it is gone. */
  async of(accountId: number): Promise<ContactPoint[]> {
    const { repository, accounts } = this.#deps;
    const account = await accounts.find(accountId);
    if (!account) return [];
    const addresses = await accounts.notificationAddresses.list(accountId);
    const mail = accounts.sendsMail ? null : noMail;
    return [
      mailPoint('email', account.email, mail),
      ...addresses.map(({ id, email, confirmed }) =>
        mailPoint(`address-${id}`, email, mail ?? (confirmed ? null : notConfirmed)),
      ),
      ...(await repository.list(accountId)).map((row) => this.#servicePoint(row)),
    ];
  }

  /** Throws a 404 when the account has no such contact. */
  async get(accountId: number, id: string): Promise<ContactPoint> {
    const found = (await this.of(accountId)).find((contact) => contact.id === id);
    if (!found) throw notFound('contact', id);
    return found;
  }

  async list(accountId: number): Promise<ContactList> {
    const failures = new Map((await this.#deps.repository.failures(accountId)).map((row) => [row.contact, row]));
    const contacts = (await this.of(accountId)).map((point) => toResponse(point, failures.get(point.id)));
    return { contacts, allowed: maxContacts };
  }

  /** Throws a 400 for an address where this server sends nothing, and a 409 for the 21st. */
  async add(accountId: number, { name, target }: ContactRequest): Promise<ContactCreated> {
    const { repository, clock } = this.#deps;
    this.#checkAddress(target.url, 'target.url');
    const stored = storedTarget(target);
    // A browser belongs to the person who uses it now: nobody who used it before gets messages there any more.
    if (target.kind === 'push') await repository.forgetBrowser(target.url);
    const row = await repository.add({ accountId, kind: target.kind, name, target: stored, createdAt: clock.now() });
    if (!row) {
      throw new AppError(
        409,
        'limit_reached',
        `An account has at most ${maxContacts} services. Remove one first.`,
        because('too_many_contacts', { max: maxContacts }),
      );
    }
    return this.#created(row);
  }

  /** Throws a 404 when the account has no such service. */
  async rename(accountId: number, id: string, name: string): Promise<Contact> {
    const row = await this.#deps.repository.change(accountId, rowIdOf(id), { name });
    if (!row) throw notFound('contact', id);
    return toResponse(this.#servicePoint(row), undefined);
  }

  /** Gives a webhook another secret; throws a 404 when the account has no such webhook. */
  async newSecret(accountId: number, id: string): Promise<ContactCreated> {
    const { kind, target } = await this.get(accountId, id);
    if (kind !== 'webhook') throw notFound('webhook', id);
    const row = await this.#deps.repository.change(accountId, rowIdOf(id), {
      target: { ...target, secret: newWebhookSecret() },
    });
    if (!row) throw notFound('webhook', id);
    return this.#created(row);
  }

  /** The subscription of a browser from now on; throws a 404 when the account has no such browser, a 400 as `add`. */
  async resubscribe(accountId: number, id: string, subscription: PushSubscriptionKeys): Promise<Contact> {
    const { repository } = this.#deps;
    const { kind } = await this.get(accountId, id);
    if (kind !== 'push') throw notFound('browser', id);
    this.#checkAddress(subscription.url, 'url');
    const row = await repository.change(accountId, rowIdOf(id), { target: subscriptionTarget(subscription) });
    if (!row) throw notFound('browser', id);
    await repository.works(accountId, id);
    return toResponse(this.#servicePoint(row), undefined);
  }

  /** Throws a 400 for an address where this server sends nothing; `field`: where it was typed. */
  #checkAddress(url: string, field: string): void {
    const problem = this.#deps.outgoing.problemOf(url);
    if (problem !== null) {
      throw badRequest(problem, { ...because('contact_address_refused'), fields: { [field]: problem } });
    }
  }

  /** Throws a 404 when the account has no such service. */
  async remove(accountId: number, id: string): Promise<void> {
    if (!(await this.#deps.repository.remove(accountId, rowIdOf(id)))) throw notFound('contact', id);
    await this.#deps.repository.works(accountId, id);
  }

  #created(row: ContactPointRow): ContactCreated {
    return {
      contact: toResponse(this.#servicePoint(row), undefined),
      secret: row.kind === 'webhook' ? (row.target.secret ?? null) : null,
    };
  }

  #servicePoint({ id, kind, name, target }: ContactPointRow): ContactPoint {
    return {
      id: `contact-${id}`,
      kind: kind as ContactKind,
      name,
      place: target.place ?? URL.parse(target.url ?? '')?.host ?? '',
      problem: isChat(kind) ? this.#deps.chats.channel(kind).problem : null,
      target,
    };
  }
}

/** Whether a contact is a chat. */
export const isChat = (kind: string): kind is ChatService => chatService.safeParse(kind).success;

/** Of `email` and addresses there is no row here: they are changed in the profile. */
const rowIdOf = (id: string): number => Math.min(Number(/^contact-(\d+)$/.exec(id)?.[1] ?? 0), 2_147_483_647);

const mailPoint = (id: string, email: string, problem: string | null): ContactPoint => ({
  id,
  kind: 'email',
  name: email,
  place: email,
  problem,
  target: { email },
});

function toResponse(
  { id, kind, name, place, problem }: ContactPoint,
  failure: { since: number; reason: string } | undefined,
): Contact {
  const failing = failure ? { since: failure.since, reason: failure.reason } : null;
  return { id, kind, name, place, problem, failing };
}
