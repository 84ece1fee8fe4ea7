import type { Invitation, InvitationCreate, InvitationCreated } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError, because } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hashSecret, newInvitationCode } from '../accounts/index.ts';
import type { Actor, Audit } from './audit.repository.ts';
import { type InvitationRow, InvitationsRepository } from './invitations.repository.ts';

const dayMs = 24 * 60 * 60_000;
const retentionMs = 30 * dayMs;
const maxOpen = 1_000;

/** `by` is who invites, `until` in ms since the epoch. */
export interface InvitationMail {
  readonly to: string;
  readonly link: string;
  readonly by: string | null;
  readonly until: number;
}

interface InvitationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** The address of the web app without a slash at its end. */
  readonly baseUrl: () => string;
  readonly log: Logger;
  /** Sends the link of an invitation; null where no mail is sent. */
  readonly mail: ((invitation: InvitationMail) => Promise<void>) | null;
}

/** Invitations to sign up, for servers that take new accounts by invitation only. */
export class Invitations {
  readonly #repository: InvitationsRepository;
  readonly #options: InvitationsOptions;

  constructor(options: InvitationsOptions) {
    this.#repository = new InvitationsRepository(options.database);
    this.#options = options;
  }

  async list(): Promise<Invitation[]> {
    const now = this.#options.clock.now();
    return (await this.#repository.list()).map((row) => toResponse(row, now));
  }

  /** Returns the link, which is not stored. Throws a 409 when very many are open. */
  async create(actor: Actor, { email, expiresInDays }: InvitationCreate): Promise<InvitationCreated> {
    const { audit, clock, baseUrl } = this.#options;
    const now = clock.now();
    const code = newInvitationCode();
    const row = {
      email: email ?? null,
      createdBy: actor.id,
      createdAt: new Date(now),
      expiresAt: new Date(now + expiresInDays * dayMs),
    };
    const id = await this.#repository.inTransaction(async (transaction) => {
      if ((await this.#repository.countOpen(transaction, new Date(now))) >= maxOpen) {
        throw new AppError(
          409,
          'limit_reached',
          `At most ${maxOpen} invitations can be open. Take some back first.`,
          because('too_many_open_invitations', { max: maxOpen }),
        );
      }
      await this.#repository.removeOld(transaction, new Date(now - retentionMs));
      const target = email === undefined ? {} : { target: { id: null, name: email } };
      await audit.record(
        { actor, action: 'invitation.created', details: { days: expiresInDays }, ...target },
        transaction,
      );
      return this.#repository.add(transaction, { ...row, codeHash: hashSecret(code) });
    });
    const link = `${baseUrl()}/auth/login?mode=signup&invite=${code}`;
    const createdBy = actor.id === null ? null : actor.name;
    const mailed =
      email !== undefined && (await this.#mail({ to: email, link, by: createdBy, until: row.expiresAt.getTime() }));
    return { invitation: toResponse({ ...row, id, createdBy, usedAt: null, usedBy: null }, now), link, mailed };
  }

  /** False when there is no mail, or it failed: anyone who invites has the link all the same. */
  async #mail(invitation: InvitationMail): Promise<boolean> {
    const { mail, log } = this.#options;
    if (!mail) return false;
    return mail(invitation).then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'An invitation could not be sent');
        return false;
      },
    );
  }

  /** Takes an open invitation back; throws a 404 when it is not open any more. */
  async remove(actor: Actor, id: number): Promise<void> {
    const now = new Date(this.#options.clock.now());
    await this.#repository.inTransaction(async (transaction) => {
      const removed = await this.#repository.remove(transaction, id, now);
      if (!removed)
        throw new AppError(
          404,
          'not_found',
          'This invitation was used, has expired or was cancelled.',
          because('invitation_gone'),
        );
      const target = removed.email === null ? {} : { target: { id: null, name: removed.email } };
      await this.#options.audit.record({ actor, action: 'invitation.removed', ...target }, transaction);
    });
  }
}

function toResponse(row: InvitationRow, now: number): Invitation {
  const expiresAt = row.expiresAt.getTime();
  return {
    ...row,
    state: row.usedAt ? 'used' : expiresAt > now ? 'open' : 'expired',
    createdAt: row.createdAt.getTime(),
    expiresAt,
    usedAt: row.usedAt?.getTime() ?? null,
  };
}
