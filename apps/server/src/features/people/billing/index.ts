import { type Core, coreFor } from '../../../core.ts';
import type { Accounts } from '../accounts/index.ts';
import { devicePlaceFreed } from './billing.events.ts';
import { planRoutes } from './billing.routes.ts';
import { Billing, type BillingDeps } from './billing.service.ts';
import { Plans } from './plans.ts';
import { stripeRepository } from './stripe/stripe.repository.ts';
import { stripeRoutes } from './stripe/stripe.routes.ts';
import { StripeBilling } from './stripe/stripe-billing.ts';
import { subscriptionsRepository } from './subscriptions.repository.ts';
import { Usage, type UsageDeps } from './usage.ts';

export { devicePlaceFreed } from './billing.events.ts';
export type { Plans } from './plans.ts';

/** The plans in memory, from which other features read limits. Nothing is known before they start. */
export function createPlans({ database, clock, config, parts }: Core): Plans {
  const plans = new Plans({ repository: subscriptionsRepository(database), clock, mode: config.billing, own: config });
  parts.push({ start: () => plans.load(), stop: () => undefined });
  return plans;
}

interface BillingFeatureDeps
  extends Pick<BillingDeps, 'devices'>,
    Pick<UsageDeps, 'oldestOf' | 'maxAutomationsOf' | 'maxPeopleOf'> {
  readonly plans: Plans;
  readonly accounts: Pick<Accounts, 'find'> & { readonly deletion: Pick<Accounts['deletion'], 'onRemoving'> };
  recordPlan: BillingDeps['recordPlan'];
}

/** Which plans accounts have, and what these allow them; where Stripe is used it sells them. */
export function createBilling(
  server: Core,
  deps: BillingFeatureDeps,
): { billing: Billing; stripe: StripeBilling | null } {
  const core = coreFor(server, 'billing');
  const { database, config, jobs } = core;
  const { devices, accounts } = deps;
  const invoices = stripeRepository(database);
  const given = { ...core, ...deps };
  const billing = new Billing({
    ...given,
    repository: subscriptionsRepository(database),
    usage: new Usage({ ...given, countDevices: (accountId) => devices.countOf(accountId) }),
    findAccount: (accountId) => accounts.find(accountId),
    invoicesOf: (accountId) => invoices.listInvoices(accountId),
    started: () => void stripe?.checkPrices(),
  });
  const stripe = config.stripe
    ? new StripeBilling({ ...given, settings: config.stripe, changed: (accountId) => billing.changed(accountId) })
    : null;
  if (stripe) {
    jobs.schedule('billing.reconcile', '23 * * * *', () => stripe.reconcile());
    accounts.deletion.onRemoving((accountId) => stripe.checkout.endAll(accountId));
  }
  core.bus.subscribe(devicePlaceFreed, 'billing', ({ accountId }) => billing.placeFreed(accountId));
  core.parts.push(billing);
  core.routes.push(async (app) => {
    planRoutes(app, { billing });
    await stripeRoutes(app, { stripe });
  });
  return { billing, stripe };
}
