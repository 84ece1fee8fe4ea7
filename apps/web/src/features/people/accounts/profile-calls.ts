import type { AccessTokenCreate, ProfilePatch } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The browsers that are signed in to the account, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions(),
  queryFn: ({ signal }) => call('GET /api/profile/sessions', { signal }),
});

/** The account's personal access tokens, without their secrets. */
export const accessTokensQuery = queryOptions({
  queryKey: queryKeys.accessTokens(),
  queryFn: ({ signal }) => call('GET /api/access-tokens', { signal }),
});

/** Where alerts go besides the account's own address. */
export const notificationAddressesQuery = queryOptions({
  queryKey: queryKeys.notificationAddresses(),
  queryFn: ({ signal }) => call('GET /api/profile/notification-addresses', { signal }),
});

/** The newest export of the account's data, or null. */
export const exportQuery = queryOptions({
  queryKey: queryKeys.dataExport(),
  queryFn: ({ signal }) => call('GET /api/profile/export', { signal }),
});

export const updateProfile = (patch: ProfilePatch) => call('PATCH /api/profile', { body: patch });

// What needs a proof returns undefined when the owner gave up giving one.
export const changeEmail = (email: string) => withProof(() => call('POST /api/profile/email', { body: { email } }));
export const changePassword = (password: string) =>
  withProof(() => call('POST /api/profile/password', { body: { password } }));
export const createAccessToken = (token: AccessTokenCreate) =>
  withProof(() => call('POST /api/access-tokens', { body: token }));
export const startExport = () => withProof(() => call('POST /api/profile/export'));
export const exportLink = () => withProof(() => call('POST /api/profile/export/link'));
export const deleteAccount = (request: { email: string; password?: string }) =>
  withProof(() => call('POST /api/profile/delete', { body: request }));

export const cancelEmailChange = () => call('DELETE /api/profile/email');
export const revokeAccessToken = (id: number) => call('DELETE /api/access-tokens/:id', { params: { id } });
export const endSessionOf = (id: number) => call('DELETE /api/profile/sessions/:id', { params: { id } });
export const endOtherSessions = () => call('DELETE /api/profile/sessions');
export const addAddress = (email: string) => call('POST /api/profile/notification-addresses', { body: { email } });
export const resendToAddress = (id: number) =>
  call('POST /api/profile/notification-addresses/:id/resend', { params: { id } });
export const removeAddress = (id: number) => call('DELETE /api/profile/notification-addresses/:id', { params: { id } });
