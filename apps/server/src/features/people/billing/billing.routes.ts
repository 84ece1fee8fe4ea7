import { activeDevicesRequest, adminPlanRequest, planResponse, planState } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { Billing } from './billing.service.ts';

const userParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** The plan of an account, and plans that administrators give. */
export function planRoutes(app: Http, { billing }: { billing: Billing }): void {
  // Links of invoices open without a login, so a token that leaks from a script must not show them.
  app.get('/api/plan', { schema: { response: { 200: planResponse } } }, ({ account }) =>
    billing.describe(account.id, account.sessionId !== null),
  );

  app.post(
    '/api/plan/active-devices',
    { config: { needs: 'session' }, schema: { body: activeDevicesRequest, response: { 200: planResponse } } },
    async ({ account, body }) => {
      await billing.chooseActive(account.id, body.espids);
      return billing.describe(account.id, true);
    },
  );

  app.post(
    '/api/admin/users/:id/plan',
    {
      config: { access: 'admin', needs: 'session' },
      schema: { params: userParams, body: adminPlanRequest, response: { 200: planState } },
    },
    ({ account, params, body, ip }) => billing.assign({ id: account.id, name: account.email, ip }, params.id, body),
  );
}
