import type { DeviceShares, Share, SharePatch, ShareRequest, TransferRequest } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { SharedThing } from './share-directory.ts';
import type { Shares } from './shares.ts';
import type { Refused, SharingRepository } from './sharing.repository.ts';
import type { Visits } from './visits.ts';

/** So many offers of an account may wait for a response. */
const maxOffers = 100;
const transferMs = 7 * 24 * 3_600_000;

/** Something that its owner shares. */
export interface OwnThing {
  readonly thing: SharedThing;
  readonly ownerId: number;
  readonly name: string;
  /** Null: it is a dashboard. */
  readonly espid: string | null;
}

/** A mail about something that is offered. `until`: when the offer or the share ends, ms since the epoch; null: never. */
export interface OfferMail {
  readonly to: string;
  readonly owner: string;
  readonly kind: 'device' | 'dashboard' | 'transfer';
  readonly name: string;
  readonly until: number | null;
}

interface SharingDeps {
  readonly repository: SharingRepository;
  readonly shares: Shares;
  readonly visits: Visits;
  readonly clock: Clock;
  /** Invitations that an account may send, and those that may be sent to one address. */
  readonly counters: { readonly from: Pick<Counter, 'take'>; readonly to: Pick<Counter, 'take'> };
  planOf(accountId: number): { readonly name: string; readonly limits: { readonly peoplePerDevice: number | null } };
  /** Sends the mail after the response. */
  mail(mail: OfferMail): void;
  /** Notifies the browsers of an account to read their devices and offers again. */
  notify(accountId: number): void;
}

/** What owners do with their shares: invite, change, end, and offer somebody to take a device over. */
export class Sharing {
  readonly #deps: SharingDeps;

  constructor(deps: SharingDeps) {
    this.#deps = deps;
  }

  async list({ thing, ownerId }: OwnThing): Promise<DeviceShares> {
    const { repository, visits, clock, planOf } = this.#deps;
    await visits.flush();
    const rows = await repository.list(thing, clock.now());
    const transfer = rows.find(({ kind }) => kind === 'transfer');
    return {
      shares: rows.flatMap(({ id, role, known, email, createdAt, expiresAt, lastSeenAt, ...row }): Share[] => {
        const state = known === null ? 'invited' : 'accepted';
        const playback = thing.kind === 'device' || row.playback;
        if (role === null) return [];
        return [{ id, email: known ?? email, role, state, createdAt, expiresAt, playback, lastSeenAt }];
      }),
      transfer: transfer?.expiresAt
        ? { email: transfer.email, createdAt: transfer.createdAt, expiresAt: transfer.expiresAt }
        : null,
      limit: planOf(ownerId).limits.peoplePerDevice,
    };
  }

  /**
   * Invites an address and sends it a mail. The response is the same whether or not it has an account. Throws a 400 for the owner's
   * own address or an end in the past, a 409 for somebody who is invited already or beyond a limit, a 429 for too many.
   */
  async invite(
    own: OwnThing,
    owner: { email: string },
    { email, role, expiresAt, playback }: ShareRequest,
  ): Promise<void> {
    const { repository, clock, counters, shares } = this.#deps;
    const { thing, ownerId, name } = own;
    if (email === owner.email)
      throw badRequest(`This is yours already.`, {
        ...because('own_thing'),
        fields: { email: 'Type the address of somebody else.' },
      });
    this.#checkEnd(expiresAt);
    await counters.from.take(String(ownerId));
    const people = this.#deps.planOf(ownerId).limits.peoplePerDevice;
    const request = { ownerId, thing, email, role, playback, expiresAt };
    const done = await repository.offer(request, { people, offers: maxOffers }, clock.now());
    if (typeof done !== 'number') throw this.#refusal(done, own, email);
    await this.#send({ to: email, owner: owner.email, kind: thing.kind, name, until: expiresAt }, () =>
      repository.remove(thing, { id: done }),
    );
    await shares.changed(done);
    await this.#notifyOffer(done, ownerId);
  }

  /** Throws a 404 for what is no share of the thing, a 400 for an end in the past. */
  async change({ thing, ownerId }: OwnThing, id: number, { role, expiresAt, playback }: SharePatch): Promise<void> {
    const { repository, shares, clock } = this.#deps;
    if (expiresAt !== undefined) this.#checkEnd(expiresAt);
    const patch = {
      ...(role !== undefined && { role }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(playback !== undefined && { playback }),
    };
    const isNothing = Object.keys(patch).length === 0;
    const which = { id, now: clock.now() };
    if (!isNothing && !(await repository.change(thing, which, patch))) throw notFound('share', String(id));
    await shares.changed(id);
    await this.#notifyOffer(id, ownerId);
  }

  /** Ends a share or takes an invitation back; resolves when the person can do nothing any more. */
  async revoke({ thing, ownerId }: OwnThing, id: number): Promise<void> {
    const { repository, shares } = this.#deps;
    const before = await repository.find(id);
    if (!(await repository.remove(thing, { id }))) throw notFound('share', String(id));
    await shares.changed(id);
    this.#deps.notify(ownerId);
    if (before?.recipientId) this.#deps.notify(before.recipientId);
  }

  /** Gives up what somebody else shared. Throws a 404 when it is not shared with the account. */
  async leave(thing: SharedThing, accountId: number): Promise<void> {
    const { repository, shares } = this.#deps;
    for (const grant of shares.with(accountId)) {
      if (grant.thing.kind !== thing.kind || grant.thing.id !== thing.id) continue;
      await repository.remove(thing, { accountId });
      await shares.changed(grant.id);
      this.#deps.notify(grant.ownerId);
      return;
    }
    throw notFound('share', String(thing.id));
  }

  /** Offers somebody to take a device over; throws as `invite` does. */
  async requestTransfer(own: OwnThing, owner: { email: string }, request: TransferRequest): Promise<void> {
    const { repository, clock, counters } = this.#deps;
    const { thing, ownerId, name } = own;
    const { email } = request;
    if (request.espid !== own.espid) {
      throw badRequest('That is not the id of this device.', {
        ...because('wrong_device_id', { espid: own.espid ?? '' }),
        fields: { espid: `Type ${own.espid} to hand it over.` },
      });
    }
    if (email === owner.email)
      throw badRequest('This is yours already.', {
        ...because('own_thing'),
        fields: { email: 'Type the address of somebody else.' },
      });
    await counters.from.take(String(ownerId));
    const expiresAt = clock.now() + transferMs;
    const done = await repository.requestTransfer({ ownerId, thing, email, expiresAt }, maxOffers, clock.now());
    if (done === 'offered') {
      throw new AppError(
        409,
        'conflict',
        'Somebody was asked to take this device already. Take that back first.',
        because('transfer_pending'),
      );
    }
    if (typeof done !== 'number') throw this.#refusal(done, own, email);
    await this.#send({ to: email, owner: owner.email, kind: 'transfer', name, until: expiresAt }, () =>
      repository.remove(thing, 'transfer'),
    );
    await this.#notifyOffer(done, ownerId);
  }

  /** Revokes the offer to hand a device over; throws a 404 when there is none. */
  async keep({ thing, ownerId, espid }: OwnThing): Promise<void> {
    const { repository, clock } = this.#deps;
    const transfer = (await repository.list(thing, clock.now())).find(({ kind }) => kind === 'transfer');
    const before = transfer && (await repository.find(transfer.id));
    if (!(await repository.remove(thing, 'transfer'))) throw notFound('transfer', espid ?? '');
    this.#deps.notify(ownerId);
    if (before?.recipientId) this.#deps.notify(before.recipientId);
  }

  /** Also to an address without an account; when it cannot be sent now, the offer is revoked. */
  async #send(mail: OfferMail, undo: () => Promise<unknown>): Promise<void> {
    try {
      await this.#deps.counters.to.take(mail.to);
      this.#deps.mail(mail);
    } catch (error) {
      await undo();
      throw error;
    }
  }

  #checkEnd(expiresAt: number | null): void {
    if (expiresAt !== null && expiresAt <= this.#deps.clock.now()) {
      throw badRequest('The end must lie ahead.', {
        ...because('end_in_past'),
        fields: { expiresAt: 'Choose a later time, or no end.' },
      });
    }
  }

  async #notifyOffer(id: number, ownerId: number): Promise<void> {
    this.#deps.notify(ownerId);
    const row = await this.#deps.repository.find(id);
    if (row?.recipientId) this.#deps.notify(row.recipientId);
  }

  #refusal(why: Refused, { ownerId, thing, name }: OwnThing, email: string): AppError {
    switch (why) {
      case 'gone':
        return notFound(thing.kind, name);
      case 'offered':
        return new AppError(
          409,
          'conflict',
          `${email} is invited already. Change that invitation or take it back.`,
          because('invited_already', { email }),
        );
      case 'shared':
        return new AppError(
          409,
          'conflict',
          `It is shared with ${email} already. Change that share.`,
          because('shared_already', { email }),
        );
      case 'offers':
        return new AppError(
          409,
          'limit_reached',
          `${maxOffers} of your invitations wait for an answer. Take some back first.`,
          because('too_many_invitations', { max: maxOffers }),
        );
      case 'people': {
        const { name: plan, limits } = this.#deps.planOf(ownerId);
        const max = limits.peoplePerDevice ?? 0;
        return new AppError(
          409,
          'limit_reached',
          peopleSentence(thing, plan, max),
          because('people_limit', { plan, max }),
        );
      }
    }
  }
}

const peopleSentence = ({ kind }: SharedThing, plan: string, limit: number): string =>
  `Your plan (${plan}) has room for ${limit} people a shared ${kind}, invited ones too. Remove one, or change to a larger plan.`;
