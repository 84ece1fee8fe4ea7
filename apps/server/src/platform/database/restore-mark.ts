import type pg from 'pg';
import { StartError } from '../start-error.ts';

const prefix = 'cyno restore ';

/** What distinguishes the connections of a restore from all others, for `endRestore`. */
export const restoreConnection = (mark: string): string => prefix + mark;

/**
 * Marks a database as filled by a restore whose files are not in place yet, in the transaction that fills it. It is the comment of a table:
 * every version has that table, no backup holds the comment, and it needs no right but the owner's. `mark` is hexadecimal.
 */
export async function setRestoreMark(client: pg.ClientBase, mark: string): Promise<void> {
  await client.query(`COMMENT ON TABLE public.accounts IS '${prefix}${mark}'`);
}

export async function clearRestoreMark(client: pg.ClientBase): Promise<void> {
  await client.query('COMMENT ON TABLE public.accounts IS NULL');
}

/** The mark of the restore that filled a database last and did not come to its end; undefined: there is none. */
export async function findRestoreMark(client: pg.ClientBase | pg.Pool): Promise<string | undefined> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description(to_regclass('public.accounts'), 'pg_class') AS comment`,
  );
  const comment = rows[0]?.comment;
  return comment?.startsWith(prefix) ? comment.slice(prefix.length) : undefined;
}

/** Ends what a killed restore still does in the database, such as a commit that waits for a standby: afterwards its outcome is final. */
export async function endRestore(client: pg.ClientBase, mark: string): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid, 10000) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()`,
    [restoreConnection(mark)],
  );
  if (rows.every(({ ended }) => ended)) return;
  throw new StartError('The database still works on a restore that was interrupted. Try again in a minute.');
}

/** Throws a StartError when the rows of a database come from a restore whose files are not in place. */
export async function refuseHalfRestored(client: pg.ClientBase | pg.Pool): Promise<void> {
  if ((await findRestoreMark(client)) === undefined) return;
  throw new StartError(
    'The database of DATABASE_URL was filled by a restore that was interrupted before its files were in place. Restore the backup again. Nothing was changed.',
  );
}
