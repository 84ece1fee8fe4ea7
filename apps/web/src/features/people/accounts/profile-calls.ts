import type {
  AccessToken,
  AccessTokenCreate,
  AccessTokenCreated,
  DataExport,
  MessageResponse,
  NotificationAddress,
  Profile,
  ProfilePatch,
  SessionInfo,
} from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields, listOf, noContent, type Schema } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';

const message = hasFields<MessageResponse>('message');
const profile = hasFields<Profile>('email', 'timeZone', 'dateFormat', 'language');

/** The browsers that are signed in to the account, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get('/api/profile/sessions', listOf<SessionInfo>('id', 'current'), { signal }),
});

/** The account's personal access tokens, without their secrets. */
export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: ({ signal }) => api.get('/api/access-tokens', listOf<AccessToken>('id', 'name'), { signal }),
});

/** Where alerts go besides the account's own address. */
export const notificationAddressesQuery = queryOptions({
  queryKey: ['notification-addresses'],
  queryFn: ({ signal }) =>
    api.get('/api/profile/notification-addresses', listOf<NotificationAddress>('id', 'email'), { signal }),
});

const exportCheck = hasFields<DataExport>('state', 'percent');
const exportOrNull: Schema<DataExport | null> = {
  parse: (response) => (response === null ? null : exportCheck.parse(response)),
};

/** The newest export of the account's data, or null. */
export const exportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => api.get('/api/profile/export', exportOrNull, { signal }),
});

export const updateProfile = (patch: ProfilePatch) => api.patch('/api/profile', patch, profile);

type EmailChange = { message: string; confirmation: 'sent' | 'not_required' };
// What needs a proof returns undefined when the owner gave up giving one.
export const changeEmail = (email: string) =>
  withProof(() => api.post('/api/profile/email', { email }, hasFields<EmailChange>('message', 'confirmation')));
export const changePassword = (password: string) =>
  withProof(() => api.post('/api/profile/password', { password }, message));
export const createAccessToken = (token: AccessTokenCreate) =>
  withProof(() => api.post('/api/access-tokens', token, hasFields<AccessTokenCreated>('id', 'token')));
export const startExport = () => withProof(() => api.post('/api/profile/export', undefined, exportCheck));
export const exportLink = () =>
  withProof(() => api.post('/api/profile/export/link', undefined, hasFields<{ path: string }>('path')));
export const deleteAccount = (request: { email: string; password?: string }) =>
  withProof(() => api.post('/api/profile/delete', request, message));

export const cancelEmailChange = () => api.delete('/api/profile/email', noContent);
export const revokeAccessToken = (id: number) => api.delete(`/api/access-tokens/${id}`, noContent);
export const endSessionOf = (id: number) => api.delete(`/api/profile/sessions/${id}`, noContent);
export const endOtherSessions = () => api.delete('/api/profile/sessions', noContent);

const addresses = '/api/profile/notification-addresses';
export const addAddress = (email: string) => api.post(addresses, { email }, noContent);
export const resendToAddress = (id: number) => api.post(`${addresses}/${id}/resend`, undefined, noContent);
export const removeAddress = (id: number) => api.delete(`${addresses}/${id}`, noContent);
