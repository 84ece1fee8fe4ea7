import {
  type ConfirmResponse,
  cancelDeletionRequest,
  confirmRequest,
  confirmResponse,
  loginRequest,
  loginResponse,
  messageResponse,
  passwordReset,
  passwordResetRequest,
  proofRequest,
  resendConfirmationRequest,
  resetLinkRequest,
  resetLinkResponse,
  sessionResponse,
  signupRequest,
  signupResponse,
} from '@cyno/contract';
import type { Http } from '../../../platform/http/index.ts';
import type { Accounts } from './accounts.service.ts';

const open = { access: 'public' } as const;

/** Signing up, logging in and out, and the links sent by mail. */
export function authRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  app.post(
    '/api/auth/signup',
    { config: open, schema: { body: signupRequest, response: { 201: signupResponse } } },
    async ({ body, ip }, reply) => reply.code(201).send(await accounts.signup(body, ip)),
  );

  app.post(
    '/api/auth/login',
    { config: open, schema: { body: loginRequest, response: { 200: loginResponse } } },
    ({ body, ip, headers }) => accounts.login(body, { ip, userAgent: headers['user-agent'] ?? null }),
  );

  app.get('/api/auth/session', { schema: { response: { 200: sessionResponse } } }, ({ account }) =>
    accounts.profile(account.id).then(({ name, timeZone }) => ({
      email: account.email,
      member: account.member,
      name,
      timeZone,
    })),
  );

  app.post(
    '/api/auth/logout',
    { config: { needs: 'session' }, schema: { response: { 200: messageResponse } } },
    async ({ account }) => {
      if (account.sessionId !== null) await accounts.endSession(account.sessionId);
      return { message: 'You are logged out.' };
    },
  );

  app.post(
    '/api/auth/proof',
    { config: { needs: 'session' }, schema: { body: proofRequest, response: { 200: messageResponse } } },
    async ({ account, body: { password }, ip }) => {
      const { sessionId } = account;
      if (sessionId !== null) await accounts.ownPassword.prove({ ...account, sessionId }, password, ip);
      return { message: 'You may go on for ten minutes.' };
    },
  );

  linkRoutes(app, accounts);
}

const confirmed: Record<ConfirmResponse['what'], string> = {
  account: 'Your address is confirmed. You can log in now.',
  email: 'Your account has its new address. Log in with it from now on.',
  notification_address: 'Alerts will be sent to this address.',
};

function linkRoutes(app: Http, accounts: Accounts): void {
  const response = { 200: messageResponse };

  app.post(
    '/api/auth/confirm',
    { config: open, schema: { body: confirmRequest, response: { 200: confirmResponse } } },
    async ({ body: { token } }) => {
      const { what, account } = await accounts.confirm(token);
      return { message: confirmed[what], what, account };
    },
  );

  app.post(
    '/api/auth/keep',
    { config: open, schema: { body: cancelDeletionRequest, response } },
    async ({ body: { token } }) => {
      await accounts.cancelDeletion(token);
      return { message: 'Your account stays. You can log in again.' };
    },
  );

  app.post(
    '/api/auth/resend-confirmation',
    { config: open, schema: { body: resendConfirmationRequest, response } },
    async ({ body: { email }, ip }) => {
      await accounts.resendConfirmation(email, ip);
      return { message: 'If this address waits for confirmation, a new link was sent to it.' };
    },
  );

  app.post(
    '/api/auth/reset-request',
    { config: open, schema: { body: passwordResetRequest, response } },
    async ({ body: { email }, ip }) => {
      await accounts.requestPasswordReset(email, ip);
      return {
        message: accounts.sendsMail
          ? 'If this address has an account, a link to choose a new password was sent to it.'
          : 'This server sends no mail. Ask its administrator: they can give you a link to choose a new password.',
      };
    },
  );

  app.post(
    '/api/auth/reset-link',
    { config: open, schema: { body: resetLinkRequest, response: { 200: resetLinkResponse } } },
    ({ body: { token } }) => accounts.passwords.describeReset(token),
  );

  app.post(
    '/api/auth/reset',
    { config: open, schema: { body: passwordReset, response } },
    async ({ body: { token, password, keep } }) => {
      await accounts.resetPassword(token, password, keep);
      return { message: 'Your password is changed. You can log in now.' };
    },
  );
}
