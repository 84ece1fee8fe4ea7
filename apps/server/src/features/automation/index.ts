import type { Plan } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Control } from '../control/index.ts';
import type { DeviceLog, Devices } from '../devices/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { automationRepository } from './automation.repository.ts';
import { AutomationDirectory } from './automation-directory.ts';
import { AutomationEngine } from './automation-engine.ts';
import { Automations } from './automations.service.ts';
import { BoardPrograms } from './board-programs.ts';

export { automationRoutes } from './automation.routes.ts';
export type { Automations } from './automations.service.ts';

interface AutomationFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'findOwned'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly control: Control;
  readonly telemetry: Pick<Telemetry, 'subscribe' | 'variables' | 'history'>;
  /** The zone of an account's wall clock, or the server's own. */
  timeZoneOf(accountId: number): string;
  planOf(accountId: number): Pick<Plan, 'name' | 'limits'>;
  /** Whether the account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
}

/** Wires the feature: people's timers and rules, what of them runs on boards, and what runs here. */
export function createAutomation(deps: AutomationFeatureDeps) {
  const { database, devices, jobs, clock } = deps;
  const repository = automationRepository(database);
  const directory = new AutomationDirectory({ repository, findDevice: (id) => devices.findById(id) });
  const programs = new BoardPrograms();
  const automations = new Automations({
    ...deps,
    repository,
    directory,
    programs,
    nextAt: (device, definition) => engine.nextAt(device, definition),
    lastRuns: async (ids) => new Map((await engine.log.lastOf(ids)).map((run) => [run.automationId, run])),
  });
  const engine: AutomationEngine = new AutomationEngine({
    ...deps,
    directory,
    runsOnBoard: (id) => programs.placementOf(id) === 'board',
    announce: (device) => automations.announce(device),
    finish: (record) => automations.finish(record),
  });
  jobs.schedule('automation.tidy', '47 3 * * *', async () => {
    // Devices that were deleted for good have taken theirs along.
    await directory.load();
    await engine.log.removeOld(clock.now());
  });
  return {
    automations,
    async start(): Promise<void> {
      await directory.load();
      await engine.start();
    },
    stop: () => engine.stop(),
  };
}
