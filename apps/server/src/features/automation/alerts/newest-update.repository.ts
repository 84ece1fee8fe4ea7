import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { devices, firmwareJobs, rollouts } from '../../../platform/database/schema/index.ts';

/** The SQL of how firmware updates ended. */
export const newestUpdateRepository = ({ orm }: Database) => ({
  /** The newest update that the owner of a device made and that ended after an instant; undefined: none did. */
  async find(deviceId: number, after: number) {
    const [row] = await orm
      .select({ state: firmwareJobs.state, reason: firmwareJobs.reason })
      .from(firmwareJobs)
      .innerJoin(rollouts, eq(rollouts.id, firmwareJobs.rolloutId))
      .innerJoin(devices, and(eq(devices.id, firmwareJobs.deviceId), eq(devices.accountId, rollouts.accountId)))
      .where(and(eq(firmwareJobs.deviceId, deviceId), gt(firmwareJobs.finishedAt, after)))
      .orderBy(desc(firmwareJobs.finishedAt), desc(firmwareJobs.id))
      .limit(1);
    return row;
  },
});
