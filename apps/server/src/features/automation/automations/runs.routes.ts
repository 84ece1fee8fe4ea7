import type { DeviceVariable } from '@cyno/contract';
import { notFound } from '../../../platform/errors.ts';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess, DeviceRecord } from '../../boards/devices/index.ts';
import type { AutomationDirectory, AutomationRecord } from '../definitions/index.ts';
import { definitionProblem } from '../definitions/index.ts';
import type { DryRuns } from '../rules/index.ts';
import { type RunsRepository, visibleRun } from '../runs/index.ts';
import type { GetReach } from './reach.ts';

interface RouteDeps {
  readonly runLog: Pick<RunsRepository, 'list'>;
  readonly dryRuns: DryRuns;
  readonly directory: Pick<AutomationDirectory, 'ofDevice' | 'find'>;
  findDevice(id: number): DeviceRecord | undefined;
  variablesOf(deviceId: number): DeviceVariable[];
  readonly access: Pick<DeviceAccess, 'getDevice'>;
  readonly reach: GetReach;
}

/** What automations of a device did, and what one would have done. */
export function runRoutes(app: Http, deps: RouteDeps): void {
  const route = routesOf(app);
  const { runLog, dryRuns, directory, findDevice, variablesOf, reach } = deps;
  const { getDevice } = deps.access;

  route('GET /api/device/:espid/automations/runs', { config: { right: 'view' } }, async (request) => {
    const { before, automation, dueAt, limit } = request.query;
    const device = getDevice(request);
    const reader = await reach(request, device);
    const isReadable = ({ deviceId }: AutomationRecord): boolean => {
      const operated = findDevice(deviceId);
      return operated === device || (operated !== undefined && reader.findDevice(operated.espid) === operated);
    };
    const wanted = automation === undefined ? directory.ofDevice(device.id) : [directory.find(automation)];
    const ids = wanted.flatMap((record) => (record && isReadable(record) ? [record.id] : []));
    if (automation !== undefined && ids.length === 0) throw notFound('automation', String(automation));
    const runs = await runLog.list(ids, { before: before ?? null, dueAt, limit });
    return { runs: runs.map((run) => visibleRun(run, reader)) };
  });

  route('POST /api/device/:espid/automations/dry-run', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    const { body } = request;
    const reached = await reach(request, device, body.definition);
    const problem = definitionProblem(body.definition, { device, variablesOf, ...reached });
    if (problem) throw problem;
    return dryRuns.run(device, body, request.signal);
  });
}
