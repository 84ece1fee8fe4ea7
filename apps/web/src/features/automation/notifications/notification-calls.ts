import type { ChatService, Contact, ContactRequest, NotificationPolicy } from '@cyno/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** Where messages to the account go. */
export const contactsQuery = queryOptions({
  queryKey: queryKeys.contacts(),
  queryFn: ({ signal }) => call('GET /api/notifications/contacts', { signal }),
});

/** The chat services that the server has. */
export const chatsQuery = queryOptions({
  queryKey: queryKeys.chats(),
  queryFn: ({ signal }) => call('GET /api/chats', { signal }),
});

/** How the account is notified of each severity. */
export const policyQuery = queryOptions({
  queryKey: queryKeys.notificationPolicy(),
  queryFn: ({ signal }) => call('GET /api/notifications/policy', { signal }),
});

/** Whom escalations may name, and who names the account. */
export const peopleQuery = queryOptions({
  queryKey: queryKeys.escalationPeople(),
  queryFn: ({ signal }) => call('GET /api/notifications/people', { signal }),
});

/** The messages to the account, newest first. */
export const messagesQuery = infiniteQueryOptions({
  queryKey: queryKeys.messages(),
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/notifications/messages', { signal, query: pageParam === undefined ? {} : { before: pageParam } }),
  getNextPageParam: ({ messages, more }) => (more ? messages.at(-1)?.id : undefined),
});

export const addContact = (contact: ContactRequest) => call('POST /api/notifications/contacts', { body: contact });
export const joinChat = (service: ChatService) => call('POST /api/chats/:service/join', { params: { service } });
export const removeContact = ({ id }: Contact) => call('DELETE /api/notifications/contacts/:id', { params: { id } });
export const replaceSecret = ({ id }: Contact) =>
  call('POST /api/notifications/contacts/:id/secret', { params: { id } });
export const testContact = ({ id }: Contact) => call('POST /api/notifications/contacts/:id/test', { params: { id } });
export const sendAgain = (id: number) => call('POST /api/notifications/deliveries/:id/send-again', { params: { id } });
export const savePolicy = (policy: NotificationPolicy) => call('PUT /api/notifications/policy', { body: policy });
export const setDeclined = (id: number, declined: boolean) =>
  call('PUT /api/notifications/named-by/:id', { params: { id }, body: { declined } });
/** Checks the server's settings of a chat service with the service itself. */
export const testChat = (service: ChatService) => call('POST /api/admin/chats/:service/test', { params: { service } });
