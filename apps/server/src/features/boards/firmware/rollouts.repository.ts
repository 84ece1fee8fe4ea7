import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
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
  /** Of the first board of the rollout; null: its device is gone for good. */
  readonly firstState: JobState | null;
  readonly firstFinishedAt: number | null;
  readonly by: string;
  /** Of the device, also when it was deleted. */
  readonly espid: string;
  /** The espid when the device is somebody else's by now. */
  readonly deviceName: string;
}

const openStates: JobState[] = ['waiting', 'offered', 'downloading', 'restarting'];
const maxStoredPerAccount = 500;

/** What the owner of a device calls it, and what others brought to it, are nobody else's business after it was handed over. */
const isOwners = 'devices.account_id = rollouts.account_id';
const jobColumns = `job.id, job.rollout_id as "rolloutId", job.device_id as "deviceId", job.place, job.state, job.percent,
  job.token_hash as "tokenHash", job.created_at as "createdAt", job.started_at as "startedAt",
  job.downloaded_at as "downloadedAt", job.finished_at as "finishedAt", job.reason,
  rollouts.account_id as "accountId", rollouts.image_id as "imageId", rollouts.file_name as "fileName", rollouts.version,
  rollouts.strategy, rollouts.state as "rolloutState", first.state as "firstState",
  first.finished_at as "firstFinishedAt", rollouts.by, devices.espid,
  case when ${isOwners} then devices.name else devices.espid end as "deviceName"`;
const jobTables = `firmware_jobs as job join rollouts on rollouts.id = job.rollout_id
  join devices on devices.id = job.device_id
  left join firmware_jobs as first on first.rollout_id = job.rollout_id and first.place = 0`;

function jobReads(pool: Database['pool']) {
  const jobsWhere = async (condition: string, values: unknown[]): Promise<Job[]> =>
    (await pool.query<Job>(`select ${jobColumns} from ${jobTables} where ${condition}`, values)).rows;

  return {
    /** All jobs that are under way, the oldest first. */
    listOpen: () => jobsWhere('job.state = any($1) order by job.rollout_id, job.place', [openStates]),
    openOf: (deviceIds: readonly number[]) =>
      jobsWhere('job.state = any($1) and job.device_id = any($2)', [openStates, deviceIds]),
    jobsOf: (rolloutIds: readonly number[]) =>
      jobsWhere('job.rollout_id = any($1) order by job.rollout_id desc, job.place', [rolloutIds]),
    /** Of the device's owner. */
    newestOf: (deviceId: number, limit: number) =>
      jobsWhere(`job.device_id = $1 and ${isOwners} order by job.id desc limit $2`, [deviceId, limit]),
    /** The images of its owner that the device came to run, the newest first, each once. */
    succeededOf: (deviceId: number) =>
      jobsWhere(
        `job.device_id = $1 and ${isOwners} and job.state = 'succeeded'
         order by job.finished_at desc, job.id desc limit 100`,
        [deviceId],
      ),
    async findByToken(tokenHash: string): Promise<Job | undefined> {
      return (await jobsWhere('job.token_hash = $1', [tokenHash]))[0];
    },
  };
}

type Change = Partial<Omit<JobRow, 'id'>>;
type JobOfRollout = Pick<Job, 'id' | 'rolloutId'>;

async function changeJob(
  orm: Pick<Database['orm'], 'update'>,
  id: number,
  from: readonly JobState[],
  change: Change,
): Promise<boolean> {
  const { rowCount } = await orm
    .update(firmwareJobs)
    .set(change)
    .where(and(eq(firmwareJobs.id, id), inArray(firmwareJobs.state, [...from])));
  return rowCount === 1;
}

/** When and why a rollout stops; `ofOthers`: what its jobs that have not begun show as their reason. */
interface Stop {
  readonly at: number;
  readonly reason: string;
  readonly ofOthers: string;
}

/** What ends a job or a rollout waits here for what ends another one of the same rollout, so that it sees that end. */
async function holdRollout(within: Transaction, id: number): Promise<void> {
  await within.select({ id: rollouts.id }).from(rollouts).where(eq(rollouts.id, id)).for('update');
}

async function stopRollout(within: Transaction, id: number, { reason, ofOthers, at }: Stop): Promise<number[]> {
  await within
    .update(rollouts)
    .set({ state: 'stopped', reason })
    .where(and(eq(rollouts.id, id), eq(rollouts.state, 'running')));
  const cancelled = await within
    .update(firmwareJobs)
    .set({ state: 'cancelled', reason: ofOthers, finishedAt: at, tokenHash: null })
    .where(and(eq(firmwareJobs.rolloutId, id), inArray(firmwareJobs.state, ['waiting', 'offered'])))
    .returning({ deviceId: firmwareJobs.deviceId });
  return cancelled.map(({ deviceId }) => deviceId);
}

/** The SQL of rollouts and their jobs. */
export function rolloutsRepository({ orm, pool }: Database) {
  return {
    ...jobReads(pool),
    /** False when the job is not in one of these states any more: somebody else was faster. */
    change: (id: number, from: readonly JobState[], change: Change) => changeJob(orm, id, from, change),
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
    /** With a device only those that are under way, and the newest one that the device had together with others. */
    async list(accountId: number, limit: number, deviceId?: number): Promise<RolloutRow[]> {
      const isOfDevice =
        deviceId !== undefined &&
        or(
          inArray(
            rollouts.id,
            orm
              .select({ id: firmwareJobs.rolloutId })
              .from(firmwareJobs)
              .where(inArray(firmwareJobs.state, openStates)),
          ),
          sql`${rollouts.id} = (select max(job.rollout_id) from firmware_jobs as job where job.device_id = ${deviceId}
            and exists (select from firmware_jobs as other where other.rollout_id = job.rollout_id and other.id <> job.id))`,
        );
      return orm
        .select()
        .from(rollouts)
        .where(and(eq(rollouts.accountId, accountId), isOfDevice || undefined))
        .orderBy(desc(rollouts.id))
        .limit(limit);
    },
    /** Stops a rollout and ends its jobs that have not begun to download: both or neither. Returns the ids of their devices. */
    stop(id: number, stop: Stop): Promise<number[]> {
      return orm.transaction(async (within) => {
        await holdRollout(within, id);
        return stopRollout(within, id, stop);
      });
    },
    /**
     * Ends a job badly and stops its rollout as `stop` does: all or nothing. Undefined when the job is not in one of these states any
     * more.
     */
    fail({ id, rolloutId }: JobOfRollout, from: readonly JobState[], { reason, stop }: { reason: string; stop: Stop }) {
      return orm.transaction(async (within) => {
        await holdRollout(within, rolloutId);
        const change = { state: 'failed' as const, finishedAt: stop.at, reason, tokenHash: null };
        return (await changeJob(within, id, from, change)) ? stopRollout(within, rolloutId, stop) : undefined;
      });
    },
    /** Ends a job, and with the last job its rollout: both or neither. False when the job is not in one of these states any more. */
    end({ id, rolloutId }: JobOfRollout, from: readonly JobState[], change: Change): Promise<boolean> {
      return orm.transaction(async (within) => {
        await holdRollout(within, rolloutId);
        if (!(await changeJob(within, id, from, change))) return false;
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
