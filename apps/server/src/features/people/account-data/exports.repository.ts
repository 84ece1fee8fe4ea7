import { and, desc, eq, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import { type Database, schema } from '../../../platform/database/index.ts';

const { dataExports } = schema;

export type ExportRow = typeof dataExports.$inferSelect;

const unfinished = ['waiting', 'running'] as const;

/** The SQL of exports: the rows that wait are the queue. */
export class ExportsRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async newest(accountId: number): Promise<ExportRow | undefined> {
    const rows = await this.#orm
      .select()
      .from(dataExports)
      .where(eq(dataExports.accountId, accountId))
      .orderBy(desc(dataExports.id))
      .limit(1);
    return rows[0];
  }

  /** The one that is under way, or a new one in place of the others, whose files are returned. */
  async request(accountId: number, now: Date): Promise<{ row: ExportRow; files: string[] }> {
    // One after the other, so that two at once do not both find none.
    return this.#holding({ table: 'accounts', id: accountId }, async (transaction) => {
      const [running] = await transaction
        .select()
        .from(dataExports)
        .where(and(eq(dataExports.accountId, accountId), inArray(dataExports.state, unfinished)));
      if (running) return { row: running, files: [] };
      const old = await transaction.delete(dataExports).where(eq(dataExports.accountId, accountId)).returning();
      const [row] = await transaction
        .insert(dataExports)
        .values({ accountId, state: 'waiting', createdAt: now })
        .returning();
      if (!row) throw new Error('PostgreSQL answered no row to an insert');
      return { row, files: filesOf(old) };
    });
  }

  /** Takes the one that waits for the longest time; undefined when none does. */
  async claim(file: string): Promise<ExportRow | undefined> {
    const next = this.#orm
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(eq(dataExports.state, 'waiting'))
      .orderBy(dataExports.id)
      .limit(1)
      .for('update', { skipLocked: true });
    const rows = await this.#orm
      .update(dataExports)
      .set({ state: 'running', percent: 0, file })
      .where(eq(dataExports.id, sql`(${next})`))
      .returning();
    return rows[0];
  }

  async save(id: number, change: Partial<Omit<ExportRow, 'id' | 'accountId'>>): Promise<void> {
    await this.#orm.update(dataExports).set(change).where(eq(dataExports.id, id));
  }

  /** Those that were running when the server died have failed. */
  async failRunning(now: Date): Promise<void> {
    await this.#orm
      .update(dataExports)
      .set({ state: 'failed', file: null, finishedAt: now })
      .where(eq(dataExports.state, 'running'));
  }

  /** Those whose files are not here, as when another server made them, are to be made once more. */
  async repeatMissing(present: readonly string[]): Promise<void> {
    await this.#orm
      .update(dataExports)
      .set({ state: 'waiting', percent: 0, file: null, bytes: null, finishedAt: null, expiresAt: null })
      .where(and(eq(dataExports.state, 'done'), notInArray(dataExports.file, [...present])));
  }

  /** Forgets those whose time is over. */
  async removeExpired(now: Date): Promise<void> {
    await this.#orm.delete(dataExports).where(lte(dataExports.expiresAt, now));
  }

  /** The files that somebody may still fetch, or that are being written. */
  async files(): Promise<Set<string>> {
    const rows = await this.#orm
      .select({ file: dataExports.file })
      .from(dataExports)
      .where(isNotNull(dataExports.file));
    return new Set(filesOf(rows));
  }
}

const filesOf = (rows: readonly { file: string | null }[]): string[] =>
  rows.flatMap(({ file }) => (file === null ? [] : [file]));
