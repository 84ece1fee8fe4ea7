import type { AlertScope } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import { type ControlFeature, commandChanged } from '../../boards/control/index.ts';
import type { DeviceGroups } from '../../boards/device-groups/index.ts';
import {
  type DeviceRecord,
  type DevicesFeature,
  devicePausedChanged,
  deviceReleased,
} from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Plans } from '../../people/billing/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { BoardActions, BoardFirmware, BoardPrograms, BoardTimes } from '../board-programs/index.ts';
import {
  AutomationDirectory,
  type AutomationRecord,
  automationChanged,
  automationRepository,
  nameOf,
  watchedDevices,
} from '../definitions/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { alertFactsRepository, DryRuns } from '../rules/index.ts';
import { runsRepository } from '../runs/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';
import { automationMqtt } from './automation.mqtt.ts';
import { automationRoutes } from './automation.routes.ts';
import { AutomationEngine } from './automation-engine.ts';
import { Automations } from './automations.service.ts';
import { reachOf } from './reach.ts';
import { runRoutes } from './runs.routes.ts';

export { automationsChanged } from './automations.events.ts';
export type { Reach } from './reach.ts';

interface AutomationFeatureDeps {
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly devices: DevicesFeature;
  readonly groups: Pick<DeviceGroups, 'has'>;
  readonly control: ControlFeature;
  readonly telemetry: Telemetry;
  readonly notifications: Notifications;
  readonly scenes: ScenesFeature;
}

export type AutomationFeature = ReturnType<typeof createAutomation>;

/** People's timers and rules, what of them runs on boards, and what runs here. */
export function createAutomation(
  server: Core,
  { accounts, plans, telemetry, notifications, scenes, groups, ...others }: AutomationFeatureDeps,
) {
  const core = coreFor(server, 'automation');
  const { devices, access, deviceLog, timeZoneOf, boardClock, connectSequence } = others.devices;
  const { control, targets, publisher } = others.control;
  const { database, jobs, clock, bus } = core;
  const deps = {
    ...core,
    devices,
    deviceLog,
    timeZoneOf,
    control,
    publisher,
    telemetry,
    notifications,
    scenes,
    isMomentary: (deviceId: number, pin: string) => targets.findOutput(deviceId, pin)?.momentaryMs != null,
    planOf: (accountId: number) => plans.planOf(accountId),
    mayBeUsed: (accountId: number) => accounts.changes.mayBeUsed(accountId),
  };
  const repository = automationRepository(database);
  const directory = new AutomationDirectory({ ...deps, repository, findDevice: (id) => devices.findById(id) });
  const variablesOf = (deviceId: number) => telemetry.variables(deviceId);
  const firmware = new BoardFirmware();
  const found = {
    ...deps,
    repository,
    directory,
    firmware,
    findDevice: (id: number) => devices.findById(id),
    announce: (device: DeviceRecord) => automations.announce(device),
    finish: (record: AutomationRecord) => automations.finish(record),
    reopen: (record: AutomationRecord) => automations.reopen(record),
  };
  const programs = new BoardPrograms({
    ...found,
    isCalibrated: (deviceId, key) => telemetry.calibrations.isCalibrated(deviceId, key),
    isComputed: (deviceId, key) => telemetry.computed.isComputed(deviceId, key),
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
    runLog: runsRepository(database),
  });
  const engine: AutomationEngine = new AutomationEngine({
    ...found,
    runsOnBoard: (id) => programs.placementOf(id) === 'board',
  });
  const runs = engine.log;
  const times: BoardTimes = new BoardTimes({ ...found, programs, runs });
  const actions = new BoardActions({ ...found, programs, runs });
  const mqtt = automationMqtt({ programs, firmware, findDevice: (espid) => devices.find(espid) });
  connectSequence.add(mqtt.connectStep);
  core.broker.use(mqtt);
  bus.subscribe(automationChanged, 'board programs', ({ before, after }) => {
    const device = devices.findById((after ?? before)?.deviceId ?? 0);
    if (device) programs.deliver(device);
  });
  // What a pin is set up as decides as well.
  bus.subscribe(commandChanged, 'board programs', ({ deviceId, commands }) => {
    const device = devices.findById(deviceId);
    if (device && commands.length === 0 && directory.ofDevice(deviceId).length > 0) programs.reconsider(device);
  });
  bus.subscribe(deviceReleased, 'board programs', ({ device }) => programs.released(device));
  bus.subscribe(devicePausedChanged, 'board programs', ({ device }) => programs.deliver(device));
  boardClock.avoidTimers((device) => programs.timerIsNear(device));
  others.control.usePrograms({
    explain: (device, action) => actions.explain(device, action),
    confirms: (device) => firmware.confirms(device),
  });
  const alertFacts = alertFactsRepository(database);
  const devicesIn = (accountId: number, scope: AlertScope) => watchedDevices(scope, devices.ofAccount(accountId));
  const findOwned = (accountId: number, espid: string) => devices.findOwned(accountId, espid);
  const dryRuns = new DryRuns({ ...deps, findOwned, devicesIn, alertFacts });
  jobs.scheduleByAge('automation.tidy', '47 3 * * *', async () => {
    await engine.log.removeOld(clock.now());
    await automations.cleanup();
  });
  core.routes.push((app) => {
    const reach = reachOf({
      access,
      devicesIn,
      findScene: scenes.find,
      hasAlertRule: alertFacts.hasRule,
      hasGroup: (accountId, id) => groups.has(accountId, id),
    });
    automationRoutes(app, { automations, access, reach });
    runRoutes(app, { ...found, runLog: engine.log, dryRuns, variablesOf, access, reach });
  });
  core.parts.push({
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
  });
  return {
    automations,
    dryRunPlaces: dryRuns.places,
    /** The rules of the owner that compare a variable of a device, with the device of each. */
    readersOf: (device: DeviceRecord, key: string) =>
      directory.readersOfVariable(device, key).map((rule) => ({ name: nameOf(rule), deviceId: rule.deviceId })),
    /** What people call the automations of an account that read an alert rule of it. */
    readersOfAlert: (accountId: number, ruleId: number) => directory.readersOfAlert(accountId, ruleId).map(nameOf),
    /** What people call the automations of an account that watch the devices of one of its groups. */
    readersOfGroup: (accountId: number, groupId: number) => directory.readersOfGroup(accountId, groupId).map(nameOf),
    /** Rules that a board compared by itself may be the server's now, or the other way round. */
    calibrated: (device: DeviceRecord) => programs.deliver(device),
  };
}
