import type { Core } from '../core.ts';
import type { ControlFeature } from '../features/boards/control/index.ts';
import type { DeviceGroups } from '../features/boards/device-groups/index.ts';
import {
  bulkRoutes,
  copySettingsRoutes,
  type DeviceRecord,
  type DevicesFeature,
  deviceRoutes,
} from '../features/boards/devices/index.ts';
import type { Pairing } from '../features/boards/pairing/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';

interface Parts {
  readonly devices: DevicesFeature;
  readonly groups: DeviceGroups;
  readonly pairing: Pairing;
  readonly telemetry: Telemetry;
  readonly control: ControlFeature;
  readonly automation: { calibrated(device: DeviceRecord): void };
}

/** Adds the routes about devices, with what other features have of them. */
export function addDeviceRoutes({ routes }: Core, parts: Parts): void {
  const { devices, groups, pairing, telemetry, control, automation } = parts;
  routes.push((app) => {
    deviceRoutes(app, { ...devices, pendingOf: (accountId) => pairing.pendingDevices(accountId) });
    bulkRoutes(app, { ...devices, hasGroup: (accountId, groupId) => groups.has(accountId, groupId) });
    copySettingsRoutes(app, {
      ...devices,
      getDevice: devices.access.getDevice,
      copiers: {
        variables: (from, to) => telemetry.displaySettings.copy(from.id, to.id),
        // Some may be calibrated when another one could not be.
        calibrations: (from, to) =>
          telemetry.calibrations.copy(from.id, to.id).finally(() => automation.calibrated(to)),
        retention: (from, to) => telemetry.retention.copy(from.id, to),
        outputs: (from, to) => control.targets.copyOutputs(from.id, to),
        events: (from, to) => control.targets.copyEvents(from.id, to),
      },
      copied: (device) => control.control.announce(device),
    });
  });
}
