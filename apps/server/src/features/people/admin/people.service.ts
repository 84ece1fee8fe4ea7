import type { AuditAction, Member } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError, because, forbidden } from '../../../platform/errors.ts';
import type { Actor, Audit, AuditEntry } from './audit.repository.ts';
import {
  type About,
  type EndedSession,
  endSessions,
  PeopleRepository,
  type Person,
  save,
} from './people.repository.ts';
import { endSharing } from './sharing.sql.ts';

interface PeopleOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Makes what was changed count on this server; others are notified by the database. */
  readonly onChanged: (accountId: number) => Promise<void>;
  readonly onSessionsEnded: (sessions: EndedSession[]) => void;
  /** Called when nothing of an account is shared any more. */
  readonly onSharingEnded: (accountId: number) => void;
}

type Details = NonNullable<AuditEntry['details']>;

/** What administrators may do about accounts. Each action throws a 404 when the account is gone, and a 409 when it makes no sense. */
export class People {
  readonly #repository: PeopleRepository;
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#repository = new PeopleRepository(options.database);
    this.#options = options;
  }

  list(): Promise<Person[]> {
    return this.#repository.list();
  }

  async get(id: number): Promise<Person> {
    return (await this.#repository.find({ id })) ?? gone();
  }

  async getByEmail(email: string): Promise<Person> {
    const folded = email.trim().toLowerCase();
    const person = await this.#repository.find({ email: folded });
    if (!person)
      throw new AppError(
        404,
        'not_found',
        `No account has the address ${folded}.`,
        because('thing_not_found', { thing: 'account' }),
      );
    return person;
  }

  /** Ends everything that is open for the account, and lets nothing in until it is enabled. */
  async disable(actor: Actor, id: number, reason?: string): Promise<string> {
    const email = await this.#perform(actor, id, async ({ person, transaction, admins }) => {
      if (person.disabledAt)
        throw conflict(
          `${person.email} is disabled already.`,
          because('person_disabled_already', { email: person.email }),
        );
      keepAnAdmin(admins, person);
      await save(transaction, id, { disabledAt: this.#now() });
      const ended = await endSessions(transaction, id, null);
      return { action: 'account.disabled', details: { sessions: ended.length, ...(reason && { reason }) } };
    });
    return `${email} is disabled.`;
  }

  async enable(actor: Actor, id: number): Promise<string> {
    const email = await this.#perform(actor, id, async ({ person, transaction }) => {
      if (!person.disabledAt)
        throw conflict(`${person.email} is not disabled.`, because('person_enabled_already', { email: person.email }));
      await save(transaction, id, { disabledAt: null });
      return { action: 'account.enabled' };
    });
    return `${email} is enabled.`;
  }

  async setMember(actor: Actor, id: number, member: Member): Promise<string> {
    const email = await this.#perform(actor, id, async ({ person, transaction, admins }) => {
      if (person.member === member)
        throw conflict(
          `${person.email} ${standing[member]} already.`,
          because(`person_${member}_already`, { email: person.email }),
        );
      if (member === 'admin' && !isUsable(person)) {
        throw conflict(
          `${person.email} cannot log in at the moment. Confirm or enable the account first.`,
          because('person_cannot_log_in', { email: person.email }),
        );
      }
      if (member === 'user') keepAnAdmin(admins, person);
      await save(transaction, id, { member });
      return { action: member === 'admin' ? 'member.granted' : 'member.revoked' };
    });
    return member === 'admin' ? `${email} is an administrator now.` : `${email} is no administrator any more.`;
  }

  /** Confirms the address without a mail: an administrator knows whose it is. */
  async confirm(actor: Actor, id: number): Promise<string> {
    let hasPassword = true;
    const email = await this.#perform(actor, id, async ({ person, transaction }) => {
      if (person.confirmedAt)
        throw conflict(`${person.email} is confirmed already.`, because('person_confirmed', { email: person.email }));
      hasPassword = person.hasPassword;
      await save(transaction, id, { confirmedAt: this.#now() });
      return { action: 'account.confirmed' };
    });
    return hasPassword
      ? `${email} is confirmed.`
      : `${email} is confirmed. Send a link to choose a password: the account has none.`;
  }

  /** `keep` is the session that stays, when somebody ends their own. */
  async endSessions(actor: Actor, id: number, keep: number | null): Promise<string> {
    let ended: EndedSession[] = [];
    await this.#perform(actor, id, async ({ transaction }) => {
      ended = await endSessions(transaction, id, keep);
      return { action: 'sessions.ended', details: { sessions: ended.length } };
    });
    this.#options.onSessionsEnded(ended);
    if (ended.length === 0) return 'No browser was signed in.';
    return ended.length === 1 ? '1 browser is logged out.' : `${ended.length} browsers are logged out.`;
  }

  /** Ends every share, offer, public link and guest pass that the account gave. */
  async endSharing(actor: Actor, id: number, reason?: string): Promise<string> {
    const email = await this.#perform(actor, id, async ({ person, transaction }) => {
      const ended = await endSharing(transaction, id, this.#options.clock.now());
      if (Object.values(ended).every((count) => count === 0))
        throw conflict(`${person.email} shares nothing.`, because('person_shares_nothing', { email: person.email }));
      return { action: 'sharing.ended', details: { ...ended, ...(reason && { reason }) } };
    });
    this.#options.onSharingEnded(id);
    return `Nothing of ${email} is shared any more.`;
  }

  /** Records what other parts do about an account. */
  async note(actor: Actor, person: Person, action: AuditAction): Promise<void> {
    await this.#perform(actor, person.id, async () => ({ action }));
  }

  /** Runs an action together with its entry in the audit log; returns the address of whom it was about. */
  async #perform(
    actor: Actor,
    id: number,
    work: (about: About & { person: Person }) => Promise<{ action: AuditAction; details?: Details }>,
  ): Promise<string> {
    const email = await this.#repository.change(id, async (about) => {
      // Read under the lock: somebody may have taken the rights away since the request came.
      const isAdmin = about.admins.some((admin) => admin.id === actor.id && !admin.disabledAt);
      if (actor.id !== null && !isAdmin)
        throw forbidden('Only administrators may do this.', because('only_administrators'));
      const person = about.person ?? gone();
      const entry = await work({ ...about, person });
      await this.#options.audit.record({ actor, target: { id, name: person.email }, ...entry }, about.transaction);
      return person.email;
    });
    await this.#options.onChanged(id);
    return email;
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}

const standing: Record<Member, string> = { admin: 'is an administrator', user: 'is an ordinary account' };

const isUsable = (person: Person) => !person.disabledAt && !person.deleteAfter && person.confirmedAt !== null;

/** Throws a 409 rather than leave the server without an administrator who can log in. */
function keepAnAdmin(admins: readonly Person[], person: Person): void {
  if (person.member !== 'admin' || admins.some((admin) => admin.id !== person.id && isUsable(admin))) return;
  throw conflict(
    `${person.email} is the only administrator. Grant the rights to somebody else first.`,
    because('only_administrator', { email: person.email }),
  );
}

const conflict = (sentence: string, why: ReturnType<typeof because>) => new AppError(409, 'conflict', sentence, why);

function gone(): never {
  throw new AppError(
    404,
    'not_found',
    'This account does not exist any more.',
    because('thing_not_found', { thing: 'account' }),
  );
}
