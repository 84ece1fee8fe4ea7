import { type Core, coreFor } from '../../../core.ts';
import { type Http, labelRequests } from '../../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Plans } from '../billing/index.ts';
import { sharingEnded } from './admin.events.ts';
import { type AccountMails, userRoutes } from './admin.routes.ts';
import { Audit } from './audit.repository.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { Invitations } from './invitations.service.ts';
import { People } from './people.service.ts';
import { Users } from './users.service.ts';

export { sharingEnded } from './admin.events.ts';
/** Who sent a request, as the audit log names them. */
export { actorOf } from './admin.routes.ts';
/** What administrators download by ticket. */
export { AdminDownloads } from './admin-downloads.ts';
/** The record of what administrators did, and who did it. */
export { type Actor, Audit, type AuditEntry, commandLine } from './audit.repository.ts';
/** An account as an operator sees it. */
export type { Person } from './people.repository.ts';

type Options = ConstructorParameters<typeof People>[0] &
  ConstructorParameters<typeof Users>[0] &
  ConstructorParameters<typeof Invitations>[0];

interface AdminDeps {
  readonly accounts: Accounts;
  readonly plans: Plans;
  devicesOf: Options['devicesOf'];
}

/** The administration of people by administrators. */
export function createAdmin(server: Core, { accounts, plans, devicesOf }: AdminDeps): Admin {
  const core = coreFor(server, 'admin');
  const admin = adminActions({
    ...core,
    devicesOf,
    onChanged: (accountId) => accounts.changes.changed(accountId),
    onSessionsEnded: (ended) => accounts.changes.sessionsEnded(ended),
    onSharingEnded: (accountId) => core.bus.publish(sharingEnded, { accountId }),
    planOf: (accountId) => {
      const { plan, source, periodEnd } = plans.stateOf(accountId);
      return { plan, planUntil: source === 'manual' ? periodEnd : null };
    },
    mail: accounts.sendsMail ? (invitation) => accounts.notices.invitation(invitation) : null,
  });
  core.routes.push((app) => adminRoutes(app, { admin, accounts }));
  return admin;
}

/**
 * What administrators do about people, also without the server that runs; `audit` is also for what other features let administrators do.
 */
export function adminActions(options: Omit<Options, 'audit'>) {
  const audit = new Audit(options.database);
  const people = new People({ ...options, audit });
  const users = new Users(options);
  const invitations = new Invitations({ ...options, audit });
  return { audit, people, users, invitations };
}

export type Admin = ReturnType<typeof adminActions>;

/** Adds `/api/admin/users`, `/api/admin/invitations` and `/api/admin/audit`. */
function adminRoutes(app: Http, { admin, accounts }: { admin: Admin; accounts: AccountMails }): void {
  labelRequests(app, 'admin', {
    'POST /api/admin/invitations': 'Invitation created',
    'DELETE /api/admin/invitations/:id': 'Invitation withdrawn',
    'POST /api/admin/users/:id/disable': 'Account disabled',
    'POST /api/admin/users/:id/enable': 'Account enabled',
    'POST /api/admin/users/:id/confirm': 'Address confirmed by an administrator',
    'POST /api/admin/users/:id/member': 'Member changed',
    'POST /api/admin/users/:id/end-sessions': 'Sessions of an account ended',
    'POST /api/admin/users/:id/end-sharing': 'All sharing of an account ended',
    'POST /api/admin/users/:id/resend-confirmation': 'Confirmation mail sent again',
    'POST /api/admin/users/:id/reset-link': 'Reset link created',
  });
  userRoutes(app, { ...admin, accounts });
  invitationRoutes(app, admin);
}
