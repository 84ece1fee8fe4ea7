import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { firmwareFiles, firmwareImages } from '../../../../platform/database/schema/index.ts';

export type ImageRow = typeof firmwareImages.$inferSelect;
export type NewImage = Omit<ImageRow, 'id'>;

/** The SQL of firmware images. */
export function imagesRepository({ orm, pool }: Database) {
  return {
    async list(accountId: number): Promise<ImageRow[]> {
      return orm
        .select()
        .from(firmwareImages)
        .where(eq(firmwareImages.accountId, accountId))
        .orderBy(desc(firmwareImages.id));
    },
    async find(accountId: number, id: number): Promise<ImageRow | undefined> {
      const [row] = await orm
        .select()
        .from(firmwareImages)
        .where(and(eq(firmwareImages.accountId, accountId), eq(firmwareImages.id, id)));
      return row;
    },
    /** How many of the account's devices run each image, as far as known from updates from here. */
    async runsOn(accountId: number): Promise<Map<number, number>> {
      const { rows } = await pool.query<{ imageId: number; devices: number }>(
        `select image_id as "imageId", count(*)::int as devices from (
           select distinct on (job.device_id) rollouts.image_id
           from firmware_jobs as job
           join rollouts on rollouts.id = job.rollout_id
           join devices on devices.id = job.device_id and devices.deleted_at is null
           where rollouts.account_id = $1 and devices.account_id = $1 and job.state = 'succeeded'
           order by job.device_id, job.finished_at desc, job.id desc
         ) as newest where image_id is not null group by image_id`,
        [accountId],
      );
      return new Map(rows.map(({ imageId, devices }) => [imageId, devices]));
    },
    async add(row: NewImage, content: Buffer): Promise<ImageRow> {
      return orm.transaction(async (within) => {
        const [image] = await within.insert(firmwareImages).values(row).returning();
        if (!image) throw new Error('The image was not stored.');
        await within.insert(firmwareFiles).values({ imageId: image.id, content });
        return image;
      });
    },
    async save(id: number, change: Pick<ImageRow, 'version' | 'notes'>): Promise<void> {
      await orm.update(firmwareImages).set(change).where(eq(firmwareImages.id, id));
    },
    /** False when an update that is under way needs it. */
    async remove(id: number): Promise<boolean> {
      return orm.transaction(async (within) => {
        // Waits for a rollout of it that is just being written, so that the next statement sees it.
        await within.execute(sql`select from ${firmwareImages} where id = ${id} for update`);
        const { rowCount } = await within.execute(sql`delete from ${firmwareImages} where id = ${id} and not exists (
          select from rollouts join firmware_jobs as job on job.rollout_id = rollouts.id
          where rollouts.image_id = ${id} and job.state in ('waiting', 'offered', 'downloading', 'restarting')
        )`);
        return rowCount === 1;
      });
    },
    /** A piece of the file; empty at its end. `from` counts from 0. */
    async readPiece(id: number, from: number, length: number): Promise<Buffer> {
      const { rows } = await pool.query<{ piece: Buffer }>(
        'select substring(content from $2 for $3) as piece from firmware_files where image_id = $1',
        [id, from + 1, length],
      );
      return rows[0]?.piece ?? Buffer.alloc(0);
    },
    /** What the account calls the image with this MD5. */
    async findByMd5(accountId: number, md5: string): Promise<ImageRow | undefined> {
      const [row] = await orm
        .select()
        .from(firmwareImages)
        .where(and(eq(firmwareImages.accountId, accountId), eq(firmwareImages.md5, md5)));
      return row;
    },
  };
}

export type ImagesRepository = ReturnType<typeof imagesRepository>;
