import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Database, isUniqueViolation } from '../../../platform/database/index.ts';
import { accounts, boardClaims, devices } from '../../../platform/database/schema/index.ts';

export type ClaimRow = typeof boardClaims.$inferSelect;
type Outcome = 'granted' | 'refused' | 'withdrawn';

const isUndecided = isNull(boardClaims.decidedAt);

function undecided(orm: Database['orm']) {
  const holders = alias(accounts, 'holders');
  const claimants = alias(accounts, 'claimants');
  return orm
    .select({ claim: boardClaims, holder: holders.email, claimant: claimants.email })
    .from(boardClaims)
    .innerJoin(devices, eq(devices.id, boardClaims.deviceId))
    .innerJoin(holders, eq(holders.id, devices.accountId))
    .innerJoin(claimants, eq(claimants.id, boardClaims.claimantId))
    .where(and(isNull(devices.deletedAt), isUndecided))
    .orderBy(asc(boardClaims.openedAt))
    .limit(200);
}

/** The SQL of claims. */
export function boardClaimsRepository({ orm }: Database) {
  return {
    /** Undefined when the account claims the device already. */
    async open(claim: Pick<ClaimRow, 'deviceId' | 'espid' | 'claimantId' | 'openedAt' | 'decidesAt'>) {
      try {
        const [row] = await orm
          .insert(boardClaims)
          .values({ ...claim, state: 'open' })
          .returning();
        return row;
      } catch (error) {
        if (isUniqueViolation(error)) return undefined;
        throw error;
      }
    },

    /** A claim that is not decided. */
    async findUndecided(id: number): Promise<ClaimRow | undefined> {
      const [row] = await orm
        .select()
        .from(boardClaims)
        .where(and(eq(boardClaims.id, id), isUndecided));
      return row;
    },

    /** Those that the account made and that are not decided, or were after this instant; newest first. */
    madeBy(claimantId: number, decidedAfter: Date): Promise<ClaimRow[]> {
      return orm
        .select()
        .from(boardClaims)
        .where(and(eq(boardClaims.claimantId, claimantId), or(isUndecided, gt(boardClaims.decidedAt, decidedAfter))))
        .orderBy(desc(boardClaims.openedAt));
    },

    /** Those that are not decided about devices of the account, oldest first. */
    async receivedBy(holderId: number): Promise<ClaimRow[]> {
      const rows = await orm
        .select({ claim: boardClaims })
        .from(boardClaims)
        .innerJoin(devices, eq(devices.id, boardClaims.deviceId))
        .where(
          and(
            ...[eq(devices.accountId, holderId), isNull(devices.deletedAt)],
            ...[ne(boardClaims.claimantId, holderId), isUndecided],
          ),
        )
        .orderBy(asc(boardClaims.openedAt));
      return rows.map(({ claim }) => claim);
    },

    /** All that are not decided, oldest first, with the addresses of both sides. */
    undecided: () => undecided(orm),

    /** Open ones whose time to object is over, and granted ones whose holder may still have the board. */
    due(now: Date): Promise<ClaimRow[]> {
      const isOver = and(eq(boardClaims.state, 'open'), lte(boardClaims.decidesAt, now));
      return orm
        .select()
        .from(boardClaims)
        .where(and(isUndecided, or(isOver, eq(boardClaims.state, 'granted'))));
    },

    /** False when it is not open any more. */
    async dispute(id: number): Promise<boolean> {
      const rows = await orm
        .update(boardClaims)
        .set({ state: 'disputed' })
        .where(and(eq(boardClaims.id, id), eq(boardClaims.state, 'open'), isUndecided))
        .returning({ id: boardClaims.id });
      return rows.length > 0;
    },

    /** From then on it can be nothing else; it is decided when its holder has lost the board. False when that was done meanwhile. */
    async grant(id: number): Promise<boolean> {
      const rows = await orm
        .update(boardClaims)
        .set({ state: 'granted' })
        .where(and(eq(boardClaims.id, id), ne(boardClaims.state, 'granted'), isUndecided))
        .returning({ id: boardClaims.id });
      return rows.length > 0;
    },

    /** False when it was decided meanwhile, or granted and is to be something else. */
    async decide(id: number, state: Outcome, now: Date): Promise<boolean> {
      const isOpen = state === 'granted' ? undefined : ne(boardClaims.state, 'granted');
      const rows = await orm
        .update(boardClaims)
        .set({ state, decidedAt: now })
        .where(and(eq(boardClaims.id, id), isOpen, isUndecided))
        .returning({ id: boardClaims.id });
      return rows.length > 0;
    },

    /** Ends what else is claimed of these devices; returns whose claims those were. */
    async endOthers(deviceIds: readonly number[], now: Date): Promise<number[]> {
      const rows = await orm
        .update(boardClaims)
        .set({ state: 'withdrawn', decidedAt: now })
        .where(and(inArray(boardClaims.deviceId, [...deviceIds]), isUndecided))
        .returning({ claimantId: boardClaims.claimantId });
      return rows.map(({ claimantId }) => claimantId);
    },

    /** Ends claims of devices that were deleted, or that who claims them has by now, unless they are granted; returns whose those were. */
    async endPointless(now: Date): Promise<number[]> {
      const isClaimants = eq(devices.accountId, boardClaims.claimantId);
      const rows = await orm
        .update(boardClaims)
        .set({ state: 'withdrawn', decidedAt: now })
        .from(devices)
        .where(
          and(
            ...[eq(devices.id, boardClaims.deviceId), or(isNotNull(devices.deletedAt), isClaimants)],
            ...[ne(boardClaims.state, 'granted'), isUndecided],
          ),
        )
        .returning({ claimantId: boardClaims.claimantId });
      return rows.map(({ claimantId }) => claimantId);
    },

    /** How many claims of a device are not decided. */
    async countOf(deviceId: number): Promise<number> {
      const [row] = await orm
        .select({ count: sql<number>`count(*)::int` })
        .from(boardClaims)
        .where(and(eq(boardClaims.deviceId, deviceId), isUndecided));
      return row?.count ?? 0;
    },
  };
}

export type BoardClaimsRepository = ReturnType<typeof boardClaimsRepository>;
