import { randomUUID } from 'node:crypto';
import type { ReceiptState } from '@cyno/contract';
import { and, eq, getTableColumns, gt, inArray, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { notificationDeliveries, notificationMessages } from '../../../platform/database/schema/index.ts';
import type { MessageRow } from './messages.repository.ts';

export type DeliveriesRepository = ReturnType<typeof deliveriesRepository>;
export type DeliveryRow = typeof notificationDeliveries.$inferSelect;

/** A delivery with its message. */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly message: MessageRow;
}

/** How much is claimed at once. `free`: how many of a kind of contact at most; 0: none. */
interface ClaimBounds {
  readonly limit: number;
  readonly perAccount: number;
  readonly busy: readonly number[];
  readonly free: Readonly<Record<string, number>>;
}

/** What came of an attempt. `nextAt` null: it is not tried again. */
export interface Outcome {
  readonly state: DeliveryRow['state'];
  readonly reason: string | null;
  readonly nextAt: number | null;
  readonly log: DeliveryRow['log'];
  readonly now: number;
}

/** The SQL of deliveries: who claims one sends it. */
export function deliveriesRepository({ orm }: Database) {
  const claimed = async (ids: readonly number[], until: number): Promise<ClaimedDelivery[]> => {
    if (ids.length === 0) return [];
    const rows = await orm
      .update(notificationDeliveries)
      .set({ state: 'sent', nextAt: until, attempts: sql`${notificationDeliveries.attempts} + 1` })
      .from(notificationMessages)
      .where(
        and(
          inArray(notificationDeliveries.id, [...ids]),
          eq(notificationMessages.id, notificationDeliveries.messageId),
          // Another server may have claimed it since it was found: then it is not due any more.
          lte(notificationDeliveries.nextAt, sql`${until}::int8 - ${claimMs}::int8`),
          inArray(notificationDeliveries.state, ['queued', 'sent']),
        ),
      )
      .returning({
        delivery: getTableColumns(notificationDeliveries),
        message: getTableColumns(notificationMessages),
      });
    return rows;
  };
  return {
    /**
     * Claims what is due, oldest first: `perAccount` of each account, but none of those in `busy`, and of each kind of contact in `free` so
     * many at most.
     */
    async claimDue(now: number, { limit, perAccount, ...bounds }: ClaimBounds): Promise<ClaimedDelivery[]> {
      const ranked = dueOnes(orm, now, bounds);
      const fair = orm.$with('fair').as(
        orm
          .select({
            id: ranked.id,
            nextAt: ranked.nextAt,
            free: ranked.free,
            placeOfKind: sql<number>`row_number() over (
              partition by ${ranked.kind} order by ${ranked.nextAt}, ${ranked.id})`.as('place_of_kind'),
          })
          .from(ranked)
          .where(lte(ranked.place, perAccount)),
      );
      const due = await orm
        .with(ranked, fair)
        .select({ id: fair.id })
        .from(fair)
        .where(or(isNull(fair.free), lte(fair.placeOfKind, fair.free)))
        .orderBy(fair.nextAt, fair.id)
        .limit(limit);
      return claimed(
        due.map(({ id }) => id),
        now + claimMs,
      );
    },

    /** Claims one that is to be sent at once; undefined when it is being sent. */
    async claim(id: number, now: number): Promise<ClaimedDelivery | undefined> {
      return (await claimed([id], now + claimMs))[0];
    },

    /** Writes what came of an attempt, unless it was claimed again since. */
    async settle({ id, attempts }: DeliveryRow, { state, reason, nextAt, log, now }: Outcome): Promise<void> {
      await orm
        .update(notificationDeliveries)
        .set({ state, reason, log, nextAt: nextAt ?? now, finishedAt: nextAt === null ? now : null })
        .where(and(eq(notificationDeliveries.id, id), eq(notificationDeliveries.attempts, attempts)));
    },

    async find(accountId: number, id: number): Promise<DeliveryRow | undefined> {
      const [row] = await orm.select().from(notificationDeliveries).where(own(accountId, id));
      return row;
    },

    async ofMessage(messageId: number): Promise<DeliveryRow[]> {
      return orm.select().from(notificationDeliveries).where(eq(notificationDeliveries.messageId, messageId));
    },

    /** The keys of the events that later messages to the same contact name, unless these failed. */
    namedLater: (delivery: DeliveryRow): Promise<string[]> => namedLater(orm, delivery),

    /**
     * Lets the reader of a delivery take action with a token until then. Those of earlier attempts stay good, which may have arrived although they
     * failed; when it is sent again by hand they do not.
     */
    async setToken({ id, attempts }: DeliveryRow, tokenHash: string, tokenUntil: number): Promise<void> {
      const { earlierTokenHashes, tokenHash: last } = notificationDeliveries;
      const earlier = attempts > 1 ? sql`array_remove(${earlierTokenHashes} || ${last}, null)` : [];
      await orm
        .update(notificationDeliveries)
        .set({ tokenHash, tokenUntil, earlierTokenHashes: earlier })
        .where(eq(notificationDeliveries.id, id));
    },

    /** Puts other tokens in the place of all that a delivery has, by one of them; false when that one is not good any more. */
    async replaceToken(
      { tokenHash, now }: { tokenHash: string; now: number },
      next: Pick<DeliveryRow, 'tokenHash' | 'tokenUntil' | 'earlierTokenHashes'>,
    ): Promise<boolean> {
      const { rowCount } = await orm.update(notificationDeliveries).set(next).where(hasToken(tokenHash, now));
      return rowCount === 1;
    },

    /** The delivery and its message that a token stands for at this moment. */
    async findByToken(tokenHash: string, now: number): Promise<ClaimedDelivery | undefined> {
      return findOne(orm, hasToken(tokenHash, now));
    },

    /** The delivery of an account and its message by the key that each attempt carries. */
    async findByKey(accountId: number, messageKey: string): Promise<ClaimedDelivery | undefined> {
      return findOne(
        orm,
        and(eq(notificationDeliveries.accountId, accountId), eq(notificationDeliveries.messageKey, messageKey)),
      );
    },

    /** Notes what the reader's side reported, unless that is known already; what was read was delivered. */
    async noteReceipt(id: number, state: ReceiptState, now: number): Promise<void> {
      const { deliveredAt, readAt } = notificationDeliveries;
      await orm
        .update(notificationDeliveries)
        .set({
          deliveredAt: sql`coalesce(${deliveredAt}, ${now})`,
          ...(state === 'read' && { readAt: sql`coalesce(${readAt}, ${now})` }),
        })
        .where(eq(notificationDeliveries.id, id));
    },

    /** Queues one that is finished again; false when the account has none such. LINE takes nothing twice by the same key. */
    async queueAgain(accountId: number, id: number, now: number): Promise<boolean> {
      const { kind, messageKey } = notificationDeliveries;
      const { rowCount } = await orm
        .update(notificationDeliveries)
        .set({
          state: 'queued',
          messageKey: sql`case when ${kind} = 'line' then ${randomUUID()} else ${messageKey} end`,
          reason: null,
          nextAt: now,
          finishedAt: null,
          attempts: 0,
          deliveredAt: null,
          readAt: null,
        })
        .where(and(own(accountId, id), inArray(notificationDeliveries.state, ['accepted', 'failed'])));
      return rowCount === 1;
    },
  };
}

function hasToken(tokenHash: string, now: number): SQL | undefined {
  const { tokenHash: last, earlierTokenHashes, tokenUntil } = notificationDeliveries;
  // The first part is that of the index, which has none of the many without earlier ones.
  const isEarlier = sql`${earlierTokenHashes} <> '{}' and ${earlierTokenHashes} @> array[${tokenHash}]`;
  return and(or(eq(last, tokenHash), isEarlier), gt(tokenUntil, now));
}

async function namedLater(orm: Database['orm'], { id, accountId, contact }: DeliveryRow): Promise<string[]> {
  const rows = await orm
    .select({ keys: sql<string[]>`jsonb_path_query_array(${notificationMessages.content}, '$.events[*].key')` })
    .from(notificationDeliveries)
    .innerJoin(notificationMessages, eq(notificationMessages.id, notificationDeliveries.messageId))
    .where(
      and(
        eq(notificationDeliveries.accountId, accountId),
        eq(notificationDeliveries.contact, contact),
        gt(notificationDeliveries.id, id),
        ne(notificationDeliveries.state, 'failed'),
      ),
    );
  return rows.flatMap(({ keys }) => keys);
}

async function findOne(orm: Database['orm'], condition: SQL | undefined): Promise<ClaimedDelivery | undefined> {
  const [row] = await orm
    .select({ delivery: getTableColumns(notificationDeliveries), message: getTableColumns(notificationMessages) })
    .from(notificationDeliveries)
    .innerJoin(notificationMessages, eq(notificationMessages.id, notificationDeliveries.messageId))
    .where(condition);
  return row;
}

/** What is due of accounts that are not in `busy` and of kinds that are free, with its place among that of its account. */
function dueOnes(orm: Database['orm'], now: number, { busy, free }: Pick<ClaimBounds, 'busy' | 'free'>) {
  const freeOfKind = sql<number | null>`(${JSON.stringify(free)}::jsonb ->> ${notificationDeliveries.kind})::int`;
  return orm.$with('ranked').as(
    orm
      .select({
        id: notificationDeliveries.id,
        kind: notificationDeliveries.kind,
        nextAt: notificationDeliveries.nextAt,
        free: freeOfKind.as('free'),
        place: sql<number>`row_number() over (
          partition by ${notificationDeliveries.accountId}
          order by ${notificationDeliveries.nextAt}, ${notificationDeliveries.id})`.as('place'),
      })
      .from(notificationDeliveries)
      .where(
        and(
          inArray(notificationDeliveries.state, ['queued', 'sent']),
          lte(notificationDeliveries.nextAt, now),
          busy.length > 0 ? notInArray(notificationDeliveries.accountId, [...busy]) : undefined,
          sql`${freeOfKind} is distinct from 0`,
        ),
      ),
  );
}

/** Longer than any attempt takes: who has not settled it by then was killed. */
const claimMs = 60_000;

const own = (accountId: number, id: number) =>
  and(eq(notificationDeliveries.accountId, accountId), eq(notificationDeliveries.id, id));
