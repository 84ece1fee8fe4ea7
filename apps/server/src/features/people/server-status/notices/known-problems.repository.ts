import { and, like, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../../platform/database/index.ts';
import { serverState } from '../../../../platform/database/schema/index.ts';
import type { KnownProblem } from './problem-history.ts';

const prefix = 'problem:';

/** The SQL of what administrators were notified of. */
export const knownProblemsRepository = ({ orm }: Database) => ({
  /** Forgets what has been over for days. */
  async list(): Promise<Map<string, KnownProblem>> {
    await orm
      .delete(serverState)
      .where(
        and(
          like(serverState.key, `${prefix}%`),
          sql`${serverState.value}->>'level' = '0' and ${serverState.updatedAt} < now() - interval '2 days'`,
        ),
      );
    const rows = await orm
      .select({ key: serverState.key, value: serverState.value })
      .from(serverState)
      .where(like(serverState.key, `${prefix}%`));
    return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value as KnownProblem]));
  },

  /** Stores what is known, and runs `also` in the same transaction. */
  async save(known: ReadonlyMap<string, KnownProblem>, also: (within: Transaction) => Promise<void>): Promise<void> {
    await orm.transaction(async (within) => {
      for (const [key, value] of known) {
        await within
          .insert(serverState)
          .values({ key: prefix + key, value })
          .onConflictDoUpdate({ target: serverState.key, set: { value, updatedAt: sql`now()` } });
      }
      await also(within);
    });
  },
});
