import type { CheckoutRequest, PlanResponse } from '@cyno/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api, hasFields } from '../../../lib/api/api-client.ts';
import { planQuery } from './plan-query.ts';

const redirect = hasFields<{ url: string }>('url');

/** Returns the address of the page on which a plan is paid. */
export const startCheckout = async (request: CheckoutRequest) =>
  (await api.post('/api/plan/checkout', request, redirect)).url;

/** Returns the address of the page on which the way of payment and the subscription are managed. */
export const openPortal = async () => (await api.post('/api/plan/portal', {}, redirect)).url;

/** Chooses which devices stay active under a plan that has no room for all; the others are paused. */
export async function chooseActive(client: QueryClient, espids: string[]): Promise<PlanResponse> {
  const { planResponse } = await import('@cyno/contract');
  const plan = await api.post('/api/plan/active-devices', { espids }, planResponse);
  client.setQueryData(planQuery.queryKey, plan);
  await client.invalidateQueries({ queryKey: ['devices'] });
  return plan;
}
