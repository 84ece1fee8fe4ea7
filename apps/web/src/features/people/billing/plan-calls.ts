import type { CheckoutRequest, PlanResponse } from '@cyno/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { planQuery } from './plan-query.ts';

/** Returns the address of the page on which a plan is paid. */
export const startCheckout = async (request: CheckoutRequest) =>
  (await call('POST /api/plan/checkout', { body: request })).url;

/** Returns the address of the page on which the way of payment and the subscription are managed. */
export const openPortal = async () => (await call('POST /api/plan/portal')).url;

/** Chooses which devices stay active under a plan that has no room for all; the others are paused. */
export async function chooseActive(client: QueryClient, espids: string[]): Promise<PlanResponse> {
  const plan = await call('POST /api/plan/active-devices', { body: { espids } });
  client.setQueryData(planQuery.queryKey, plan);
  await client.invalidateQueries({ queryKey: queryKeys.devices() });
  return plan;
}
