import type { DashboardOffer, DeviceOffer, DeviceOffers } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { Shares } from './shares.ts';
import type { OfferRow, SharingRepository } from './sharing.repository.ts';

interface OffersDeps {
  readonly repository: SharingRepository;
  readonly shares: Shares;
  readonly clock: Clock;
  planOf(accountId: number): { readonly limits: { readonly peoplePerDevice: number | null } };
  /** Takes a device over. */
  takeOver(offer: OfferRow, accountId: number): Promise<void>;
  notify(accountId: number): void;
}

/** What others offer to an account: to whichever has the address, until somebody accepts or declines. */
export class Offers {
  readonly #deps: OffersDeps;

  constructor(deps: OffersDeps) {
    this.#deps = deps;
  }

  async list(accountId: number): Promise<DeviceOffers> {
    const rows = (await this.#rows(accountId)).filter((row) => row.ownerId !== accountId);
    const offers = rows.flatMap((row): DeviceOffer[] => {
      const { id, kind, owner, name, espid, role, createdAt, expiresAt } = row;
      return espid === null ? [] : [{ id, kind, owner, name, espid, role, createdAt, expiresAt }];
    });
    const dashboards = rows.flatMap(({ id, owner, name, thing, role, createdAt, expiresAt }): DashboardOffer[] =>
      thing.kind === 'device' || role === null
        ? []
        : [{ id, owner, name, dashboardId: thing.id, role, createdAt, expiresAt }],
    );
    return { offers, dashboards };
  }

  /** Throws a 404 for what is not offered (any more), a 409 when there is no room. */
  async accept(accountId: number, id: number): Promise<void> {
    const offer = await this.#get(accountId, id);
    if (offer.kind === 'transfer') return this.#deps.takeOver(offer, accountId);
    const { repository, shares, clock, planOf, notify } = this.#deps;
    const people = planOf(offer.ownerId).limits.peoplePerDevice;
    const before = [...shares.of(offer.thing)].find((grant) => grant.accountId === accountId);
    const done = await repository.accept(offer, accountId, { people, now: clock.now() });
    if (done === undefined) throw notFound('offer', String(id));
    if (done === 'people') throw full(offer);
    if (before) await shares.changed(before.id);
    await shares.changed(id);
    notify(offer.ownerId);
  }

  /** Throws a 404 for what is not offered. */
  async decline(accountId: number, id: number): Promise<void> {
    const offer = await this.#get(accountId, id);
    if (!(await this.#deps.repository.decline(id))) throw notFound('offer', String(id));
    this.#deps.notify(offer.ownerId);
  }

  async #get(accountId: number, id: number): Promise<OfferRow> {
    const offer = (await this.#rows(accountId)).find((row) => row.id === id && row.ownerId !== accountId);
    if (!offer) throw notFound('offer', String(id));
    return offer;
  }

  #rows(accountId: number): Promise<OfferRow[]> {
    return this.#deps.repository.offersTo(accountId, this.#deps.clock.now());
  }
}

const full = ({ owner, name }: OfferRow): AppError =>
  new AppError(
    409,
    'limit_reached',
    `The plan of ${owner} has no room for another person at "${name}". Tell them.`,
    because('owner_plan_full', { owner, name }),
  );
