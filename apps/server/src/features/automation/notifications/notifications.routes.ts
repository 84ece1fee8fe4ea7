import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Contacts } from './contacts.service.ts';
import type { People } from './escalations/people.service.ts';
import type { Notifications } from './notifications.service.ts';
import type { PushKeys } from './push-keys.repository.ts';

/** Who is notified, and how, is the owner's alone: a token must not send what happens to somebody else. */
const session = { needs: 'session' } as const;

/** Contacts, messages and policy of the account. */
export function notificationRoutes(
  app: Http,
  {
    contacts,
    notifications,
    people,
    pushKeys,
  }: { contacts: Contacts; notifications: Notifications; people: People; pushKeys(): Promise<PushKeys> },
): void {
  const route = routesOf(app);
  labelRequests(app, 'notifications', {
    'POST /api/notifications/contacts': 'Contact added',
    'PATCH /api/notifications/contacts/:id': 'Contact renamed',
    'DELETE /api/notifications/contacts/:id': 'Contact removed',
    'POST /api/notifications/contacts/:id/secret': 'Secret of a webhook replaced',
    'PUT /api/notifications/contacts/:id/subscription': 'Push subscription renewed',
    'POST /api/notifications/contacts/:id/test': 'Test message requested',
    'POST /api/notifications/deliveries/:id/send-again': 'Message sent again',
    'PUT /api/notifications/policy': 'Notification policy changed',
    'PUT /api/notifications/named-by/:id': 'Being named in escalations accepted or declined',
  });

  route('GET /api/notifications/contacts', { config: session }, ({ account }) => contacts.list(account.id));

  route('POST /api/notifications/contacts', { config: session }, async ({ account, body }, reply) =>
    reply.code(201).send(await contacts.add(account.id, body)),
  );

  route('PATCH /api/notifications/contacts/:id', { config: session }, ({ account, params, body }) =>
    contacts.rename(account.id, params.id, body.name),
  );

  route('DELETE /api/notifications/contacts/:id', { config: session }, async ({ account, params }, reply) => {
    await contacts.remove(account.id, params.id);
    return reply.code(204).send(null);
  });

  route('POST /api/notifications/contacts/:id/secret', { config: session }, ({ account, params }) =>
    contacts.newSecret(account.id, params.id),
  );

  route('GET /api/notifications/push-key', { config: session }, async () => ({ key: (await pushKeys()).publicKey }));

  route('PUT /api/notifications/contacts/:id/subscription', { config: session }, ({ account, params, body }) =>
    contacts.resubscribe(account.id, params.id, body),
  );

  route('POST /api/notifications/contacts/:id/test', { config: session }, ({ account, params }) =>
    notifications.test(account.id, params.id),
  );

  route('GET /api/notifications/messages', { config: session }, ({ account, query }) =>
    notifications.list(account.id, query.before),
  );

  route('POST /api/notifications/deliveries/:id/send-again', { config: session }, ({ account, params }) =>
    notifications.sendAgain(account.id, params.id),
  );

  route('GET /api/notifications/policy', { config: session }, ({ account }) => notifications.policy(account.id));

  route('PUT /api/notifications/policy', { config: session }, ({ account, body }) =>
    notifications.setPolicy(account.id, body),
  );

  route('GET /api/notifications/people', { config: session }, ({ account }) => people.list(account.id));

  route('PUT /api/notifications/named-by/:id', { config: session }, async ({ account, params, body }, reply) => {
    await people.setDeclined(account.id, params.id, body.declined);
    return reply.code(204).send(null);
  });
}
