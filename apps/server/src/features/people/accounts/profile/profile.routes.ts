import {
  accountDeleteRequest,
  accountDeleteResponse,
  emailChangeRequest,
  emailChangeResponse,
  messageResponse,
  notificationAddress,
  notificationAddressCreate,
  notificationAddressList,
  passwordChangeRequest,
  profile,
  profilePatch,
  sessionList,
} from '@cyno/contract';
import type { Http } from '../../../../platform/http/index.ts';
import type { Accounts } from '../accounts.service.ts';
import { idParams } from '../id-params.ts';

const session = { needs: 'session' } as const;
const proof = { needs: 'proof' } as const;
const message = { 200: messageResponse };

/** What people see and change about their own account. */
export function profileRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  app.get('/api/profile', { schema: { response: { 200: profile } } }, ({ account }) => accounts.profile(account.id));

  app.patch(
    '/api/profile',
    { config: session, schema: { body: profilePatch, response: { 200: profile } } },
    ({ account, body }) => accounts.updateProfile(account.id, body),
  );

  addressRoutes(app, accounts);
  sessionRoutes(app, accounts);
  notificationRoutes(app, accounts);

  app.post(
    '/api/profile/password',
    { config: proof, schema: { body: passwordChangeRequest, response: message } },
    async ({ account, body: { password } }) => {
      await accounts.passwords.change(account, password);
      return { message: 'Your password is changed, and your other sessions are ended.' };
    },
  );

  app.post(
    '/api/profile/delete',
    { config: proof, schema: { body: accountDeleteRequest, response: { 200: accountDeleteResponse } } },
    async ({ account, body, ip }) => {
      const { deleteAfter } = await accounts.close(account, body, ip);
      return { message: 'Your account is closed. You can take that back for 14 days: log in to do so.', deleteAfter };
    },
  );
}

function addressRoutes(app: Http, accounts: Accounts): void {
  app.post(
    '/api/profile/email',
    { config: proof, schema: { body: emailChangeRequest, response: { 200: emailChangeResponse } } },
    async ({ account, body: { email }, ip }) => {
      const confirmation = await accounts.changeEmail(account, email, ip);
      return confirmation === 'sent'
        ? { message: 'Open the link in the mail that we sent to the new address.', confirmation }
        : {
            message: 'If no other account has this address, it is yours now. Log in with it from now on.',
            confirmation,
          };
    },
  );

  app.delete('/api/profile/email', { config: session, schema: { response: message } }, async ({ account }) => {
    await accounts.email.cancel(account.id);
    return { message: 'Your address stays as it is.' };
  });
}

function sessionRoutes(app: Http, { sessions }: Accounts): void {
  app.get('/api/profile/sessions', { config: session, schema: { response: { 200: sessionList } } }, ({ account }) =>
    sessions.list(account.id, account.sessionId),
  );

  app.delete(
    '/api/profile/sessions/:id',
    { config: session, schema: { params: idParams, response: message } },
    async ({ account, params: { id } }) => {
      await sessions.endOf(account.id, id);
      return { message: 'The session is ended.' };
    },
  );

  app.delete('/api/profile/sessions', { config: session, schema: { response: message } }, async ({ account }) => {
    if (account.sessionId !== null) await sessions.endOthers(account.id, account.sessionId);
    return { message: 'All other sessions are ended.' };
  });
}

function notificationRoutes(app: Http, { notificationAddresses }: Accounts): void {
  const path = '/api/profile/notification-addresses';

  app.get(path, { config: session, schema: { response: { 200: notificationAddressList } } }, ({ account }) =>
    notificationAddresses.list(account.id),
  );

  app.post(
    path,
    { config: session, schema: { body: notificationAddressCreate, response: { 201: notificationAddress } } },
    async ({ account, body: { email }, ip }, reply) =>
      reply.code(201).send(await notificationAddresses.add(account, email, ip)),
  );

  app.post(
    `${path}/:id/resend`,
    { config: session, schema: { params: idParams, response: message } },
    async ({ account, params: { id }, ip }) => {
      await notificationAddresses.resend(account.id, id, ip);
      return { message: 'Another link was sent to this address.' };
    },
  );

  app.delete(
    `${path}/:id`,
    { config: session, schema: { params: idParams, response: message } },
    async ({ account, params: { id } }) => {
      await notificationAddresses.remove(account.id, id);
      return { message: 'The address is removed.' };
    },
  );
}
