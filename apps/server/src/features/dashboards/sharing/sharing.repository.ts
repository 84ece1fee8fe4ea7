import { displayName, type ShareRole } from '@cyno/contract';
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { accounts, dashboards, devices, deviceVisits, shares } from '../../../platform/database/schema/index.ts';
import type { Grant, SharedThing } from './share-directory.ts';

/** An offer that nobody accepted or declined ends after so long; a transfer has an end of its own. */
const offerLifetimeMs = 30 * 24 * 3_600_000;

/** A share as it is in the database, with whom it concerns now. */
export interface ShareRow {
  readonly id: number;
  readonly kind: 'share' | 'transfer';
  readonly thing: SharedThing;
  /** Whom it was offered to. */
  readonly email: string;
  /** Who accepted it; null: nobody yet. */
  readonly accountId: number | null;
  /** The account that has the address now, as long as nobody accepted it. */
  readonly recipientId: number | null;
  readonly ownerId: number;
  readonly role: ShareRole | null;
  readonly playback: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** An offer with what its receiver may know about it. */
export interface OfferRow extends ShareRow {
  readonly owner: string;
  /** What the device or dashboard is called, in English. */
  readonly name: string;
  /** Null: it is a dashboard. */
  readonly espid: string | null;
}

export interface NewShare {
  readonly ownerId: number;
  readonly thing: SharedThing;
  readonly email: string;
  readonly role: ShareRole;
  readonly playback: boolean;
  readonly expiresAt: number | null;
}

/** How many people and offers there may be; null: no limit. */
export interface ShareLimits {
  readonly people: number | null;
  readonly offers: number;
}

export type Refused = 'gone' | 'offered' | 'shared' | 'people' | 'offers';

const ownerId = sql<number>`coalesce(
  (select owned.account_id from devices as owned where owned.id = shares.device_id),
  (select owned.account_id from dashboards as owned where owned.id = shares.dashboard_id)
)`.mapWith(Number);
/** A device's own dashboard goes with the device. */
const isShareable = and(isNull(dashboards.deviceId), isNull(dashboards.deletedAt));
const columns = {
  id: shares.id,
  kind: shares.kind,
  deviceId: shares.deviceId,
  dashboardId: shares.dashboardId,
  email: shares.email,
  accountId: shares.accountId,
  ownerId,
  role: shares.role,
  playback: shares.playback,
  createdAt: shares.createdAt,
  expiresAt: shares.expiresAt,
};

type Found = Pick<typeof shares.$inferSelect, 'deviceId' | 'dashboardId'>;

/** The SQL of shares and offers. */
export class SharingRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  /** Accepted shares of these ids, or all; those of deleted devices too, whose owner may want them back. */
  async listGrants(): Promise<Grant[]> {
    const rows = await this.#orm.select(columns).from(shares).where(isNotNull(shares.accountId));
    return rows.flatMap((row) => toGrant({ ...row, thing: thingOf(row), recipientId: null }) ?? []);
  }

  async find(id: number): Promise<ShareRow | undefined> {
    const [row] = await this.#orm
      .select({ ...columns, recipientId: accounts.id })
      .from(shares)
      .leftJoin(accounts, and(eq(accounts.email, shares.email), isNull(shares.accountId)))
      .where(eq(shares.id, id));
    return row && { ...row, thing: thingOf(row) };
  }

  /** Everybody who has a thing or is invited to it, the oldest first. */
  async list(thing: SharedThing, now: number) {
    const seen = this.#orm
      .select({
        accountId: deviceVisits.accountId,
        at: sql<number>`max(${deviceVisits.toAt})`.mapWith(Number).as('at'),
      })
      .from(deviceVisits)
      .where(thing.kind === 'device' ? eq(deviceVisits.deviceId, thing.id) : sql`false`)
      .groupBy(deviceVisits.accountId)
      .as('seen');
    return this.#orm
      .select({ ...columns, known: accounts.email, lastSeenAt: seen.at })
      .from(shares)
      .leftJoin(accounts, eq(accounts.id, shares.accountId))
      .leftJoin(seen, eq(seen.accountId, shares.accountId))
      .where(and(isAbout(thing), isOpen(now)))
      .orderBy(shares.id);
  }

  /** Writes an offer down; or why it is refused. Of several at once none slips past a limit. */
  async offer(request: NewShare, limits: ShareLimits, now: number): Promise<number | Refused> {
    return this.#holding({ table: 'accounts', id: request.ownerId }, async (tx) => {
      if (!(await isOwned(tx, request))) return 'gone';
      const present = await tx
        .select({ accountId: shares.accountId, email: shares.email, known: accounts.email })
        .from(shares)
        .leftJoin(accounts, eq(accounts.id, shares.accountId))
        .where(and(isAbout(request.thing), eq(shares.kind, 'share'), isOpen(now)));
      if (present.some((one) => one.known === request.email)) return 'shared';
      if (present.some((one) => one.accountId === null && one.email === request.email)) return 'offered';
      if (limits.people !== null && present.length >= limits.people) return 'people';
      if ((await countOffers(tx, request.ownerId, now)) >= limits.offers) return 'offers';
      const { thing, email, role, playback, expiresAt } = request;
      // One that is over by a clock that may be wrong makes room for this one only.
      await tx
        .delete(shares)
        .where(and(isAbout(thing), isNull(shares.accountId), eq(shares.email, email), isOver(now)));
      const row = { ...keysOf(thing), kind: 'share' as const, email, role, playback, expiresAt, createdAt: now };
      const [added] = await tx.insert(shares).values(row).returning({ id: shares.id });
      return added?.id ?? 'gone';
    });
  }

  /** Stores that somebody is invited to take a device over; or why not. */
  async requestTransfer(
    request: Pick<NewShare, 'ownerId' | 'thing' | 'email'> & { expiresAt: number },
    maxOffers: number,
    now: number,
  ): Promise<number | Refused> {
    return this.#holding({ table: 'accounts', id: request.ownerId }, async (tx) => {
      if (!(await isOwned(tx, request))) return 'gone';
      await tx.delete(shares).where(and(isAbout(request.thing), eq(shares.kind, 'transfer'), isOver(now)));
      if ((await countOffers(tx, request.ownerId, now)) >= maxOffers) return 'offers';
      const { thing, email, expiresAt } = request;
      const [added] = await tx
        .insert(shares)
        .values({ ...keysOf(thing), kind: 'transfer', email, expiresAt, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: shares.id });
      return added?.id ?? 'offered';
    });
  }

  /** False when the thing has no such share that has not ended. */
  async change(
    thing: SharedThing,
    { id, now }: { id: number; now: number },
    patch: { role?: ShareRole; expiresAt?: number | null; playback?: boolean },
  ): Promise<boolean> {
    const which = and(eq(shares.id, id), isAbout(thing), eq(shares.kind, 'share'), isOpen(now));
    const rows = await this.#orm.update(shares).set(patch).where(which).returning({ id: shares.id });
    return rows.length > 0;
  }

  /** Ends a share, or takes an offer back; false when there is none. */
  async remove(thing: SharedThing, which: { id: number } | { accountId: number } | 'transfer'): Promise<boolean> {
    const one =
      which === 'transfer'
        ? eq(shares.kind, 'transfer')
        : 'id' in which
          ? and(eq(shares.id, which.id), eq(shares.kind, 'share'))
          : eq(shares.accountId, which.accountId);
    const rows = await this.#orm
      .delete(shares)
      .where(and(isAbout(thing), one))
      .returning({ id: shares.id });
    return rows.length > 0;
  }

  /** What is offered to the address that the account has now, the newest first. */
  async offersTo(accountId: number, now: number): Promise<OfferRow[]> {
    const recipient = this.#orm.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
    const rows = await this.#orm
      .select({
        ...columns,
        owner: accounts.email,
        name: sql<string>`coalesce(${devices.name}, ${dashboards.name})`,
        espid: devices.espid,
        virtual: devices.virtual,
        template: devices.template,
      })
      .from(shares)
      .leftJoin(devices, eq(devices.id, shares.deviceId))
      .leftJoin(dashboards, eq(dashboards.id, shares.dashboardId))
      .innerJoin(accounts, sql`${accounts.id} = ${ownerId}`)
      .where(
        and(
          isNull(shares.accountId),
          inArray(shares.email, recipient),
          isOpen(now),
          isNull(devices.deletedAt),
          isNull(dashboards.deletedAt),
          isNull(accounts.disabledAt),
          isNull(accounts.deleteAfter),
        ),
      )
      .orderBy(desc(shares.id));
    return rows.map(({ virtual, template, ...row }) => {
      const { name, espid } = row;
      const called = espid === null ? name : displayName({ name, espid, virtual: virtual === true, template }, 'en');
      return { ...row, name: called, thing: thingOf(row), recipientId: accountId };
    });
  }

  /**
   * Gives a share to the account that it was offered to; undefined when it is not offered any more. `people`: why it cannot be
   * accepted now. An older share of the same thing, which came to another address of the account, ends.
   */
  async accept(
    offer: ShareRow,
    accountId: number,
    { people, now }: { people: number | null; now: number },
  ): Promise<'accepted' | 'people' | undefined> {
    return this.#holding({ table: 'accounts', id: offer.ownerId }, async (tx) => {
      const open = await tx
        .select({ id: shares.id })
        .from(shares)
        .innerJoin(accounts, and(eq(accounts.id, accountId), eq(accounts.email, shares.email)))
        .where(and(eq(shares.id, offer.id), eq(shares.kind, 'share'), isNull(shares.accountId), isOpen(now)))
        .for('update', { of: shares });
      if (open.length === 0 || !(await isOwned(tx, offer))) return undefined;
      const [others] = await tx
        .select({ people: count() })
        .from(shares)
        .where(
          and(isAbout(offer.thing), isNotNull(shares.accountId), sql`${shares.accountId} <> ${accountId}`, isOpen(now)),
        );
      if (people !== null && (others?.people ?? 0) >= people) return 'people';
      await tx.delete(shares).where(and(isAbout(offer.thing), eq(shares.accountId, accountId)));
      await tx.update(shares).set({ accountId }).where(eq(shares.id, offer.id));
      return 'accepted';
    });
  }

  /** Takes an offer away that is not accepted; false when there is none. */
  async decline(id: number): Promise<boolean> {
    const rows = await this.#orm
      .delete(shares)
      .where(and(eq(shares.id, id), isNull(shares.accountId)))
      .returning({ id: shares.id });
    return rows.length > 0;
  }

  /** Removes what has ended, and offers that nobody accepted or declined. */
  async removeOver(now: number): Promise<void> {
    await this.#orm.delete(shares).where(isOver(now));
  }

  /** The fullest device of an account. */
  async maxPeople(accountId: number, now: number): Promise<{ used: number; where: string | null }> {
    const [fullest] = await this.#orm
      .select({ used: count(), where: devices.name })
      .from(shares)
      .innerJoin(devices, eq(devices.id, shares.deviceId))
      .where(and(eq(devices.accountId, accountId), isNull(devices.deletedAt), eq(shares.kind, 'share'), isOpen(now)))
      .groupBy(devices.id)
      .orderBy(desc(count()), devices.id)
      .limit(1);
    return fullest ?? { used: 0, where: null };
  }

  /** The addresses of accounts. */
  async emailsOf(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#orm
      .select({ id: accounts.id, email: accounts.email })
      .from(accounts)
      .where(inArray(accounts.id, [...ids]));
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  /** What a dashboard of several devices is called and whose it is. */
  async findDashboard(id: number): Promise<{ ownerId: number; name: string } | undefined> {
    const [row] = await this.#orm
      .select({ ownerId: dashboards.accountId, name: dashboards.name })
      .from(dashboards)
      .where(and(eq(dashboards.id, id), isShareable));
    return row;
  }
}

/** The grant that an accepted share is; undefined for an offer. */
export function toGrant({ accountId, role, ...row }: ShareRow): Grant | undefined {
  const { id, thing, ownerId: owner, playback, expiresAt } = row;
  if (accountId === null || role === null) return undefined;
  return { id, thing, accountId, ownerId: owner, role, playback, expiresAt };
}

/** The condition that a share is of this thing. */
const isAbout = ({ kind, id }: SharedThing): SQL =>
  kind === 'device' ? eq(shares.deviceId, id) : eq(shares.dashboardId, id);

/** The condition that a share or offer has not ended. */
export function isOpen(now: number): SQL | undefined {
  return and(
    or(isNull(shares.expiresAt), gt(shares.expiresAt, now)),
    or(isNotNull(shares.accountId), gt(shares.createdAt, now - offerLifetimeMs)),
  );
}

const isOver = (now: number): SQL | undefined =>
  or(lte(shares.expiresAt, now), and(isNull(shares.accountId), lte(shares.createdAt, now - offerLifetimeMs)));

/** Whether the thing is the owner's now, and not deleted. */
async function isOwned(
  tx: Transaction,
  { thing, ownerId: owner }: { thing: SharedThing; ownerId: number },
): Promise<boolean> {
  const found =
    thing.kind === 'device'
      ? await tx
          .select({ id: devices.id })
          .from(devices)
          .where(and(eq(devices.id, thing.id), eq(devices.accountId, owner), isNull(devices.deletedAt)))
          .for('no key update')
      : await tx
          .select({ id: dashboards.id })
          .from(dashboards)
          .where(and(eq(dashboards.id, thing.id), eq(dashboards.accountId, owner), isShareable));
  return found.length > 0;
}

async function countOffers(tx: Transaction, owner: number, now: number): Promise<number> {
  const [row] = await tx
    .select({ offers: count() })
    .from(shares)
    .where(and(isNull(shares.accountId), sql`${ownerId} = ${owner}`, isOpen(now)));
  return row?.offers ?? 0;
}

const keysOf = ({ kind, id }: SharedThing) => ({
  deviceId: kind === 'device' ? id : null,
  dashboardId: kind === 'dashboard' ? id : null,
});

const thingOf = ({ deviceId, dashboardId }: Found): SharedThing =>
  deviceId === null ? { kind: 'dashboard', id: dashboardId ?? 0 } : { kind: 'device', id: deviceId };
