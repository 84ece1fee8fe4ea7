import type { Actor, Plan } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { type Control, commandChanged, type ReportedAction } from '../../boards/control/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import {
  BoardActions,
  BoardFirmware,
  BoardPrograms,
  type BoardPublisher,
  BoardTimes,
} from '../board-programs/index.ts';
import {
  AutomationDirectory,
  type AutomationRecord,
  automationChanged,
  automationRepository,
} from '../definitions/index.ts';
import { DryRuns } from '../rules/index.ts';
import { automationMqtt } from './automation.mqtt.ts';
import { AutomationEngine } from './automation-engine.ts';
import { Automations } from './automations.service.ts';

export { automationRoutes } from './automation.routes.ts';

export { automationsChanged } from './automations.events.ts';

export { runRoutes } from './runs.routes.ts';

interface AutomationFeatureDeps {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'findOwned'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly control: Control;
  readonly publisher: BoardPublisher;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader' | 'calibrations'>;
  /** True for a pin that is switched back after a moment. */
  isMomentary(deviceId: number, pin: string): boolean;
  /** The zone of a device's wall clock: its own, its account's, or the server's. */
  timeZoneOf(device: DeviceRecord): string;
  planOf(accountId: number): Pick<Plan, 'name' | 'limits'>;
  /** Whether the account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
}

/** Wires the feature: people's timers and rules, what of them runs on boards, and what runs here. */
export function createAutomation(deps: AutomationFeatureDeps) {
  const { database, devices, jobs, clock } = deps;
  const repository = automationRepository(database);
  const directory = new AutomationDirectory({ ...deps, repository, findDevice: (id) => devices.findById(id) });
  const variablesOf = (deviceId: number) => deps.telemetry.variables(deviceId);
  const firmware = new BoardFirmware();
  const found = {
    ...deps,
    repository,
    directory,
    firmware,
    findDevice: (id: number) => devices.findById(id),
    announce: (device: DeviceRecord) => automations.announce(device),
    finish: (record: AutomationRecord) => automations.finish(record),
  };
  const programs = new BoardPrograms({
    ...found,
    isCalibrated: (deviceId, key) => deps.telemetry.calibrations.isCalibrated(deviceId, key),
    changed(device) {
      times.boardChanged(device);
      automations.announce(device);
    },
  });
  const automations = new Automations({
    ...deps,
    repository,
    directory,
    programs,
    variablesOf,
    nextAt: (device, definition) => engine.nextAt(device, definition),
    lastRuns: async (ids) => new Map((await engine.log.lastOf(ids)).map((run) => [run.automationId, run])),
  });
  const engine: AutomationEngine = new AutomationEngine({
    ...deps,
    repository,
    directory,
    runsOnBoard: (id) => programs.placementOf(id) === 'board',
    announce: found.announce,
    finish: found.finish,
  });
  const runs = engine.log;
  const times: BoardTimes = new BoardTimes({ ...found, programs, runs });
  const actions = new BoardActions({ ...found, programs, runs });
  const mqtt = automationMqtt({ programs, firmware, findDevice: (espid) => devices.find(espid) });
  deps.bus.subscribe(automationChanged, 'board programs', ({ before, after }) => {
    const device = devices.findById((after ?? before)?.deviceId ?? 0);
    if (device) programs.deliver(device);
  });
  // What a pin is set up as decides as well.
  deps.bus.subscribe(commandChanged, 'board programs', ({ deviceId, commands }) => {
    const device = devices.findById(deviceId);
    if (device && commands.length === 0 && directory.ofDevice(deviceId).length > 0) programs.reconsider(device);
  });
  const findOwned = (accountId: number, espid: string) => devices.findOwned(accountId, espid);
  jobs.schedule('automation.tidy', '47 3 * * *', () => engine.log.removeOld(clock.now()));
  return {
    automations,
    directory,
    runLog: engine.log,
    dryRuns: new DryRuns({ ...deps, findOwned }),
    variablesOf,
    mqtt,
    released: (device: DeviceRecord) => programs.released(device),
    timerIsNear: (device: DeviceRecord) => programs.timerIsNear(device),
    /** Rules that a board compared by itself may be the server's now, or the other way round. */
    calibrated: (device: DeviceRecord) => programs.deliver(device),
    explain: (device: DeviceRecord, action: ReportedAction): Actor | null => actions.explain(device, action),
    /** False: the board's firmware reports nothing of what it is sent. */
    confirms: (device: DeviceRecord): boolean => firmware.confirms(device),
    async start(): Promise<void> {
      await directory.load();
      await programs.load();
      await times.start();
      await engine.start();
    },
    async stop(): Promise<void> {
      times.stop();
      await engine.stop();
      await programs.stop();
    },
  };
}
