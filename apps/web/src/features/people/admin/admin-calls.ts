import type {
  AdminActionResponse,
  AdminClaim,
  AdminResetResponse,
  AdminUser,
  AdminUserPage,
  AuditPage,
  ClaimDecision,
  Invitation,
  InvitationCreate,
  InvitationCreated,
  MessageResponse,
} from '@cyno/contract';
import { ApiError, api, hasFields, listOf, type Schema } from '../../../lib/api/api-client.ts';

const actionResponse = hasFields<AdminActionResponse>('message', 'user');
const isList: Schema<Invitation[]> = {
  parse(response) {
    if (!Array.isArray(response)) throw new TypeError('The answer is no list.');
    return response;
  },
};

type Filters = Readonly<Record<string, string | number | undefined>>;

function withQuery(path: string, filters: Filters): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(filters))
    if (value !== undefined && value !== '') params.set(key, `${value}`);
  return `${path}?${params}`;
}

/** One page of people; `cursor` is `next` of the page before. */
export const fetchUsers = (filters: Filters, signal: AbortSignal): Promise<AdminUserPage> =>
  api.get(withQuery('/api/admin/users', filters), hasFields<AdminUserPage>('users', 'total', 'next'), { signal });

/** One page of the audit log. */
export const fetchAudit = (filters: Filters, signal: AbortSignal): Promise<AuditPage> =>
  api.get(withQuery('/api/admin/audit', filters), hasFields<AuditPage>('entries', 'next'), { signal });

/** The actions that need no more than whom they are about. */
export type PlainAction = 'enable' | 'confirm' | 'end-sessions' | 'resend-confirmation';

const pathOf = (user: AdminUser, action: string) => `/api/admin/users/${user.id}/${action}`;

export const postAction = (user: AdminUser, action: PlainAction) =>
  api.post(pathOf(user, action), undefined, actionResponse);

/** A link to choose a password: sent by mail, or returned this once. */
export const postResetLink = (user: AdminUser) =>
  api.post(pathOf(user, 'reset-link'), undefined, hasFields<AdminResetResponse>('message', 'user', 'link'));

/** The actions that an administrator can give a reason for. */
export const postWithReason = (user: AdminUser, action: 'disable' | 'end-sharing', reason: string) =>
  api.post(pathOf(user, action), reason === '' ? {} : { reason }, actionResponse);

export const postMember = (user: AdminUser, member: AdminUser['member']) =>
  api.post(pathOf(user, 'member'), { member }, actionResponse);

export const fetchInvitations = (signal: AbortSignal) => api.get('/api/admin/invitations', isList, { signal });

export const postInvitation = (wanted: InvitationCreate): Promise<InvitationCreated> =>
  api.post('/api/admin/invitations', wanted, hasFields<InvitationCreated>('invitation', 'link', 'mailed'));

export const removeInvitation = ({ id }: Invitation): Promise<MessageResponse> =>
  api.delete(`/api/admin/invitations/${id}`, hasFields<MessageResponse>('message'));

const isClaimList = listOf<AdminClaim>('id', 'espid', 'state', 'holder', 'claimant');

/** The claims of boards that are not decided. */
export const fetchClaims = (signal: AbortSignal) => api.get('/api/admin/claims', isClaimList, { signal });

export const postDecision = ({ id }: AdminClaim, decision: ClaimDecision) =>
  api.post(`/api/admin/claims/${id}/decide`, decision, isClaimList);

/** True when a response shows that the caller is no administrator any more. */
export const isRightLost = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code === 'forbidden';
