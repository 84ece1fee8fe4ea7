import { createAutomation } from '../features/automation/automations/index.ts';
import { createControl } from '../features/boards/control/index.ts';
import { createDeviceGroups } from '../features/boards/device-groups/index.ts';
import { createDevices, type DeviceRecord } from '../features/boards/devices/index.ts';
import { createFirmware } from '../features/boards/firmware/index.ts';
import { createProjects } from '../features/code/projects/index.ts';
import { createDashboards } from '../features/dashboards/dashboards/index.ts';
import { shareChanged } from '../features/dashboards/sharing/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import type { Plans } from '../features/people/billing/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import type { DeviceBroker } from '../platform/broker/index.ts';
import { type Core, coreFor } from './core.ts';
import { createHistoryParts } from './create-history-parts.ts';
import { createReports } from './create-reports.ts';
import { createSharingParts, withdrawCommands } from './create-sharing-parts.ts';

interface BoardParts {
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly telemetry: Telemetry;
  readonly broker: DeviceBroker;
  /** Where boards fetch firmware by https; null: switched off. */
  otaPort(): number | null;
  /** Called when a device of the account was deleted. */
  placeFreed(accountId: number): void;
}

/** Boards: what they are, what is requested of them, and what they do by themselves. */
export function createBoardFeatures(core: Core, parts: BoardParts) {
  const { accounts, telemetry, plans, broker } = parts;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZoneOf = ({ accountId, timeZone }: DeviceRecord) => timeZone ?? accounts.timeZoneOf(accountId) ?? ownZone;
  const variablesOf = (deviceId: number) => telemetry.variables(deviceId);
  const devices = createDevices({
    ...coreFor(core, 'devices'),
    broker,
    variablesOf,
    timeZoneOf,
    timerIsNear: (device) => automation.timerIsNear(device),
    released: (device) => automation.released(device),
    capacityOf: (accountId) => plans.deviceCapacity(accountId),
    placeFreed: (accountId) => parts.placeFreed(accountId),
  });
  const { sharing, access } = createSharingParts(core, {
    accounts,
    plans,
    devices: devices.devices,
    deviceLog: devices.deviceLog,
    async moved(device: DeviceRecord) {
      control.control.withdraw(device, () => true, 'The device was handed over to another account.');
      await automation.automations.moved(device);
    },
  });
  const groups = createDeviceGroups({
    ...coreFor(core, 'devices'),
    changed: (accountId) => devices.devices.listChanged(accountId),
    removed: (accountId, groupId) => devices.devices.forgetGroup(accountId, groupId),
  });
  const board = { devices: devices.devices, deviceLog: devices.deviceLog, broker };
  const control = createControl({
    ...coreFor(core, 'control'),
    ...board,
    findShared: (accountId, espid, right) => access.find(accountId, espid, right),
    nameOf: async (accountId) => (await accounts.find(accountId))?.email ?? null,
    explain: (device, action) => automation.explain(device, action),
    confirms: (device) => automation.confirms(device),
  });
  const automation = createAutomation({
    ...coreFor(core, 'automation'),
    ...board,
    control: control.control,
    publisher: control.publisher,
    isMomentary: (deviceId, pin) => control.targets.findOutput(deviceId, pin)?.momentaryMs != null,
    telemetry,
    timeZoneOf,
    planOf: (accountId) => plans.planOf(accountId),
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
  });
  core.bus.subscribe(shareChanged, 'waiting commands', (change) =>
    withdrawCommands(change, { accounts, access, devices: devices.devices, control: control.control }),
  );
  devices.connectSequence.use({
    ...control.publisher,
    parts: [control.mqtt.connectStep, automation.mqtt.connectStep, devices.clockStep],
  });
  const history = createHistoryParts(core, {
    ...devices,
    telemetry,
    access,
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
  });
  const dashboards = createDashboards({
    ...coreFor(core, 'dashboards'),
    devices: devices.devices,
    access,
    variablesOf,
    groupsOf: (accountId) => groups.list(accountId),
    ...sharing.dashboards,
  });
  const firmware = createFirmware({
    ...coreFor(core, 'firmware'),
    ...board,
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
    otaPort: () => parts.otaPort(),
  });
  const projects = createProjects({
    ...coreFor(core, 'projects'),
    devices: devices.devices,
    variablesOf,
    outputsOf: (deviceId) => control.targets.outputs(deviceId),
    eventsOf: (deviceId) => control.targets.events(deviceId),
  });
  return {
    reports: createReports(core, { devices, control, firmware }),
    devices,
    groups,
    access,
    sharing,
    control,
    automation,
    firmware,
    projects,
    dashboards,
    ...history,
  };
}
