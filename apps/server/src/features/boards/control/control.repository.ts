import type { CommandsQuery, SwitchedQuery } from '@cyno/contract';
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/index.ts';
import { boardEvents, commands, outputs } from '../../../platform/database/schema/index.ts';
import type { OpenCommand } from './command.ts';

export type OutputRow = typeof outputs.$inferSelect;
export type EventRow = typeof boardEvents.$inferSelect;
export type CommandRow = typeof commands.$inferSelect;
export type NewCommand = Omit<CommandRow, 'id'>;

const retentionMs = 365 * 24 * 3_600_000;
const maxStoredPerDevice = 5_000;

const isReported = (deviceId: number) => and(eq(commands.deviceId, deviceId), eq(commands.state, 'acknowledged'));

/** All columns as the row that was refused has them. */
function asGiven(table: PgTable): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]));
}

/** The SQL of outputs, events and commands. */
export function controlRepository({ orm, pool }: Database) {
  return {
    async listOutputs(): Promise<OutputRow[]> {
      return orm.select().from(outputs);
    },
    async listEvents(): Promise<EventRow[]> {
      return orm.select().from(boardEvents);
    },
    async saveOutputs(rows: readonly OutputRow[]): Promise<void> {
      if (rows.length === 0) return;
      await orm
        .insert(outputs)
        .values([...rows])
        .onConflictDoUpdate({ target: [outputs.deviceId, outputs.pin], set: asGiven(outputs) });
    },
    async saveEvents(rows: readonly EventRow[]): Promise<void> {
      if (rows.length === 0) return;
      await orm
        .insert(boardEvents)
        .values([...rows])
        .onConflictDoUpdate({ target: [boardEvents.deviceId, boardEvents.name], set: asGiven(boardEvents) });
    },
    async removeOutput(deviceId: number, pin: string): Promise<void> {
      await orm.delete(outputs).where(and(eq(outputs.deviceId, deviceId), eq(outputs.pin, pin)));
    },
    async removeEvent(deviceId: number, name: string): Promise<void> {
      await orm.delete(boardEvents).where(and(eq(boardEvents.deviceId, deviceId), eq(boardEvents.name, name)));
    },

    /** In the order given. */
    async addCommands(rows: readonly NewCommand[]): Promise<CommandRow[]> {
      return orm
        .insert(commands)
        .values([...rows])
        .returning();
    },
    /** Commands that had no outcome when the server stopped. */
    async listOpen(): Promise<CommandRow[]> {
      return orm
        .select()
        .from(commands)
        .where(inArray(commands.state, ['queued', 'sent']))
        .orderBy(commands.id);
    },
    async newest(deviceId: number, limit: number): Promise<CommandRow[]> {
      return orm.select().from(commands).where(eq(commands.deviceId, deviceId)).orderBy(desc(commands.id)).limit(limit);
    },
    async newestOf(deviceId: number, { kind, target, limit }: CommandsQuery): Promise<CommandRow[]> {
      return orm
        .select()
        .from(commands)
        .where(and(eq(commands.deviceId, deviceId), eq(commands.kind, kind), eq(commands.target, target)))
        .orderBy(desc(commands.id))
        .limit(limit);
    },
    /** The newest report of each output and event before an instant. */
    async reportedBefore(deviceId: number, before: number): Promise<CommandRow[]> {
      return orm
        .selectDistinctOn([commands.kind, commands.target])
        .from(commands)
        .where(and(isReported(deviceId), lt(commands.answeredAt, before)))
        .orderBy(commands.kind, commands.target, desc(commands.answeredAt), desc(commands.id));
    },
    /** What boards reported within a time, oldest first. */
    async reportedWithin(deviceId: number, { from, to }: SwitchedQuery): Promise<CommandRow[]> {
      return orm
        .select()
        .from(commands)
        .where(and(isReported(deviceId), gte(commands.answeredAt, from), lt(commands.answeredAt, to)))
        .orderBy(asc(commands.answeredAt), asc(commands.id))
        .limit(maxStoredPerDevice);
    },
    /** The commands that something led to. */
    async listOfOrigin(origin: string): Promise<CommandRow[]> {
      return orm
        .select()
        .from(commands)
        .where(sql`${commands.actor} ? 'origin' and ${commands.actor} ->> 'origin' = ${origin}`)
        .orderBy(commands.id);
    },
    async saveStates(changed: readonly OpenCommand[]): Promise<void> {
      await pool.query(
        `update commands set state = new.state, sent_at = new.sent_at, answered_at = new.answered_at,
           not_before = new.not_before, reason = new.reason
         from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
           as new(id, state, sent_at, answered_at, not_before, reason)
         where commands.id = new.id`,
        [
          changed.map(({ id }) => id),
          changed.map(({ state }) => state),
          changed.map(({ sentAt }) => sentAt),
          changed.map(({ answeredAt }) => answeredAt),
          changed.map(({ notBefore }) => notBefore),
          changed.map(({ reason }) => reason),
        ],
      );
    },
    /** Keeps a year. */
    async removeOld(now: number): Promise<void> {
      await orm.delete(commands).where(lt(commands.createdAt, now - retentionMs));
    },
    /** Keeps the newest 5,000 of each device, and those without an outcome. */
    async removeSurplus(): Promise<void> {
      await pool.query(
        // Without `materialized` the newest one would be sought again for each command.
        `with surplus as materialized (
           select device_id, (
             select id from commands where device_id = full_list.device_id order by id desc offset $1 limit 1
           ) as newest
           from (select device_id from commands group by device_id having count(*) > $1) as full_list
         )
         delete from commands using surplus
         where commands.device_id = surplus.device_id and commands.id <= newest and state not in ('queued', 'sent')`,
        [maxStoredPerDevice],
      );
    },
  };
}

export type ControlRepository = ReturnType<typeof controlRepository>;
