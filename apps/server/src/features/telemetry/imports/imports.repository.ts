import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { importPieces, imports } from '../../../platform/database/schema/index.ts';

export type ImportRow = typeof imports.$inferSelect;
/** What was requested of a file, and on whose device. */
export type BegunImport = NonNullable<ImportRow['begun']>;

/** The SQL of files on their way into the history. */
export function importsRepository({ orm, pool }: Pick<Database, 'orm' | 'pool'>) {
  return {
    /** Those unused for longest first. */
    async list(): Promise<ImportRow[]> {
      return orm.select().from(imports).orderBy(asc(imports.usedAt));
    },

    async add(row: typeof imports.$inferInsert): Promise<void> {
      await orm.insert(imports).values(row);
    },

    /** Adds what has not come yet of a piece, which begins there or before; returns how many bytes there are. Undefined: the file is gone. */
    async addPiece(
      id: string,
      { offset, content, at }: { offset: number; content: Buffer; at: number },
    ): Promise<number | undefined> {
      return orm.transaction(async (within) => {
        const [file] = await within
          .select({ received: imports.received })
          .from(imports)
          .where(eq(imports.id, id))
          .for('update');
        if (!file) return undefined;
        const rest = content.subarray(file.received - offset);
        if (rest.length === 0) return file.received;
        const received = file.received + rest.length;
        await within.insert(importPieces).values({ importId: id, fromByte: file.received, content: rest });
        await within.update(imports).set({ received, usedAt: at }).where(eq(imports.id, id));
        return received;
      });
    },

    /** The bytes from a place on, at most `length` of them and to the end of their piece; empty when there are none. */
    async read(id: string, from: number, length: number): Promise<Buffer> {
      const { rows } = await pool.query<{ chunk: Buffer }>(
        `SELECT substring(content FROM $2::int - from_byte + 1 FOR $3::int) AS chunk FROM import_pieces
         WHERE import_id = $1 AND from_byte <= $2::int ORDER BY from_byte DESC LIMIT 1`,
        [id, from, length],
      );
      return rows[0]?.chunk ?? Buffer.alloc(0);
    },

    async save(id: string, change: Pick<ImportRow, 'begun' | 'progress' | 'usedAt'>): Promise<void> {
      await orm.update(imports).set(change).where(eq(imports.id, id));
    },

    async removePieces(ids: readonly string[]): Promise<void> {
      await orm.delete(importPieces).where(inArray(importPieces.importId, [...ids]));
    },

    async remove(id: string): Promise<void> {
      await orm.delete(imports).where(eq(imports.id, id));
    },
  };
}

export type ImportsRepository = ReturnType<typeof importsRepository>;
