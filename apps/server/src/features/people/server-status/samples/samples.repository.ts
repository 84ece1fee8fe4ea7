import type { StoredKind, SystemSample } from '@cyno/contract';
import { asc, gt, lt } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { serverSamples } from '../../../../platform/database/schema/index.ts';

/** What is stored of a minute: more than clients get. */
export interface StoredSample extends SystemSample {
  readonly at: number;
  /** Free bytes of each disk by its name. */
  readonly disks: Readonly<Record<string, number>>;
  /** What takes space; measured once an hour. */
  readonly sizes?: Readonly<Partial<Record<StoredKind, number>>>;
}

/** The SQL of what the server was like, minute by minute. */
export const samplesRepository = ({ orm }: Database) => ({
  async add({ at, ...figures }: StoredSample): Promise<void> {
    await orm.insert(serverSamples).values({ at, figures }).onConflictDoNothing();
  },

  /** Oldest first. */
  async since(at: number): Promise<StoredSample[]> {
    const rows = await orm.select().from(serverSamples).where(gt(serverSamples.at, at)).orderBy(asc(serverSamples.at));
    return rows.map((row) => ({ ...(row.figures as Omit<StoredSample, 'at'>), at: row.at }));
  },

  async forget(before: number): Promise<void> {
    await orm.delete(serverSamples).where(lt(serverSamples.at, before));
  },
});
