import { eq } from 'drizzle-orm';
import { type Database, schema } from '../../../platform/database/index.ts';

const { deviceGroups, deviceViews } = schema;

/** How an account keeps its devices in order: its groups, and what it saved of their list. */
export async function deviceListOf(orm: Database['orm'], accountId: number) {
  const groups = await orm
    .select({ id: deviceGroups.id, name: deviceGroups.name, hue: deviceGroups.hue })
    .from(deviceGroups)
    .where(eq(deviceGroups.accountId, accountId))
    .orderBy(deviceGroups.order);
  const views = await orm
    .select({ name: deviceViews.name, query: deviceViews.query })
    .from(deviceViews)
    .where(eq(deviceViews.accountId, accountId))
    .orderBy(deviceViews.id);
  return { groups, views };
}
