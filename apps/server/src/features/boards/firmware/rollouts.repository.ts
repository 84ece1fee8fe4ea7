import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { firmwareJobs, rollouts } from '../../../platform/database/schema/index.ts';

export type RolloutRow = typeof rollouts.$inferSelect;
export type JobRow = typeof firmwareJobs.$inferSelect;
export type JobState = JobRow['state'];

/** A job with what the one who works on it must know. */
export interface Job extends JobRow {
  readonly accountId: number;
  readonly imageId: number | null;
  readonly fileName: string;
  readonly version: string;
  readonly strategy: RolloutRow['strategy'];
  readonly rolloutState: RolloutRow['state'];
  readonly by: string;
  /** Of the device, also when it was deleted. */
  readonly espid: string;
  readonly deviceName: string;
}

const openStates: JobState[] = ['waiting', 'offered', 'downloading', 'restarting'];
const maxStoredPerAccount = 500;

const jobColumns = `job.id, job.rollout_id as "rolloutId", job.device_id as "deviceId", job.place, job.state, job.percent,
  job.token_hash as "tokenHash", job.created_at as "createdAt", job.started_at as "startedAt",
  job.downloaded_at as "downloadedAt", job.finished_at as "finishedAt", job.reason,
  rollouts.account_id as "accountId", rollouts.image_id as "imageId", rollouts.file_name as "fileName", rollouts.version,
  rollouts.strategy, rollouts.state as "rolloutState", rollouts.by, devices.espid, devices.name as "deviceName"`;
const jobTables = `firmware_jobs as job join rollouts on rollouts.id = job.rollout_id
  join devices on devices.id = job.device_id`;

function jobReads(pool: Database['pool']) {
  const jobsWhere = async (condition: string, values: unknown[]): Promise<Job[]> =>
    (await pool.query<Job>(`select ${jobColumns} from ${jobTables} where ${condition}`, values)).rows;

  return {
    jobsWhere,
    /** All jobs that are under way, the oldest first. */
    listOpen: () => jobsWhere('job.state = any($1) order by job.rollout_id, job.place', [openStates]),
    openOf: (deviceIds: readonly number[]) =>
      jobsWhere('job.state = any($1) and job.device_id = any($2)', [openStates, deviceIds]),
    jobsOf: (rolloutIds: readonly number[]) =>
      jobsWhere('job.rollout_id = any($1) order by job.rollout_id desc, job.place', [rolloutIds]),
    newestOf: (deviceId: number, limit: number) =>
      jobsWhere('job.device_id = $1 order by job.id desc limit $2', [deviceId, limit]),
    /** The images that the device came to run, the newest first, each once. */
    succeededOf: (deviceId: number) =>
      jobsWhere(`job.device_id = $1 and job.state = 'succeeded' order by job.finished_at desc, job.id desc limit 100`, [
        deviceId,
      ]),
    async findByToken(tokenHash: string): Promise<Job | undefined> {
      return (await jobsWhere('job.token_hash = $1', [tokenHash]))[0];
    },
    /** Failed jobs of rollouts that run all the same: the server stopped in between. */
    listHalfStopped: () => jobsWhere(`rollouts.state = 'running' and job.state = 'failed'`, []),
  };
}

async function changeJob(
  orm: Pick<Database['orm'], 'update'>,
  id: number,
  from: readonly JobState[],
  change: Partial<Omit<JobRow, 'id'>>,
): Promise<boolean> {
  const { rowCount } = await orm
    .update(firmwareJobs)
    .set(change)
    .where(and(eq(firmwareJobs.id, id), inArray(firmwareJobs.state, [...from])));
  return rowCount === 1;
}

function jobWrites({ orm, pool }: Pick<Database, 'orm' | 'pool'>, jobsWhere: ReturnType<typeof jobReads>['jobsWhere']) {
  return {
    /** False when the job is not in one of these states any more: somebody else was faster. */
    change: (id: number, from: readonly JobState[], change: Partial<Omit<JobRow, 'id'>>) =>
      changeJob(orm, id, from, change),
    /** Ends jobs that have not begun to download; returns them as they were. */
    async cancel(rolloutId: number, reason: string, at: number): Promise<Job[]> {
      const begun = await jobsWhere(`job.rollout_id = $1 and job.state in ('waiting', 'offered')`, [rolloutId]);
      const { rows } = await pool.query<{ id: number }>(
        `update firmware_jobs set state = 'cancelled', reason = $2, finished_at = $3, token_hash = null
         where rollout_id = $1 and state in ('waiting', 'offered') returning id`,
        [rolloutId, reason, at],
      );
      const ids = new Set(rows.map(({ id }) => id));
      return begun.filter(({ id }) => ids.has(id));
    },
  };
}

/** The SQL of rollouts and their jobs. */
export function rolloutsRepository({ orm, pool }: Database) {
  const { jobsWhere, ...reads } = jobReads(pool);
  return {
    ...reads,
    ...jobWrites({ orm, pool }, jobsWhere),
    /** `busy`: a device has an update that is under way; `gone`: the image or a device was deleted meanwhile. */
    async add(row: Omit<RolloutRow, 'id'>, deviceIds: readonly number[]): Promise<RolloutRow | 'busy' | 'gone'> {
      return orm
        .transaction(async (within) => {
          const [added] = await within.insert(rollouts).values(row).returning();
          if (!added) throw new Error('The rollout was not stored.');
          const { createdAt } = row;
          await within.insert(firmwareJobs).values(
            deviceIds.map((deviceId, place) => ({
              rolloutId: added.id,
              deviceId,
              place,
              state: 'waiting' as const,
              createdAt,
            })),
          );
          return added;
        })
        .catch((error: unknown) => {
          const { code, constraint } = refusalOf(error);
          if (constraint === 'firmware_jobs_open') return 'busy' as const;
          if (code === foreignKeyViolation) return 'gone' as const;
          throw error;
        });
    },
    async find(accountId: number, id: number): Promise<RolloutRow | undefined> {
      const [row] = await orm
        .select()
        .from(rollouts)
        .where(and(eq(rollouts.accountId, accountId), eq(rollouts.id, id)));
      return row;
    },
    async list(accountId: number, limit: number): Promise<RolloutRow[]> {
      return orm
        .select()
        .from(rollouts)
        .where(eq(rollouts.accountId, accountId))
        .orderBy(desc(rollouts.id))
        .limit(limit);
    },
    /** False when it runs no more. */
    async stop(id: number, reason: string): Promise<boolean> {
      const { rowCount } = await orm
        .update(rollouts)
        .set({ state: 'stopped', reason })
        .where(and(eq(rollouts.id, id), eq(rollouts.state, 'running')));
      return rowCount === 1;
    },
    /**
     * Ends a job well, and with the last job its rollout: both or neither. False when the job is not in one of these states any more.
     */
    async succeed(
      { id, rolloutId }: Pick<Job, 'id' | 'rolloutId'>,
      from: readonly JobState[],
      change: Partial<Omit<JobRow, 'id'>>,
    ) {
      return orm.transaction(async (within) => {
        // Of two last jobs the second waits here, so that it sees the first one's end.
        await within.select({ id: rollouts.id }).from(rollouts).where(eq(rollouts.id, rolloutId)).for('update');
        if (!(await changeJob(within, id, from, { ...change, state: 'succeeded' }))) return false;
        await within
          .update(rollouts)
          .set({ state: 'finished' })
          .where(
            and(
              eq(rollouts.id, rolloutId),
              eq(rollouts.state, 'running'),
              sql`not exists (select from firmware_jobs as job where job.rollout_id = ${rolloutId} and job.state not in ('succeeded', 'failed', 'cancelled'))`,
            ),
          );
        return true;
      });
    },
    /** When one of the account's boards last fetched a whole image; null: never. */
    async lastDownload(accountId: number): Promise<number | null> {
      const { rows } = await pool.query<{ at: number | null }>(
        `select max(job.downloaded_at) as at from firmware_jobs as job
         join rollouts on rollouts.id = job.rollout_id where rollouts.account_id = $1`,
        [accountId],
      );
      return rows[0]?.at ?? null;
    },
    /** Keeps the newest 500 rollouts of each account, and those that run. */
    async removeOld(): Promise<void> {
      await orm.execute(sql`delete from ${rollouts} using (
        select account_id, (array_agg(id order by id desc))[${maxStoredPerAccount}] as oldest
        from ${rollouts} group by account_id having count(*) > ${maxStoredPerAccount}
      ) as full_list where ${rollouts.accountId} = full_list.account_id and ${rollouts.id} < full_list.oldest
        and ${rollouts.state} <> 'running'`);
    },
  };
}

export type RolloutsRepository = ReturnType<typeof rolloutsRepository>;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const foreignKeyViolation = '23503';

/** Why the database refused a row. */
function refusalOf(error: unknown): { code?: unknown; constraint?: unknown } {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null ? cause : {};
}
