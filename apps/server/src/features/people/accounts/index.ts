import { join } from 'node:path';
import { type Core, coreFor } from '../../../core.ts';
import { type Http, labelRequests } from '../../../platform/http/index.ts';
import { createMailer } from '../../../platform/mail/index.ts';
import { authRoutes } from './accounts.routes.ts';
import { Accounts } from './accounts.service.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { publicConfigRoutes } from './profile/public-config.routes.ts';
import { accessTokenRoutes } from './sessions/access-tokens.routes.ts';

/** For changes that a session requests: holds the account, and throws a 401 when the session has ended. */
export { holdForSession, type SessionOwner } from './account.sql.ts';
/** What ends on this server because of what changed about accounts. */
export {
  accessTokenRevoked,
  accountBlocked,
  accountChanged,
  accountChangesMissed,
  sessionEnded,
} from './accounts.events.ts';
/** Who runs the server. */
export type { Administrator } from './accounts.repository.ts';
/** The feature itself: logins, sessions and access tokens. */
export type { Accounts } from './accounts.service.ts';
/** Where a login came from, and what requests a second proof. */
export type { TwoFactor } from './login/login.ts';
export type { Origin } from './login/origin.ts';
/** A link to choose a new password, for an operator to hand over. */
export { newResetPath } from './mails/reset-path.ts';
/** What a person writes behind the e-mail in a sketch, such as `K7QM-2XFD-9HTB`; random tokens, and what is stored of them. */
export { hashSecret, newConnectionKey, newInvitationCode, newToken } from './secrets.ts';

/** People: who they are, how they prove it, and what they may hold. */
export function createAccounts(server: Core): Accounts {
  const core = coreFor(server, 'accounts');
  const { config, dataDirectory, jobs } = core;
  const accounts = new Accounts({
    ...core,
    mailer: createMailer({
      smtp: config.mail,
      outbox: join(dataDirectory, 'outbox'),
      log: server.log.child({ part: 'mail' }),
    }),
    signup: config.signup,
    hasProviders: config.oidc !== null || config.line !== null,
  });
  core.parts.push(accounts);
  core.queues.add('mails', () => accounts.queueFills.mails);
  core.queues.add('password_hashes', () => accounts.queueFills.passwordHashes);
  core.routes.push((app) => accountRoutes(app, accounts, core));
  jobs.scheduleByAge('accounts.remove', '7 3 * * *', () => accounts.deletion.removeDue());
  return accounts;
}

/** Adds every route of the feature: `/api/auth/*`, `/api/profile`, `/api/access-tokens` and `/api/config`. */
function accountRoutes(app: Http, accounts: Accounts, { config, ports }: Core): void {
  labelRequests(app, 'accounts', {
    'POST /api/auth/login': 'Login',
    'POST /api/auth/logout': 'Log-out',
    'POST /api/auth/proof': 'Password typed again',
    'POST /api/auth/signup': 'Signup',
    'POST /api/auth/confirm': 'Link of a mail used',
    'POST /api/auth/keep': 'Deletion of an account cancelled',
    'POST /api/auth/resend-confirmation': 'Confirmation mail requested',
    'POST /api/auth/reset-request': 'Password reset requested',
    'POST /api/auth/reset': 'Password reset',
    'POST /api/profile/password': 'Password changed',
    'POST /api/profile/email': 'Change of e-mail address requested',
    'POST /api/profile/delete': 'Deletion of an account requested',
    'DELETE /api/profile/sessions/:id': 'Session ended',
    'DELETE /api/profile/sessions': 'Other sessions ended',
    'POST /api/access-tokens': 'Access token created',
    'DELETE /api/access-tokens/:id': 'Access token revoked',
  });
  authRoutes(app, { accounts });
  profileRoutes(app, { accounts });
  accessTokenRoutes(app, { accounts });
  publicConfigRoutes(app, { accounts, config, ports });
}
