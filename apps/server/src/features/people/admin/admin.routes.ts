import { AppError, because } from '../../../platform/errors.ts';
import { type Http, type RequestAccount, routesOf } from '../../../platform/http/index.ts';
import type { Actor, Audit } from './audit.repository.ts';
import type { People } from './people.service.ts';
import type { Users } from './users.service.ts';

export const admins = { access: 'admin', needs: 'session' } as const;
/** For what locks somebody out or raises rights. */
const provedAdmins = { access: 'admin', needs: 'proof' } as const;

/** What the routes need of accounts: mails go through their throttle and their texts. */
export interface AccountMails {
  readonly sendsMail: boolean;
  resendConfirmation(email: string, address: string): Promise<void>;
  requestPasswordReset(email: string, address: string): Promise<void>;
  /** A link to choose a password, where no mail is sent. */
  newResetLink(accountId: number): Promise<string>;
}

interface Deps {
  readonly users: Users;
  readonly people: People;
  readonly audit: Audit;
  readonly accounts: AccountMails;
}

/** Who sent a request, as the audit log names them. */
export const actorOf = ({ account, ip }: { account: RequestAccount; ip: string }): Actor => ({
  id: account.id,
  name: account.email,
  ip,
});

/** The people who have accounts, what is done about them, and the record of it. */
export function userRoutes(app: Http, deps: Deps): void {
  const route = routesOf(app);
  const { users, audit } = deps;

  route('GET /api/admin/users', { config: admins }, ({ query }) => users.list(query));

  route('GET /api/admin/audit', { config: admins }, ({ query }) => audit.list(query));

  rightsRoutes(app, deps);
  helpRoutes(app, deps);
}

/** Actions that lock somebody out or let them in. */
function rightsRoutes(app: Http, { users, people }: Deps): void {
  const route = routesOf(app);
  const respond = async (id: number, message: string) => ({ message, user: await users.get(id) });

  route('POST /api/admin/users/:id/disable', { config: provedAdmins }, async (request) => {
    const { id } = request.params;
    return respond(id, await people.disable(actorOf(request), id, request.body.reason));
  });

  route('POST /api/admin/users/:id/end-sharing', { config: provedAdmins }, async (request) => {
    const { id } = request.params;
    return respond(id, await people.endSharing(actorOf(request), id, request.body.reason));
  });

  route('POST /api/admin/users/:id/enable', { config: provedAdmins }, async (request) =>
    respond(request.params.id, await people.enable(actorOf(request), request.params.id)),
  );

  route('POST /api/admin/users/:id/confirm', { config: provedAdmins }, async (request) =>
    respond(request.params.id, await people.confirm(actorOf(request), request.params.id)),
  );

  route('POST /api/admin/users/:id/member', { config: provedAdmins }, async (request) => {
    const { id } = request.params;
    return respond(id, await people.setMember(actorOf(request), id, request.body.member));
  });
}

/** Actions that help somebody. */
function helpRoutes(app: Http, { users, people, accounts }: Deps): void {
  const route = routesOf(app);
  const respond = async (id: number, message: string) => ({ message, user: await users.get(id) });

  route('POST /api/admin/users/:id/end-sessions', { config: admins }, async (request) => {
    const { id } = request.params;
    const own = request.account.id === id ? request.account.sessionId : null;
    return respond(id, await people.endSessions(actorOf(request), id, own));
  });

  route('POST /api/admin/users/:id/resend-confirmation', { config: admins }, async (request) => {
    const person = await people.get(request.params.id);
    if (person.confirmedAt)
      throw new AppError(
        409,
        'conflict',
        `${person.email} is confirmed already.`,
        because('person_confirmed', { email: person.email }),
      );
    await accounts.resendConfirmation(person.email, request.ip);
    await people.note(actorOf(request), person, 'confirmation.sent');
    return respond(person.id, `A mail is on its way to ${person.email}.`);
  });

  // Anyone who has the link has the account.
  route('POST /api/admin/users/:id/reset-link', { config: provedAdmins }, async (request) => {
    const person = await people.get(request.params.id);
    if (person.disabledAt) {
      throw new AppError(
        409,
        'conflict',
        `${person.email} is disabled. Enable the account first.`,
        because('person_disabled', { email: person.email }),
      );
    }
    if (accounts.sendsMail) {
      await accounts.requestPasswordReset(person.email, request.ip);
      await people.note(actorOf(request), person, 'reset.sent');
      const sent = await respond(person.id, `A link to choose a password is on its way to ${person.email}.`);
      return { ...sent, link: null };
    }
    // Before the link is made: none without its entry.
    await people.note(actorOf(request), person, 'reset.shown');
    const link = await accounts.newResetLink(person.id);
    return { ...(await respond(person.id, `Link for ${person.email} created.`)), link };
  });
}
