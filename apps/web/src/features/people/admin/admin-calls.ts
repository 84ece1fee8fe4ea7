import type {
  AdminClaim,
  AdminUser,
  AdminUserPage,
  AuditPage,
  ClaimDecision,
  Invitation,
  InvitationCreate,
  InvitationCreated,
  MessageResponse,
} from '@cyno/contract';
import { ApiError, call } from '../../../lib/api/api-client.ts';

type Filters = Readonly<Record<string, string | number | undefined>>;

function queryOf(filters: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(key, `${value}`);
  return query;
}

/** One page of people; `cursor` is `next` of the page before. */
export const fetchUsers = (filters: Filters, signal: AbortSignal): Promise<AdminUserPage> =>
  call('GET /api/admin/users', { query: queryOf(filters), signal });

/** One page of the audit log. */
export const fetchAudit = (filters: Filters, signal: AbortSignal): Promise<AuditPage> =>
  call('GET /api/admin/audit', { query: queryOf(filters), signal });

/** The actions that need no more than whom they are about. */
export type PlainAction = 'enable' | 'confirm' | 'end-sessions' | 'resend-confirmation';

export const postAction = ({ id }: AdminUser, action: PlainAction) =>
  call(`POST /api/admin/users/:id/${action}`, { params: { id } });

/** A link to choose a password: sent by mail, or returned this once. */
export const postResetLink = ({ id }: AdminUser) => call('POST /api/admin/users/:id/reset-link', { params: { id } });

/** The actions that an administrator can give a reason for. */
export const postWithReason = ({ id }: AdminUser, action: 'disable' | 'end-sharing', reason: string) =>
  call(`POST /api/admin/users/:id/${action}`, { params: { id }, body: reason === '' ? {} : { reason } });

export const postMember = ({ id }: AdminUser, member: AdminUser['member']) =>
  call('POST /api/admin/users/:id/member', { params: { id }, body: { member } });

export const fetchInvitations = (signal: AbortSignal) => call('GET /api/admin/invitations', { signal });

export const postInvitation = (wanted: InvitationCreate): Promise<InvitationCreated> =>
  call('POST /api/admin/invitations', { body: wanted });

export const removeInvitation = ({ id }: Invitation): Promise<MessageResponse> =>
  call('DELETE /api/admin/invitations/:id', { params: { id } });

/** The claims of boards that are not decided. */
export const fetchClaims = (signal: AbortSignal) => call('GET /api/admin/claims', { signal });

export const postDecision = ({ id }: AdminClaim, decision: ClaimDecision) =>
  call('POST /api/admin/claims/:id/decide', { params: { id }, body: decision });

/** True when a response shows that the caller is no administrator any more. */
export const isRightLost = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code === 'forbidden';
