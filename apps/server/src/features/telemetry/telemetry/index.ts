import { type Core, coreFor } from '../../../core.ts';
import type { DeviceRecord, DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Annotations } from '../annotations/index.ts';
import { computedRoutes } from '../computed/index.ts';
import { exportRoutes } from '../exports/index.ts';
import { historyRoutes } from '../history/index.ts';
import { telemetryMqtt } from './telemetry.mqtt.ts';
import type { Telemetry } from './telemetry.service.ts';
import { variableRoutes } from './variable.routes.ts';

export { createTelemetry, type Telemetry } from './telemetry.service.ts';

interface DeviceTelemetryDeps {
  readonly accounts: Accounts;
  readonly telemetry: Telemetry;
  readonly devices: DevicesFeature;
  readonly annotations: Annotations;
  /** Called when the numbers of a variable mean something else than before. */
  calibrated(device: DeviceRecord): void;
}

/** Takes in what the boards of devices measure, and serves it and its variables. */
export function createDeviceTelemetry(core: Core, deps: DeviceTelemetryDeps): void {
  const { accounts, telemetry, annotations, calibrated } = deps;
  const { devices, access } = deps.devices;
  const { getDevice } = access;
  const { log } = coreFor(core, 'boards');
  const mayView = (accountId: number, { id }: { id: number }) => {
    const device = devices.findById(id);
    return device !== undefined && access.may(accountId, device, 'view');
  };
  core.broker.use(telemetryMqtt({ ...deps, log, boardsSendTimes: (accountId) => accounts.boardsSendTimes(accountId) }));
  core.parts.push({
    // By now all devices are known.
    start: () => telemetry.computed.useDevices({ findById: (id) => devices.findById(id), mayView }),
    stop: () => undefined,
  });
  core.routes.push((app) => {
    historyRoutes(app, {
      reader: telemetry.reader,
      getDevice,
      devicesOf: (accountId) => [...devices.ofAccount(accountId), ...access.sharedWith(accountId)],
    });
    exportRoutes(app, {
      exports: telemetry.exports,
      getDevice,
      notesOf: (accountId, device, range) =>
        annotations.all(device, range, { withAuthors: access.may(accountId, device, 'manage') }),
    });
    computedRoutes(app, {
      computed: telemetry.computed,
      getDevice,
      callerOf: ({ account }, device) => ({ accountId: account.id, findDevice: access.besides(account.id, device) }),
      changed(device) {
        calibrated(device);
        devices.displayChanged(device);
      },
    });
    variableRoutes(app, { telemetry, getDevice, calibrated, changed: (device) => devices.displayChanged(device) });
  });
}
