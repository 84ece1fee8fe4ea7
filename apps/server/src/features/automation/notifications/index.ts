import { type Core, coreFor } from '../../../core.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { Outgoing } from '../../../platform/outgoing/index.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { contactsRepository } from './contacts.repository.ts';
import { Contacts } from './contacts.service.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { Dispatcher } from './dispatcher.ts';
import type { NotificationEvent } from './event.ts';
import { eventsRepository } from './events.repository.ts';
import { messagesRepository } from './messages.repository.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { Notifications as NotificationsService } from './notifications.service.ts';
import { Notifier } from './notifier.ts';
import { policiesRepository } from './policies.repository.ts';
import { createSender } from './send.ts';

export type { NotificationEvent } from './event.ts';

/** What notifies people. */
export type Notifications = Pick<ReturnType<typeof createNotifications>, 'queue'>;

const retentionMs = 30 * 24 * 3_600_000;

interface NotificationsDeps {
  readonly accounts: Accounts;
  readonly devices: Pick<DevicesFeature, 'access'>;
}

/** Notifies people of what happened, through the contacts that they chose, and stores what became of each message. */
export function createNotifications(server: Core, { accounts, devices }: NotificationsDeps) {
  const core = coreFor(server, 'notifications');
  const { config, database, clock, jobs, log } = core;
  const outgoing = new Outgoing({ allowed: config.outgoingNetworks });
  const contactRows = contactsRepository(database);
  const events = eventsRepository(database);
  const messages = messagesRepository(database);
  const deliveries = deliveriesRepository(database);
  const policies = policiesRepository(database);
  const contacts = new Contacts({ repository: contactRows, accounts, outgoing, clock });
  const shared = { contacts, contactRows, messages, deliveries, policies, clock, log };
  const notifier = new Notifier({
    ...shared,
    events,
    timeZoneOf: (accountId) => accounts.timeZoneOf(accountId),
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
    maySee: (accountId, espid) => devices.access.find(accountId, espid, 'view') !== undefined,
  });
  const dispatcher = new Dispatcher({
    ...shared,
    send: createSender({ outgoing, notices: accounts.notices, clock }),
    addressOf: (path) => core.baseUrl() + path,
  });
  const loop = new DeliveryLoop({ notifier, dispatcher, log });
  const requested = createCounter(database, { name: 'notification_requests', points: 20, windowSeconds: 600 });
  const notifications = new NotificationsService({ ...shared, dispatcher, requested });
  core.routes.push((app) => notificationRoutes(app, { contacts, notifications }));
  core.parts.push(loop);
  jobs.schedule('notifications.failing', '17 * * * *', () => notifier.reportFailing());
  jobs.schedule('notifications.tidy', '23 3 * * *', async () => {
    await events.forget(clock.now() - retentionMs);
    await messages.forget(clock.now() - retentionMs);
  });
  return {
    /**
     * Notes events in the transaction in which they happen; who is concerned is notified after its commit. Of two events with the same
     * key the second is ignored. A key has the form `alert:310:active`.
     */
    queue: (within: Transaction, ...happened: readonly NotificationEvent[]): Promise<void> =>
      events.add(within, happened, clock.now()),
    /** Sends what is due now, and resolves when each message was tried. */
    async deliver(): Promise<void> {
      await loop.run();
      await dispatcher.settled();
    },
    reportFailing: () => notifier.reportFailing(),
  };
}
