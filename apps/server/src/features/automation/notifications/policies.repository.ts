import { type NotificationPolicy, notificationPolicy } from '@cyno/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { notificationPolicies } from '../../../platform/database/schema/index.ts';

export type PoliciesRepository = ReturnType<typeof policiesRepository>;

/** The SQL of what people chose. */
export function policiesRepository({ orm }: Database) {
  return {
    /** Undefined when the person never chose anything. */
    async find(accountId: number): Promise<NotificationPolicy | undefined> {
      const [row] = await orm
        .select({ policy: notificationPolicies.policy })
        .from(notificationPolicies)
        .where(eq(notificationPolicies.accountId, accountId));
      // What was stored by an earlier version has no escalation.
      return row && notificationPolicy.parse(row.policy);
    },

    async set(accountId: number, policy: NotificationPolicy): Promise<void> {
      await orm
        .insert(notificationPolicies)
        .values({ accountId, policy })
        .onConflictDoUpdate({ target: notificationPolicies.accountId, set: { policy } });
    },
  };
}
