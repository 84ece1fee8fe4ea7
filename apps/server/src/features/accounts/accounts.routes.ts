import {
  confirmRequest,
  loginRequest,
  loginResponse,
  messageResponse,
  passwordReset,
  passwordResetRequest,
  profile,
  profilePatch,
  resendConfirmationRequest,
  sessionResponse,
  signupRequest,
  signupResponse,
} from '@cyno/contract';
import { forbidden } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/index.ts';
import type { Accounts } from './accounts.service.ts';

const open = { access: 'public' } as const;

/** Signing up, logging in and out, the links sent by mail, and the profile. */
export function authRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  app.post(
    '/api/auth/signup',
    { config: open, schema: { body: signupRequest, response: { 201: signupResponse } } },
    async ({ body, ip }, reply) => reply.code(201).send(await accounts.signUp(body, ip)),
  );

  app.post(
    '/api/auth/login',
    { config: open, schema: { body: loginRequest, response: { 200: loginResponse } } },
    ({ body, ip, headers }) => accounts.logIn(body, { ip, userAgent: headers['user-agent'] ?? null }),
  );

  app.get('/api/auth/session', { schema: { response: { 200: sessionResponse } } }, ({ account }) =>
    accounts.profile(account.id).then(({ name, timeZone }) => ({
      email: account.email,
      member: account.member,
      name,
      timeZone,
    })),
  );

  app.post('/api/auth/logout', { schema: { response: { 200: messageResponse } } }, async ({ account }) => {
    if (account.sessionId === null) throw forbidden('An access token has no session to end. Revoke it in the profile.');
    await accounts.endSession(account.sessionId);
    return { message: 'You are logged out.' };
  });

  linkRoutes(app, accounts);
  profileRoutes(app, accounts);
}

function linkRoutes(app: Http, accounts: Accounts): void {
  const response = { 200: messageResponse };

  app.post(
    '/api/auth/confirm',
    { config: open, schema: { body: confirmRequest, response } },
    async ({ body: { token } }) => {
      await accounts.confirm(token);
      return { message: 'Your address is confirmed. You can log in now.' };
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
          : 'This server sends no mail. Ask its operator for the link: it is in the log if this address has an account.',
      };
    },
  );

  app.post(
    '/api/auth/reset',
    { config: open, schema: { body: passwordReset, response } },
    async ({ body: { token, password } }) => {
      await accounts.resetPassword(token, password);
      return { message: 'Your password is changed. You can log in now.' };
    },
  );
}

function profileRoutes(app: Http, accounts: Accounts): void {
  app.get('/api/profile', { schema: { response: { 200: profile } } }, ({ account }) => accounts.profile(account.id));

  app.patch(
    '/api/profile',
    { schema: { body: profilePatch, response: { 200: profile } } },
    async ({ account, body }) => {
      if (account.sessionId === null) throw forbidden('An access token cannot change the profile. Log in.');
      return accounts.updateProfile(account.id, body);
    },
  );
}
