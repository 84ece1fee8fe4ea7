import type { Clock } from '../../../platform/clock.ts';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { type AdminDownloads, type Audit, actorOf } from '../admin/index.ts';
import type { SupportBundle } from './bundle/support-bundle.ts';
import type { System } from './system.service.ts';

interface Deps {
  readonly system: System;
  readonly bundle: SupportBundle;
  readonly audit: Pick<Audit, 'record'>;
  readonly clock: Clock;
  readonly downloads: AdminDownloads;
}

const file = 'support-bundle';

/** The figures of the server, for administrators. Their page sends requests all the time, so only refusals are worth a line in the log. */
export function systemRoutes(app: Http, { system, bundle, audit, clock, downloads }: Deps): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', {
    'POST /api/admin/system/jobs/:name/run': 'Background job started by hand',
    'POST /api/admin/system/bundle': 'Support bundle downloaded',
    'POST /api/admin/system/hand-over': 'Another server takes over',
    'POST /api/admin/system/servers/:name/drain': 'Server drained, or taken into use again',
  });
  const config = { access: 'admin', needs: 'session', log: 'refusals' } as const;

  route('GET /api/admin/system', { config }, () => system.report());

  route('GET /api/admin/system/samples', { config }, () => system.samples());

  route(
    'POST /api/admin/system/jobs/:name/run',
    { config: { access: 'admin', needs: 'session' } },
    async (request, reply) => {
      const { name } = request.params;
      await system.runJob(name);
      await audit.record({ actor: actorOf(request), action: 'job.started', details: { job: name } });
      return reply.code(202).send({ message: 'The job starts within a moment.' });
    },
  );

  route(
    'POST /api/admin/system/hand-over',
    { config: { access: 'admin', needs: 'session' } },
    async (request, reply) => {
      const to = await system.standby();
      await audit.record({ actor: actorOf(request), action: 'server.handed_over', details: { to } });
      system.handOver();
      return reply.code(202).send({ message: 'Another server takes over within seconds.' });
    },
  );

  route(
    'POST /api/admin/system/servers/:name/drain',
    { config: { access: 'admin', needs: 'session' } },
    async (request, reply) => {
      const { name } = request.params;
      const { drained } = request.body;
      system.drain(name, drained);
      const action = drained ? 'server.drained' : 'server.undrained';
      await audit.record({ actor: actorOf(request), action, details: { server: name } });
      const message = drained ? 'Its boards and pages move to the other servers.' : 'It takes boards and pages again.';
      return reply.code(202).send({ message });
    },
  );

  route('POST /api/admin/system/bundle', { config: { access: 'admin', needs: 'session' } }, async (request) => {
    await audit.record({ actor: actorOf(request), action: 'bundle.downloaded', details: {} });
    return { path: `/api/admin/system/bundle?ticket=${downloads.giveTicket(file, request.account.id)}` };
  });

  // A HEAD must not use the ticket up.
  route(
    'GET /api/admin/system/bundle',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ query }, reply) => {
      await downloads.redeem(query.ticket, file);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="cyno-support-${day}.zip"`)
        .send(await bundle.write());
    },
  );
}
