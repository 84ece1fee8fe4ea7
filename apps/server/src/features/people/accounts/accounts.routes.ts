import type { ConfirmResponse } from '@cyno/contract';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { Accounts } from './accounts.service.ts';

const open = { access: 'public' } as const;

/** Signing up, logging in and out, and the links sent by mail. */
export function authRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  const route = routesOf(app);

  route('POST /api/auth/signup', { config: open }, async ({ body, ip }, reply) =>
    reply.code(201).send(await accounts.signup(body, ip)),
  );

  route('POST /api/auth/login', { config: open }, ({ body, ip, headers }) =>
    accounts.login(body, { ip, userAgent: headers['user-agent'] ?? null }),
  );

  route('GET /api/auth/session', ({ account }) =>
    accounts.profile(account.id).then(({ name, timeZone }) => ({
      email: account.email,
      member: account.member,
      name,
      timeZone,
    })),
  );

  route('POST /api/auth/logout', { config: { needs: 'session' } }, async ({ account }) => {
    if (account.sessionId !== null) await accounts.endSession(account.sessionId);
    return { message: 'You are logged out.' };
  });

  route('POST /api/auth/proof', { config: { needs: 'session' } }, async ({ account, body: { password }, ip }) => {
    const { sessionId } = account;
    if (sessionId !== null) await accounts.ownPassword.prove({ ...account, sessionId }, password, ip);
    return { message: 'You can continue for ten minutes.' };
  });

  linkRoutes(app, accounts);
}

const confirmed: Record<ConfirmResponse['what'], string> = {
  account: 'Your address is confirmed. You can log in now.',
  email: 'Your account has its new address. Log in with it from now on.',
  notification_address: 'Alerts will be sent to this address.',
};

function linkRoutes(app: Http, accounts: Accounts): void {
  const route = routesOf(app);

  route('POST /api/auth/confirm', { config: open }, async ({ body: { token } }) => {
    const { what, account } = await accounts.confirm(token);
    return { message: confirmed[what], what, account };
  });

  route('POST /api/auth/keep', { config: open }, async ({ body: { token } }) => {
    await accounts.cancelDeletion(token);
    return { message: 'Your account stays. You can log in again.' };
  });

  route('POST /api/auth/resend-confirmation', { config: open }, async ({ body: { email }, ip }) => {
    await accounts.resendConfirmation(email, ip);
    return { message: 'If this address waits for confirmation, a new link was sent to it.' };
  });

  route('POST /api/auth/reset-request', { config: open }, async ({ body: { email }, ip }) => {
    await accounts.requestPasswordReset(email, ip);
    return {
      message: accounts.sendsMail
        ? 'If this address has an account, a link to choose a new password was sent to it.'
        : 'This server sends no mail. Ask its administrator: they can give you a link to choose a new password.',
    };
  });

  route('POST /api/auth/reset-link', { config: open }, ({ body: { token } }) =>
    accounts.passwords.describeReset(token),
  );

  route('POST /api/auth/reset', { config: open }, async ({ body: { token, password, keep } }) => {
    await accounts.resetPassword(token, password, keep);
    return { message: 'Your password is changed. You can log in now.' };
  });
}
