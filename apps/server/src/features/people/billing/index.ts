import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Http } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { planRoutes } from './billing.routes.ts';
import { Billing, type BillingDeps } from './billing.service.ts';
import { type BillingMode, Plans } from './plans.ts';
import { stripeRepository } from './stripe/stripe.repository.ts';
import { stripeRoutes } from './stripe/stripe.routes.ts';
import { StripeBilling } from './stripe/stripe-billing.ts';
import type { StripeSettings } from './stripe/stripe-client.ts';
import { subscriptionsRepository } from './subscriptions.repository.ts';
import { Usage, type UsageDeps } from './usage.ts';

export type { Billing } from './billing.service.ts';
export type { Plans } from './plans.ts';
export type { StripeBilling } from './stripe/stripe-billing.ts';

interface Settings {
  readonly billing: BillingMode;
  readonly storedIntervalMs: number;
  readonly rawHistoryDays: number | null;
}

/** The plans in memory, from which other features read limits. Nothing is known before `Billing.start`. */
export function createPlans(deps: { database: Database; clock: Clock; config: Settings }): Plans {
  const { database, clock, config } = deps;
  return new Plans({ repository: subscriptionsRepository(database), clock, mode: config.billing, own: config });
}

/** Wires the feature, and schedules its job where Stripe is used. */
export function createBilling(
  deps: Omit<BillingDeps, 'repository' | 'usage' | 'invoicesOf' | 'started'> &
    Pick<UsageDeps, 'oldestOf' | 'maxAutomationsOf' | 'maxPeopleOf'> & {
      database: Database;
      log: Logger;
      jobs: Pick<Jobs, 'schedule'>;
      config: { stripe: StripeSettings | null };
      baseUrl(): string;
    },
): { billing: Billing; stripe: StripeBilling | null } {
  const { database, devices, config, jobs } = deps;
  const invoices = stripeRepository(database);
  const billing = new Billing({
    ...deps,
    repository: subscriptionsRepository(database),
    usage: new Usage({ ...deps, countDevices: (accountId) => devices.countOf(accountId) }),
    invoicesOf: (accountId) => invoices.listInvoices(accountId),
    started: () => void stripe?.checkPrices(),
  });
  const stripe = config.stripe
    ? new StripeBilling({ ...deps, settings: config.stripe, changed: (accountId) => billing.changed(accountId) })
    : null;
  if (stripe) jobs.schedule('billing.reconcile', '23 * * * *', () => stripe.reconcile());
  return { billing, stripe };
}

/** Adds `/api/plan*` and `/api/admin/users/:id/plan`. */
export async function billingRoutes(
  app: Http,
  deps: { billing: Billing; stripe: StripeBilling | null },
): Promise<void> {
  planRoutes(app, deps);
  await stripeRoutes(app, deps);
}
