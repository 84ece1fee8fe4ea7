import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Control, createControl } from '../../boards/control/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { passesRepository } from './passes.repository.ts';
import { Passes } from './passes.service.ts';

export { passRoutes } from './passes.routes.ts';
export type { Passes } from './passes.service.ts';

interface PassesFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent' | 'history' | 'withdraw'>;
  readonly targets: Pick<ReturnType<typeof createControl>['targets'], 'findOutput' | 'findEvent'>;
  findDevice(deviceId: number): DeviceRecord | undefined;
  mayBeUsed(accountId: number): boolean;
  newToken(): string;
  hashToken(token: string): string;
}

/** Of one output or event; a use is polled for some seconds only. */
const maxCommandsRead = 50;

/** Wires the feature: passes with which guests operate one thing of a device. */
export function createPasses(deps: PassesFeatureDeps): Passes {
  const { database, control, targets, jobs } = deps;
  const passes = new Passes({
    ...deps,
    repository: passesRepository(database),
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
  jobs.schedule('passes.tidy', '47 3 * * *', () => passes.cleanup());
  return passes;
}
