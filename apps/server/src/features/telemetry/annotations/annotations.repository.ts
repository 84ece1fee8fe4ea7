import type { AnnotationContent } from '@cyno/contract';
import { and, count, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, annotations } from '../../../platform/database/schema/index.ts';

export type AnnotationsRepository = ReturnType<typeof annotationsRepository>;

const columns = {
  id: annotations.id,
  from: annotations.fromAt,
  to: annotations.toAt,
  text: annotations.text,
  tone: annotations.tone,
  author: accounts.email,
  createdAt: annotations.createdAt,
  changedAt: annotations.changedAt,
};

const columnsOf = ({ from, to, text, tone }: AnnotationContent) => ({ fromAt: from, toAt: to, text, tone });

/** The SQL of notes. */
export function annotationsRepository({ orm, holding }: Database) {
  const rows = () => orm.select(columns).from(annotations).leftJoin(accounts, eq(accounts.id, annotations.authorId));
  const touching = (deviceId: number, { from, to }: { from: number; to: number }) =>
    and(
      eq(annotations.deviceId, deviceId),
      isNull(annotations.deletedAt),
      lt(annotations.fromAt, to),
      or(gte(annotations.fromAt, from), gte(annotations.toAt, from)),
    );
  const own = (deviceId: number, id: number) => and(eq(annotations.deviceId, deviceId), eq(annotations.id, id));
  return {
    /** The newest notes that touch a range, newest first. */
    async list(deviceId: number, { from, to }: { from: number; to: number }, limit: number) {
      return rows()
        .where(touching(deviceId, { from, to }))
        .orderBy(desc(annotations.fromAt), desc(annotations.id))
        .limit(limit);
    },

    /** Notes that touch a range, oldest first, from behind `after` on. */
    async listOn(
      deviceId: number,
      { from, to }: { from: number; to: number },
      { after, limit }: { after: { from: number; id: number } | undefined; limit: number },
    ) {
      return rows()
        .where(
          and(
            touching(deviceId, { from, to }),
            after && sql`(${annotations.fromAt}, ${annotations.id}) > (${after.from}, ${after.id})`,
          ),
        )
        .orderBy(annotations.fromAt, annotations.id)
        .limit(limit);
    },

    async find(deviceId: number, id: number) {
      const [row] = await rows().where(and(own(deviceId, id), isNull(annotations.deletedAt)));
      return row;
    },

    /** The id of the new note; undefined when the device has `limit` already. */
    async add(
      deviceId: number,
      content: AnnotationContent,
      { authorId, createdAt, limit }: { authorId: number; createdAt: number; limit: number },
    ): Promise<number | undefined> {
      return holding({ table: 'devices', id: deviceId }, async (tx) => {
        const [present] = await tx
          .select({ notes: count(), deleted: count(annotations.deletedAt) })
          .from(annotations)
          .where(eq(annotations.deviceId, deviceId));
        const { notes = 0, deleted = 0 } = present ?? {};
        // What can be restored has a bound of its own.
        if (notes - deleted >= limit || notes >= 2 * limit) return undefined;
        const [row] = await tx
          .insert(annotations)
          .values({ deviceId, authorId, createdAt, ...columnsOf(content) })
          .returning({ id: annotations.id });
        return row?.id;
      });
    },

    /** False when there is no such note. */
    async change(deviceId: number, id: number, content: AnnotationContent, changedAt: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(annotations)
        .set({ ...columnsOf(content), changedAt })
        .where(and(own(deviceId, id), isNull(annotations.deletedAt)));
      return rowCount === 1;
    },

    /** False when there is no such note. */
    async remove(deviceId: number, id: number, deletedAt: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(annotations)
        .set({ deletedAt })
        .where(and(own(deviceId, id), isNull(annotations.deletedAt)));
      return rowCount === 1;
    },

    /** False when no such note was removed. */
    async restore(deviceId: number, id: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(annotations)
        .set({ deletedAt: null })
        .where(and(own(deviceId, id), isNotNull(annotations.deletedAt)));
      return rowCount === 1;
    },

    /** Forgets what was removed before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(annotations).where(lt(annotations.deletedAt, before));
    },
  };
}
