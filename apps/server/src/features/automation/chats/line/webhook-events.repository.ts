import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { chatWebhookEvents } from '../../../../platform/database/schema/index.ts';

/** Stands for a webhook without events, which LINE sends to test the address; ids of LINE are different. */
const test = { service: 'line' as const, event: 'test' };

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

    async noteTest(receivedAt: number): Promise<void> {
      const { service, event } = chatWebhookEvents;
      await orm
        .insert(chatWebhookEvents)
        .values({ ...test, receivedAt })
        .onConflictDoUpdate({ target: [service, event], set: { receivedAt } });
    },

    /** When any of the servers got a test last (ms since the epoch); undefined: not within the last days. */
    async lastTestAt(): Promise<number | undefined> {
      const { service, event, receivedAt } = chatWebhookEvents;
      const [row] = await orm
        .select({ receivedAt })
        .from(chatWebhookEvents)
        .where(and(eq(service, test.service), eq(event, test.event)));
      return row?.receivedAt;
    },

    async removeOld(before: number): Promise<void> {
      await orm.delete(chatWebhookEvents).where(lt(chatWebhookEvents.receivedAt, before));
    },
  };
}
