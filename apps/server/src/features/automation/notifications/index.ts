import { notificationBounds } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { Outgoing } from '../../../platform/outgoing/index.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { ChatContacts } from './chat-contacts.ts';
import { contactsRepository } from './contacts.repository.ts';
import { Contacts } from './contacts.service.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { Dispatcher, type DispatcherDeps } from './dispatcher.ts';
import { createPassOn } from './escalations/pass-on.ts';
import { peopleRepository } from './escalations/people.repository.ts';
import { type DeviceShare, People } from './escalations/people.service.ts';
import type { NotificationEvent } from './event.ts';
import { eventsRepository } from './events.repository.ts';
import { MessageTokens } from './message-tokens.service.ts';
import { messagesRepository } from './messages.repository.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { Notifications as NotificationsService } from './notifications.service.ts';
import { Notifier } from './notifier.ts';
import { policiesRepository } from './policies.repository.ts';
import { pushKeysRepository } from './push-keys.repository.ts';
import { createSender } from './send.ts';

export { shorten } from './channels/json-request.ts';
export type { Attempt } from './channels/result.ts';
export type { ChatChannel, ChatContact, ChatContacts, JoiningChat } from './chat-contacts.ts';
export type { NotificationEvent, OfferedOutput, OutgoingMessage } from './event.ts';
export { alertMessageTexts, valueTexts } from './message-texts/index.ts';
export type { MessageTokens, ReceivedMessage } from './message-tokens.service.ts';

export { momentLink } from './moment-link.ts';
export { passedOnChanged } from './notifications.events.ts';

export type NotificationsFeature = ReturnType<typeof createNotifications>;
/** What notifies people. */
export type Notifications = Pick<NotificationsFeature, 'queue'>;
/** What knows what escalations passed on to people. */
export type PassedOn = Pick<NotificationsFeature, 'passedOn'>;

const { escalatedPerHourOfOne, escalatedPerHour } = notificationBounds;
const retentionMs = 30 * 24 * 3_600_000;

interface NotificationsDeps {
  readonly accounts: Accounts;
  readonly devices: Pick<DevicesFeature, 'access'>;
}

/** Notifies people of what happened, through the contacts that they chose, and stores what became of each message. */
export function createNotifications(server: Core, { accounts, devices }: NotificationsDeps) {
  const core = coreFor(server, 'notifications');
  const { config, database, bus, clock, jobs, log } = core;
  const outgoing = new Outgoing({ allowed: config.outgoingNetworks });
  const pushKeys = pushKeysRepository(database);
  const contactRows = contactsRepository(database);
  const events = eventsRepository(database);
  const messages = messagesRepository(database);
  const deliveries = deliveriesRepository(database);
  const policies = policiesRepository(database);
  const chats = new ChatContacts({ contactRows, clock });
  const contacts = new Contacts({ repository: contactRows, accounts, outgoing, chats, clock });
  let sharedBy = (_accountId: number): Iterable<DeviceShare> => [];
  const peopleRows = peopleRepository(database);
  const people = new People({
    ...{ repository: peopleRows, policies, contacts, bus, clock },
    sharedBy: (accountId) => sharedBy(accountId),
  });
  const shared = { contacts, contactRows, messages, deliveries, policies, people, clock, log };
  const mayBeUsed = (accountId: number) => accounts.changes.mayBeUsed(accountId);
  const tokens = new MessageTokens({ ...shared, events, mayBeUsed });
  const timeZoneOf = (accountId: number) => accounts.timeZoneOf(accountId);
  const languageOf = (accountId: number) => accounts.languageOf(accountId);
  const mayOperate = (accountId: number, espid: string) =>
    devices.access.find(accountId, espid, 'operate') !== undefined;
  const maySee = (accountId: number, espid: string) => devices.access.find(accountId, espid, 'view') !== undefined;
  const notifier = new Notifier({
    ...shared,
    events,
    timeZoneOf,
    languageOf,
    emailOf: async (accountId) => (await accounts.find(accountId))?.email ?? null,
    mayBeUsed,
    maySee,
  });
  const passOn = createPassOn({
    ...{ people, repository: peopleRows, events, bus, clock, mayBeUsed },
    byOne: createCounter(database, { name: 'escalated_by_one', points: escalatedPerHourOfOne, windowSeconds: 3600 }),
    byAll: createCounter(database, { name: 'escalated_by_all', points: escalatedPerHour, windowSeconds: 3600 }),
    maySeeOf: (accountId, espid, ownerId) => devices.access.find(accountId, espid, 'view')?.accountId === ownerId,
  });
  let outputsOf: DispatcherDeps['outputsOf'] = async () => [];
  let countActive = async (_accountId: number): Promise<number | null> => null;
  const dispatcher = new Dispatcher({
    ...shared,
    events,
    tokens,
    send: createSender({
      outgoing,
      notices: accounts.notices,
      chats,
      clock,
      pushKeys,
      operator: () => operatorOf(config.mail?.from ?? null, core.baseUrl()),
    }),
    addressOf: (path) => core.baseUrl() + path,
    countActive: (accountId) => countActive(accountId),
    outputsOf: (accountId, content) => outputsOf(accountId, content),
    mayOperate,
    passOn,
    visibleContent: (message) => notifier.visibleContent(message),
    heldUntil: (message, at) => notifier.heldUntil(message, at),
  });
  const loop = new DeliveryLoop({ notifier, dispatcher, log });
  const requested = createCounter(database, { name: 'notification_requests', points: 20, windowSeconds: 600 });
  const notifications = new NotificationsService({ ...shared, events, dispatcher, requested, languageOf, timeZoneOf });
  core.routes.push((app) => notificationRoutes(app, { contacts, notifications, people, pushKeys }));
  jobs.schedule('notifications.failing', '17 * * * *', () => notifier.reportFailing());
  jobs.scheduleByAge('notifications.tidy', '23 3 * * *', async () => {
    await events.forget(clock.now() - retentionMs);
    await messages.forget(clock.now() - retentionMs);
  });
  return {
    /** The chats that are contacts, and what sends to them. */
    chats,
    /**
     * Notes events in the transaction in which they happen; who is concerned is notified after its commit. Of two events with the same
     * key the second is ignored. A key has the form `alert:310:active`.
     */
    queue: (within: Transaction, ...happened: readonly NotificationEvent[]): Promise<void> =>
      events.add(within, happened, clock.now()),
    /**
     * Those of the topics, such as `alert:310`, of which their owner's escalation passed something on to the person, who did not decline. Whether
     * they may still see the device is for the caller to decide.
     */
    passedOn: (personId: number, topics: readonly string[]): Promise<string[]> => peopleRows.passedOn(personId, topics),
    /** What sends all of it; it starts when the address of the server is known. */
    loop,
    /** Sends what is due now, and resolves when each message was tried. */
    async deliver(): Promise<void> {
      await loop.run();
      await dispatcher.settled();
    },
    /** Sets what counts the active alerts that an account may see, for the sign of the app on phones. */
    useCount(count: (accountId: number) => Promise<number>): void {
      countActive = count;
    },
    /** Sets what finds the outputs that a message offers to switch. */
    useOutputs(find: DispatcherDeps['outputsOf']): void {
      outputsOf = find;
    },
    /** Sets what knows the devices that an account shares now, whose readers its escalations may name. */
    useShares(find: (accountId: number) => Iterable<DeviceShare>): void {
      sharedBy = find;
    },
    /** What people got, and may take action from. */
    tokens,
    reportFailing: () => notifier.reportFailing(),
  };
}

/** RFC 8292, section 2.1; push services refuse what is neither. */
function operatorOf(sender: string | null, address: string): string {
  if (address.startsWith('https://')) return address;
  return `mailto:${/<([^>]+)>/.exec(sender ?? '')?.[1] ?? sender ?? 'operator@cyno.invalid'}`;
}
