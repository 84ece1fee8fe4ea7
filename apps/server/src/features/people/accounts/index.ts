import type { Config } from '../../../config.ts';
import { type Http, labelRequests } from '../../../platform/http/index.ts';
import { authRoutes } from './accounts.routes.ts';
import { Accounts, type AccountsOptions } from './accounts.service.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { type MqttPorts, publicConfigRoutes } from './profile/public-config.routes.ts';
import { accessTokenRoutes } from './sessions/access-tokens.routes.ts';

/** What ends on this server because of what changed about accounts. */
export {
  accessTokenRevoked,
  accountBlocked,
  accountChanged,
  accountChangesMissed,
  sessionEnded,
} from './accounts.events.ts';
/** The feature itself: logins, sessions and access tokens. */
export type { Accounts } from './accounts.service.ts';
/** Where a login came from, and what requests a second proof. */
export type { TwoFactor } from './login/login.ts';
export type { Origin } from './login/origin.ts';
/** A link to choose a new password, for an operator to hand over. */
export { newResetPath } from './mails/reset-path.ts';
/** What a person writes behind the e-mail in a sketch, such as `K7QM-2XFD-9HTB`; random tokens, and what is stored of them. */
export { hashSecret, newConnectionKey, newInvitationCode, newToken } from './secrets.ts';

/** Wires the feature; nothing runs before `start`. */
export function createAccounts(options: AccountsOptions): Accounts {
  return new Accounts(options);
}

/** Adds every route of the feature: `/api/auth/*`, `/api/profile`, `/api/access-tokens` and `/api/config`. */
export function accountRoutes(
  app: Http,
  deps: { readonly accounts: Accounts; readonly config: Config; readonly mqttPorts: MqttPorts },
): void {
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
    'POST /api/access-tokens': 'Access token made',
    'DELETE /api/access-tokens/:id': 'Access token revoked',
  });
  authRoutes(app, deps);
  profileRoutes(app, deps);
  accessTokenRoutes(app, deps);
  publicConfigRoutes(app, deps);
}
