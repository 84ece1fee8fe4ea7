import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { firmwareJobs } from '../../../platform/database/schema/index.ts';

/** The SQL of how firmware updates ended. */
export const newestUpdateRepository = ({ orm }: Database) => ({
  /** The newest update of a device that ended after an instant; undefined: none did. */
  async find(deviceId: number, after: number) {
    const [row] = await orm
      .select({ state: firmwareJobs.state, reason: firmwareJobs.reason })
      .from(firmwareJobs)
      .where(and(eq(firmwareJobs.deviceId, deviceId), gt(firmwareJobs.finishedAt, after)))
      .orderBy(desc(firmwareJobs.finishedAt), desc(firmwareJobs.id))
      .limit(1);
    return row;
  },
});
