import type { SketchSetup } from '@cyno/contract';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { projectDevices, projects } from '../../../platform/database/schema/index.ts';

/** What is written of a project. */
export interface ProjectContent {
  readonly name: string;
  readonly setup: SketchSetup;
  readonly deviceIds: readonly number[];
}

/** What is changed of a project: all its devices, or some. */
interface ProjectChange extends Partial<ProjectContent> {
  readonly linkIds: readonly number[];
  readonly unlinkIds: readonly number[];
}

/** A project as it is stored. Instants in ms since the epoch. */
export interface ProjectRow extends ProjectContent {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Own = { readonly accountId: number; readonly id: number };

/** The SQL of projects; every call names the account, so that nobody reaches another one's. */
export function projectsRepository({ orm, holding }: Database) {
  const columns = {
    id: projects.id,
    name: projects.name,
    setup: projects.setup,
    createdAt: projects.createdAt,
    updatedAt: projects.updatedAt,
  };

  async function withDevices(rows: Omit<ProjectRow, 'deviceIds'>[]): Promise<ProjectRow[]> {
    const ids = rows.map(({ id }) => id);
    const links = await orm
      .select()
      .from(projectDevices)
      .where(inArray(projectDevices.projectId, ids))
      .orderBy(projectDevices.deviceId);
    return rows.map((row) => ({
      ...row,
      deviceIds: links.filter(({ projectId }) => projectId === row.id).map(({ deviceId }) => deviceId),
    }));
  }

  return {
    /** The one changed last first. */
    async list(accountId: number): Promise<ProjectRow[]> {
      const rows = await orm
        .select(columns)
        .from(projects)
        .where(eq(projects.accountId, accountId))
        .orderBy(desc(projects.updatedAt), desc(projects.id));
      return withDevices(rows);
    },

    async find({ accountId, id }: Own): Promise<ProjectRow | undefined> {
      const rows = await orm
        .select(columns)
        .from(projects)
        .where(and(eq(projects.accountId, accountId), eq(projects.id, id)));
      return (await withDevices(rows))[0];
    },

    /** Undefined when the account has as many as it may have. */
    async add(accountId: number, content: ProjectContent, limits: { now: number; max: number }) {
      // Two calls at once must not both see the last free place.
      return holding({ table: 'accounts', id: accountId }, async (transaction): Promise<ProjectRow | undefined> => {
        const [present] = await transaction
          .select({ total: count() })
          .from(projects)
          .where(eq(projects.accountId, accountId));
        if ((present?.total ?? 0) >= limits.max) return undefined;
        const { name, setup, deviceIds } = content;
        const instants = { createdAt: limits.now, updatedAt: limits.now };
        const [row] = await transaction
          .insert(projects)
          .values({ accountId, name, setup, ...instants })
          .returning(columns);
        if (!row) return undefined;
        await link(transaction, row.id, deviceIds);
        return { ...row, deviceIds };
      });
    },

    /** Changes what is given. Undefined when there is no such project, or none any more whose `updatedAt` is `basedOn`. */
    async change(
      { accountId, id }: Own,
      { name, setup, deviceIds, linkIds, unlinkIds }: ProjectChange,
      { now, basedOn }: { now: number; basedOn: number | undefined },
    ): Promise<ProjectRow | undefined> {
      const isNewVersion = name !== undefined || setup !== undefined;
      // Two versions of one millisecond, or of a clock that was set back, must differ.
      const next = sql`greatest(${now}::bigint, ${projects.updatedAt} + 1)`;
      const row = await orm.transaction(async (transaction) => {
        const [changed] = await transaction
          .update(projects)
          .set({ name, setup, updatedAt: isNewVersion ? next : sql`${projects.updatedAt}` })
          .where(
            and(
              eq(projects.accountId, accountId),
              eq(projects.id, id),
              basedOn === undefined ? undefined : eq(projects.updatedAt, basedOn),
            ),
          )
          .returning(columns);
        if (!changed) return undefined;
        const ofProject = eq(projectDevices.projectId, id);
        if (deviceIds) {
          await transaction.delete(projectDevices).where(ofProject);
          await link(transaction, id, deviceIds);
        }
        await link(transaction, id, linkIds);
        await transaction.delete(projectDevices).where(and(ofProject, inArray(projectDevices.deviceId, unlinkIds)));
        return changed;
      });
      return row && (await withDevices([row]))[0];
    },

    /** False when there is no such project. */
    async remove({ accountId, id }: Own): Promise<boolean> {
      const gone = await orm
        .delete(projects)
        .where(and(eq(projects.accountId, accountId), eq(projects.id, id)))
        .returning({ id: projects.id });
      return gone.length > 0;
    },
  };
}

export type ProjectsRepository = ReturnType<typeof projectsRepository>;

async function link(transaction: Transaction, projectId: number, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const rows = deviceIds.map((deviceId) => ({ projectId, deviceId }));
  await transaction.insert(projectDevices).values(rows).onConflictDoNothing();
}
