import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { KeyedQueue } from '../keyed-queue.ts';
import { runForServer } from '../requester.ts';
import type * as schema from './schema/index.ts';

/** What several transactions at once would change together: the row of its owner stands for it. */
export type HeldRow =
  | { readonly table: 'accounts' | 'devices' | 'dashboards' | 'guest_passes'; readonly id: number }
  /** What belongs to nobody has a name in the place of a row. */
  | { readonly name: string };

type Orm = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

/**
 * Runs a transaction that holds the row until its end, so that what it counts is true when it inserts. Those of this process that hold
 * the same row come one after the other, and wait without a connection; those of other servers wait for each other in the database.
 * A transaction must not begin another one.
 */
export type Holding = <Result>(row: HeldRow, work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** For names rather than rows: locks of applications that nothing else here takes. */
const nameLock = 0x63_79_6e_6e;

export function createHolding(orm: Orm): Holding {
  const queue = new KeyedQueue<string>();
  return (row, work) => {
    const hold = () =>
      orm.transaction(async (transaction) => {
        await transaction.execute(lockOf(row));
        return work(transaction);
      });
    // Everybody waits for what belongs to nobody: whose turn it is must not wait meanwhile for a connection of their own.
    return queue.run(keyOf(row), 'name' in row ? () => runForServer(hold) : hold);
  };
}

const keyOf = (row: HeldRow): string => ('name' in row ? row.name : `${row.table} ${row.id}`);

/** Others may continue inserting rows that refer to this one. */
const lockOf = (row: HeldRow) =>
  'name' in row
    ? sql`select pg_advisory_xact_lock(${nameLock}, hashtext(${row.name}))`
    : sql`select 1 from ${sql.identifier(row.table)} where id = ${row.id} for no key update`;
