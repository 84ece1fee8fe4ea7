import { type Http, routesOf } from '../../../../platform/http/index.ts';
import type { Accounts } from '../accounts.service.ts';

const session = { needs: 'session' } as const;
const proof = { needs: 'proof' } as const;

/** What people see and change about their own account. */
export function profileRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  const route = routesOf(app);

  route('GET /api/profile', ({ account }) => accounts.profile(account.id));

  route('PATCH /api/profile', { config: session }, ({ account, body }) => accounts.updateProfile(account.id, body));

  addressRoutes(app, accounts);
  sessionRoutes(app, accounts);
  notificationRoutes(app, accounts);

  route('POST /api/profile/password', { config: proof }, async ({ account, body: { password } }) => {
    await accounts.passwords.change(account, password);
    return { message: 'Your password is changed, and your other sessions are ended.' };
  });

  route('POST /api/profile/delete', { config: proof }, async ({ account, body, ip }) => {
    const { deleteAfter } = await accounts.close(account, body, ip);
    return { message: 'Your account is closed. You can take that back for 14 days: log in to do so.', deleteAfter };
  });
}

function addressRoutes(app: Http, accounts: Accounts): void {
  const route = routesOf(app);

  route('POST /api/profile/email', { config: proof }, async ({ account, body: { email }, ip }) => {
    const confirmation = await accounts.changeEmail(account, email, ip);
    return confirmation === 'sent'
      ? { message: 'Open the link in the mail that we sent to the new address.', confirmation }
      : {
          message: 'If no other account has this address, it is yours now. Log in with it from now on.',
          confirmation,
        };
  });

  route('DELETE /api/profile/email', { config: session }, async ({ account }) => {
    await accounts.email.cancel(account.id);
    return { message: 'Your address stays as it is.' };
  });
}

function sessionRoutes(app: Http, { sessions }: Accounts): void {
  const route = routesOf(app);

  route('GET /api/profile/sessions', { config: session }, ({ account }) =>
    sessions.list(account.id, account.sessionId),
  );

  route('DELETE /api/profile/sessions/:id', { config: session }, async ({ account, params: { id } }) => {
    await sessions.endOf(account.id, id);
    return { message: 'The session is ended.' };
  });

  route('DELETE /api/profile/sessions', { config: session }, async ({ account }) => {
    if (account.sessionId !== null) await sessions.endOthers(account.id, account.sessionId);
    return { message: 'All other sessions are ended.' };
  });
}

function notificationRoutes(app: Http, { notificationAddresses }: Accounts): void {
  const route = routesOf(app);

  route('GET /api/profile/notification-addresses', { config: session }, ({ account }) =>
    notificationAddresses.list(account.id),
  );

  route(
    'POST /api/profile/notification-addresses',
    { config: session },
    async ({ account, body: { email }, ip }, reply) =>
      reply.code(201).send(await notificationAddresses.add(account, email, ip)),
  );

  route(
    'POST /api/profile/notification-addresses/:id/resend',
    { config: session },
    async ({ account, params: { id }, ip }) => {
      await notificationAddresses.resend(account.id, id, ip);
      return { message: 'Another link was sent to this address.' };
    },
  );

  route('DELETE /api/profile/notification-addresses/:id', { config: session }, async ({ account, params: { id } }) => {
    await notificationAddresses.remove(account.id, id);
    return { message: 'The address is removed.' };
  });
}
