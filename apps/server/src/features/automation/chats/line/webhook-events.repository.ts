import { lt } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { chatWebhookEvents } from '../../../../platform/database/schema/index.ts';

export type WebhookEventsRepository = ReturnType<typeof webhookEventsRepository>;

/** The SQL of what came by webhooks. */
export function webhookEventsRepository({ orm }: Database) {
  return {
    /** Notes events of LINE, and returns those that were not known: of two servers that get one, only one. */
    async addNew(events: readonly string[], receivedAt: number): Promise<Set<string>> {
      if (events.length === 0) return new Set();
      const rows = [...new Set(events)].map((event) => ({ service: 'line' as const, event, receivedAt }));
      const { event } = chatWebhookEvents;
      const added = await orm.insert(chatWebhookEvents).values(rows).onConflictDoNothing().returning({ event });
      return new Set(added.map((row) => row.event));
    },

    async removeOld(before: number): Promise<void> {
      await orm.delete(chatWebhookEvents).where(lt(chatWebhookEvents.receivedAt, before));
    },
  };
}
