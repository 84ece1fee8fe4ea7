import { z } from 'zod';
import { line, maxRowId } from '../text.ts';
import { email, member } from './accounts.ts';
import { planId } from './billing.ts';

/** How an account stands; the first that fits: `disabled` by an administrator, `closing` by its owner, `unconfirmed` address. */
export const accountState = z.enum(['active', 'unconfirmed', 'disabled', 'closing']);
export type AccountState = z.infer<typeof accountState>;

/** What an administrator sees of somebody: never a password, a token, or what their boards measured. Instants in ms since the epoch. */
export const adminUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string().nullable(),
  member,
  state: accountState,
  /** Null where the plan is not known. */
  plan: planId.nullable(),
  /** When a plan that an administrator gave ends; null: it does not, or is another one. */
  planUntil: z.number().nullable(),
  devices: z.number().int(),
  onlineDevices: z.number().int(),
  /** Browsers that are signed in. */
  sessions: z.number().int(),
  /** What the account lets others into: shares and offers of its devices and dashboards, public links, and guest passes that are good. */
  sharing: z.object({ shares: z.number().int(), links: z.number().int(), passes: z.number().int() }),
  createdAt: z.number(),
  /** The newest use of those browsers; null: none is signed in. */
  lastSeenAt: z.number().nullable(),
  /** Whether a login by password requests a second proof; a passkey alone does not make it. */
  twoStep: z.boolean(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const userSort = z.enum(['newest', 'oldest', 'email']);
export type UserSort = z.infer<typeof userSort>;

const limit = z.coerce.number().int().min(1).max(100).default(50);

/** `GET /api/admin/users`; `q` is a part of the e-mail or the name, `cursor` is `next` of the page before. */
export const adminUserQuery = z.object({
  q: line(254).optional(),
  sort: userSort.default('newest'),
  member: member.optional(),
  state: accountState.optional(),
  cursor: line(254).optional(),
  limit,
});
export type AdminUserQuery = z.infer<typeof adminUserQuery>;
/** `total` counts everybody who fits, on the first page only; `next` is null on the last page. */
export const adminUserPage = z.object({
  users: z.array(adminUser),
  total: z.number().int().nullable(),
  next: z.string().nullable(),
});
export type AdminUserPage = z.infer<typeof adminUserPage>;

/** `POST /api/admin/users/:id/disable` (needs a proof); the reason is stored in the audit log. */
export const disableRequest = z.object({ reason: line(200).optional() });
/** `POST /api/admin/users/:id/end-sharing` (needs a proof): ends everything that `sharing` counts. */
export const endSharingRequest = z.object({ reason: line(200).optional() });
/** `POST /api/admin/users/:id/member` (needs a proof). */
export const memberRequest = z.object({ member });
/** The response to every action about somebody: what happened, and how they stand now. */
export const adminActionResponse = z.object({ message: z.string(), user: adminUser });
export type AdminActionResponse = z.infer<typeof adminActionResponse>;

/** `POST /api/admin/users/:id/reset-link` (needs a proof): `link` is null when it went by mail, else it is shown this once. */
export const adminResetResponse = adminActionResponse.extend({ link: z.string().nullable() });
export type AdminResetResponse = z.infer<typeof adminResetResponse>;

/** What an entry of the audit log can be about; claims of boards are also opened, objected to and granted by those they concern. */
export const auditActions = [
  'account.disabled',
  'account.enabled',
  'account.confirmed',
  'bundle.downloaded',
  'backup.begun',
  'backup.downloaded',
  'claim.granted',
  'claim.objected',
  'claim.opened',
  'claim.refused',
  'confirmation.sent',
  'future.removed',
  'invitation.created',
  'invitation.removed',
  'job.started',
  'log.downloaded',
  'member.granted',
  'member.revoked',
  'plan.assigned',
  'reset.sent',
  'reset.shown',
  'server.drained',
  'server.handed_over',
  'server.undrained',
  'sessions.ended',
  'sharing.ended',
  'two_step.off',
] as const;
export const auditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditAction>;

/** One action of an administrator. Names are those of that time; `actorId` is null for the command line of the server. */
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.number(),
  actorId: z.number().int().nullable(),
  actor: z.string(),
  action: auditAction,
  targetId: z.number().int().nullable(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET /api/admin/audit`, newest first; `target` and `actor` are parts of names, `before` is `next` of the page before. */
export const auditQuery = z.object({
  target: line(254).optional(),
  targetId: z.coerce.number().int().min(1).max(maxRowId).optional(),
  actor: line(254).optional(),
  action: auditAction.optional(),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit,
});
export type AuditQuery = z.infer<typeof auditQuery>;
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.number().int().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

/** An invitation to sign up; its code is not stored, so that it is shown once only. */
export const invitation = z.object({
  id: z.number().int(),
  /** The only address that may use it; null: anybody who has it. */
  email: z.string().nullable(),
  state: z.enum(['open', 'used', 'expired']),
  /** Null: the command line, or somebody whose account is gone. */
  createdBy: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  usedAt: z.number().nullable(),
  usedBy: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;
/** `GET /api/admin/invitations`: the newest hundred. `DELETE /api/admin/invitations/:id` takes an open one back. */
export const invitationList = z.array(invitation);

/** `POST /api/admin/invitations`. */
export const invitationCreate = z.object({
  email: email.optional(),
  expiresInDays: z.number().int().min(1).max(90).default(7),
});
export type InvitationCreate = z.infer<typeof invitationCreate>;
/** `link` is shown this once; `mailed` is whether it is on its way to the address as well. */
export const invitationCreated = z.object({ invitation, link: z.string(), mailed: z.boolean() });
export type InvitationCreated = z.infer<typeof invitationCreated>;
