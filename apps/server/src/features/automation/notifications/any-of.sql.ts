import { type Column, sql } from 'drizzle-orm';

/** Whether an id is one of many: as one parameter, because a statement has at most 65,535 of them. */
export const anyOf = (column: Column, ids: readonly number[]) => sql`${column} = any(${sql.param([...ids])}::int8[])`;
