import { type Http, labelRequests } from '../../../platform/http/index.ts';
import { type AccountMails, userRoutes } from './admin.routes.ts';
import { Audit } from './audit.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { Invitations } from './invitations.service.ts';
import { People } from './people.service.ts';
import { Users } from './users.service.ts';

/** Who sent a request, as the audit log names them. */
export { actorOf } from './admin.routes.ts';
/** The record of what administrators did, and who did it. */
export { type Actor, Audit, type AuditEntry, commandLine } from './audit.ts';
/** An account as an operator sees it. */
export type { Person } from './people.repository.ts';
/** Adds `/api/admin/server/load`. */
export { serverLoadRoutes } from './server-load.routes.ts';

type Options = ConstructorParameters<typeof People>[0] &
  ConstructorParameters<typeof Users>[0] &
  ConstructorParameters<typeof Invitations>[0];

/** What `npm run admin` needs: the actions without the server that runs. */
export type AdminOptions = Omit<Options, 'audit'>;

/** Wires the administration of people; `audit` is also for what other features let administrators do. */
export function createAdmin(options: AdminOptions) {
  const audit = new Audit(options.database);
  const people = new People({ ...options, audit });
  const users = new Users(options);
  const invitations = new Invitations({ ...options, audit });
  return { audit, people, users, invitations };
}

export type Admin = ReturnType<typeof createAdmin>;

/** Adds `/api/admin/users`, `/api/admin/invitations` and `/api/admin/audit`. */
export function adminRoutes(app: Http, { admin, accounts }: { admin: Admin; accounts: AccountMails }): void {
  labelRequests(app, 'admin', {
    'POST /api/admin/invitations': 'Invitation made',
    'DELETE /api/admin/invitations/:id': 'Invitation withdrawn',
    'POST /api/admin/users/:id/disable': 'Account disabled',
    'POST /api/admin/users/:id/enable': 'Account enabled',
    'POST /api/admin/users/:id/confirm': 'Address confirmed by an administrator',
    'POST /api/admin/users/:id/member': 'Member changed',
    'POST /api/admin/users/:id/end-sessions': 'Sessions of an account ended',
    'POST /api/admin/users/:id/end-sharing': 'All sharing of an account ended',
    'POST /api/admin/users/:id/resend-confirmation': 'Confirmation mail sent again',
    'POST /api/admin/users/:id/reset-link': 'Reset link made',
  });
  userRoutes(app, { ...admin, accounts });
  invitationRoutes(app, admin);
}
