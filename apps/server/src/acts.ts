import type { Acts } from './platform/http/index.ts';

const actsOf = (part: string, acts: Record<string, string>): Acts =>
  Object.fromEntries(Object.entries(acts).map(([route, act]) => [route, { part, act }]));

/** What the log calls the acts of people; a route that is missing here leaves a line only when it is refused, fails or is slow. */
export const acts: Acts = {
  ...actsOf('accounts', {
    'POST /api/auth/login': 'Log-in',
    'POST /api/auth/second-step': 'Second step of a log-in',
    'POST /api/auth/passkey': 'Log-in with a passkey',
    'POST /api/auth/:provider/finish': 'Log-in through another service',
    'POST /api/auth/logout': 'Log-out',
    'POST /api/auth/proof': 'Password typed again',
    'POST /api/auth/signup': 'Sign-up',
    'POST /api/auth/confirm': 'Link of a mail used',
    'POST /api/auth/keep': 'Deletion of an account taken back',
    'POST /api/auth/resend-confirmation': 'Confirmation mail asked for',
    'POST /api/auth/reset-request': 'Password reset asked for',
    'POST /api/auth/reset': 'Password reset',
    'POST /api/auth/:provider/link': 'Log-in service linked',
    'DELETE /api/identities/:id': 'Log-in service unlinked',
    'POST /api/profile/password': 'Password changed',
    'POST /api/profile/email': 'Change of e-mail address asked for',
    'POST /api/profile/delete': 'Deletion of an account asked for',
    'DELETE /api/profile/sessions/:id': 'Session ended',
    'DELETE /api/profile/sessions': 'Other sessions ended',
    'POST /api/access-tokens': 'Access token made',
    'DELETE /api/access-tokens/:id': 'Access token revoked',
    'POST /api/second-step/totp/confirm': 'Authenticator app added',
    'DELETE /api/second-step/totp': 'Authenticator app removed',
    'POST /api/second-step/recovery-codes': 'Recovery codes made',
    'POST /api/second-step/passkeys': 'Passkey added',
    'DELETE /api/second-step/passkeys/:id': 'Passkey removed',
  }),
  ...actsOf('pairing', {
    'POST /api/pairing/window': 'Add device window opened or closed',
    'POST /api/pairing/key/rotate': 'Connection key changed',
    'POST /api/pairing/:espid/accept': 'Board accepted',
    'POST /api/pairing/:espid/reject': 'Board rejected',
    'POST /api/pairing/:espid/block': 'Board blocked',
    'POST /api/pairing/:espid/unblock': 'Board unblocked',
  }),
  ...actsOf('devices', {
    'DELETE /api/device/:espid': 'Device deleted',
    'POST /api/device/:espid/restore': 'Device restored',
    'POST /api/virtual-board': 'Virtual board started',
    'DELETE /api/virtual-board': 'Virtual board stopped',
  }),
  ...actsOf('control', {
    'POST /api/device/:espid/io': 'Pins of a board set',
    'POST /api/device/:espid/event': 'Event sent to a board',
  }),
  ...actsOf('automation', {
    'POST /api/device/:espid/automations': 'Automation made',
    'PUT /api/device/:espid/automations/:id': 'Automation changed',
    'DELETE /api/device/:espid/automations/:id': 'Automation removed',
  }),
  ...actsOf('projects', { 'DELETE /api/projects/:id': 'Project deleted' }),
  ...actsOf('billing', {
    'POST /api/plan/checkout': 'Checkout started',
    'POST /api/plan/portal': 'Customer portal opened',
    'POST /api/plan/active-devices': 'Active devices chosen',
  }),
  ...actsOf('admin', {
    'POST /api/admin/invitations': 'Invitation made',
    'DELETE /api/admin/invitations/:id': 'Invitation withdrawn',
    'POST /api/admin/users/:id/disable': 'Account disabled',
    'POST /api/admin/users/:id/enable': 'Account enabled',
    'POST /api/admin/users/:id/confirm': 'Address confirmed by an administrator',
    'POST /api/admin/users/:id/member': 'Member changed',
    'POST /api/admin/users/:id/end-sessions': 'Sessions of an account ended',
    'POST /api/admin/users/:id/resend-confirmation': 'Confirmation mail sent again',
    'POST /api/admin/users/:id/reset-link': 'Reset link made',
    'POST /api/admin/users/:id/plan': 'Plan assigned',
    'POST /api/admin/logs/:file/download': 'Log file downloaded',
  }),
};
