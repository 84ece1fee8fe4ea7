import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess, Devices } from '../../boards/devices/index.ts';
import { type AlertRules, conditionProblem } from './alert-rules.service.ts';
import type { AlertDryRuns } from './dry-run/alert-dry-runs.ts';

interface RouteDeps {
  readonly rules: AlertRules;
  readonly dryRuns: AlertDryRuns;
  readonly devices: Pick<Devices, 'get'>;
  readonly access: Pick<DeviceAccess, 'getDevice'>;
}

/** What an account wants to be alerted of: only its own rules, for its own devices. Of a shared one it sees the limits. */
export function alertRuleRoutes(app: Http, { rules, dryRuns, devices, access }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'alerts', {
    'POST /api/alert-rules': 'Alert rule created',
    'PUT /api/alert-rules/:id': 'Alert rule changed',
    'PATCH /api/alert-rules/:id': 'Alert rule changed',
    'DELETE /api/alert-rules/:id': 'Alert rule deleted',
    'POST /api/alert-rules/:id/restore': 'Deletion of an alert rule undone',
    'POST /api/alert-rules/:id/mute': 'Alert rule snoozed',
  });

  route('GET /api/alert-rules', ({ account }) => rules.list(account.id));

  route('POST /api/alert-rules', async ({ account, body }, reply) =>
    reply.code(201).send(await rules.add(account.id, body)),
  );

  route('PUT /api/alert-rules/:id', ({ account, params, body }) => rules.change(account.id, params.id, body));

  route('PATCH /api/alert-rules/:id', ({ account, params, body }) => rules.change(account.id, params.id, body));

  route('DELETE /api/alert-rules/:id', async ({ account, params }, reply) => {
    await rules.remove(account.id, params.id);
    return reply.code(204).send(null);
  });

  route('POST /api/alert-rules/:id/restore', ({ account, params }) => rules.restore(account.id, params.id));

  route('POST /api/alert-rules/:id/mute', ({ account, params, body }) =>
    rules.mute(account.id, params.id, body.minutes),
  );

  route('GET /api/device/:espid/alert-limits', { config: { right: 'view' } }, (request) =>
    rules.limitsOf(access.getDevice(request)),
  );

  route('POST /api/alert-rules/dry-run', (request) => {
    const { account, body } = request;
    const device = devices.get(account.id, body.espid);
    const problem = conditionProblem(body.condition);
    if (problem !== null) throw problem;
    return dryRuns.run(device, body, request.signal);
  });
}
