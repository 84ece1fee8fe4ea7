import { automationRuns, automationRunsQuery, type DeviceVariable, dryRun, dryRunRequest, espid } from '@cyno/contract';
import { z } from 'zod';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { AutomationDirectory } from './automation-directory.ts';
import { definitionProblem } from './definition-problem.ts';
import type { DryRuns } from './dry-run.ts';
import type { RunsRepository } from './runs.repository.ts';

const params = z.object({ espid });

interface RouteDeps {
  readonly runLog: Pick<RunsRepository, 'list'>;
  readonly dryRuns: DryRuns;
  readonly directory: Pick<AutomationDirectory, 'ofDevice'>;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
  variablesOf(deviceId: number): DeviceVariable[];
  /** The account's device; throws a 404. */
  getDevice(accountId: number, espid: string): DeviceRecord;
}

/** What automations of a device did, and what one would have done. */
export function runRoutes(app: Http, deps: RouteDeps): void {
  const { runLog, dryRuns, directory, findOwned, variablesOf, getDevice } = deps;

  app.get(
    '/api/device/:espid/automations/runs',
    { schema: { params, querystring: automationRunsQuery, response: { 200: automationRuns } } },
    async ({ account, params: { espid: id }, query: { before, automation, limit } }) => {
      const all = directory.ofDevice(getDevice(account.id, id).id).map((record) => record.id);
      if (automation !== undefined && !all.includes(automation)) throw notFound('automation', String(automation));
      return {
        runs: await runLog.list(automation === undefined ? all : [automation], { before: before ?? null, limit }),
      };
    },
  );

  app.post(
    '/api/device/:espid/automations/dry-run',
    { schema: { params, body: dryRunRequest, response: { 200: dryRun } } },
    ({ account, params: { espid: id }, body }) => {
      const device = getDevice(account.id, id);
      const problem = definitionProblem(body.definition, {
        device,
        findDevice: (other) => findOwned(account.id, other),
        variablesOf,
      });
      if (problem) throw badRequest(problem);
      return dryRuns.run(device, body);
    },
  );
}
