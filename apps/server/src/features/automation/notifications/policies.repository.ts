import { type Escalation, type NotificationPolicy, notificationPolicy } from '@cyno/contract';
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
      return row && notificationPolicy.parse(withSteps(row.policy));
    },

    async set(accountId: number, policy: NotificationPolicy): Promise<void> {
      await orm
        .insert(notificationPolicies)
        .values({ accountId, policy })
        .onConflictDoUpdate({ target: notificationPolicies.accountId, set: { policy } });
    },
  };
}

type StoredSeverity = Partial<NotificationPolicy['info']> & { readonly escalation?: Escalation | null };

/** What an earlier version stored has one escalation of a severity, or none. */
function withSteps({ quiet, ...severities }: NotificationPolicy): unknown {
  const upgraded = Object.entries(severities).map(([severity, { escalation, ...stored }]: [string, StoredSeverity]) => [
    severity,
    { escalations: escalation ? [escalation] : [], ...stored },
  ]);
  return { quiet, ...Object.fromEntries(upgraded) };
}
