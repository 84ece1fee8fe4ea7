import { type Core, coreFor } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import { type Accounts, hashSecret, newToken } from '../../people/accounts/index.ts';
import { passesRepository } from './passes.repository.ts';
import { passRoutes } from './passes.routes.ts';
import { Passes } from './passes.service.ts';

interface PassesFeatureDeps {
  readonly accounts: Accounts;
  readonly devices: DevicesFeature;
  readonly control: ControlFeature;
}

/** Of one output or event; a use is polled for some seconds only. */
const maxCommandsRead = 50;

/** Passes with which guests operate one thing of a device. */
export function createPasses(server: Core, { accounts, devices, ...deps }: PassesFeatureDeps): void {
  const core = coreFor(server, 'passes');
  const { control, targets } = deps.control;
  const passes = new Passes({
    ...core,
    control,
    newToken,
    hashToken: hashSecret,
    repository: passesRepository(core.database),
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
    findDevice: (deviceId) => devices.devices.findById(deviceId),
    findTarget: (deviceId, target) =>
      target.kind === 'output' ? targets.findOutput(deviceId, target.pin) : targets.findEvent(deviceId, target.name),
    async findCommand(device, { id, target }, isIt) {
      const query =
        target.kind === 'output'
          ? ({ kind: 'output', target: target.pin } as const)
          : ({ kind: 'event', target: target.name } as const);
      const requested = await control.history(device, { ...query, limit: maxCommandsRead }, { kind: 'pass', id });
      return requested.findLast(isIt);
    },
  });
  core.jobs.scheduleByAge('passes.tidy', '47 3 * * *', () => passes.cleanup());
  core.routes.push((app) => passRoutes(app, { passes, getDevice: devices.access.getDevice }));
}
