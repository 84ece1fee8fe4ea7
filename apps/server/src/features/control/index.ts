import type { DeviceBroker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Devices } from '../devices/index.ts';
import { BoardMemory } from './board-memory.ts';
import { controlMqtt } from './control.mqtt.ts';
import { controlRepository } from './control.repository.ts';
import { Control } from './control.service.ts';
import { ControlTargets } from './control-targets.ts';

export { controlRoutes } from './control.routes.ts';
export type { Control, ControlEvent } from './control.service.ts';
export type { ControlTargets } from './control-targets.ts';

interface ControlFeatureDeps {
  readonly database: Database;
  readonly broker: Pick<DeviceBroker, 'publishToBoard'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById'>;
}

/** Wires the feature: what is wished of boards, what they report, and what they are to be after a start. */
export function createControl(deps: ControlFeatureDeps) {
  const { database, devices, jobs } = deps;
  const repository = controlRepository(database);
  const targets = new ControlTargets(repository);
  const control = new Control({ ...deps, repository, targets, findDevice: (id) => devices.findById(id) });
  const memory = new BoardMemory({ ...deps, control, targets });
  const mqtt = controlMqtt({ ...deps, control, memory, findDevice: (espid) => devices.find(espid) });
  jobs.schedule('control.tidy', '37 3 * * *', () => control.tidy());
  return {
    control,
    targets,
    mqtt,
    async start() {
      await targets.load();
      await control.start();
    },
    stop: () => control.stop(),
  };
}
