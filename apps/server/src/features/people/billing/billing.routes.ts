import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Billing } from './billing.service.ts';

/** The plan of an account, and plans that administrators give. */
export function planRoutes(app: Http, { billing }: { billing: Billing }): void {
  const route = routesOf(app);
  labelRequests(app, 'billing', { 'POST /api/plan/active-devices': 'Active devices chosen' });
  labelRequests(app, 'admin', { 'POST /api/admin/users/:id/plan': 'Plan assigned' });
  // Links of invoices open without a login, so a token that leaks from a script must not show them.
  route('GET /api/plan', ({ account }) => billing.describe(account.id, account.sessionId !== null));

  route('POST /api/plan/active-devices', { config: { needs: 'session' } }, async ({ account, body }) => {
    await billing.chooseActive(account.id, body.espids);
    return billing.describe(account.id, true);
  });

  route(
    'POST /api/admin/users/:id/plan',
    { config: { access: 'admin', needs: 'session' } },
    ({ account, params, body, ip }) => billing.assign({ id: account.id, name: account.email, ip }, params.id, body),
  );
}
