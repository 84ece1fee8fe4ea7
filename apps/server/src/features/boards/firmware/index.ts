import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../devices/index.ts';
import { BoardOrders } from './board-orders.ts';
import { Downloads } from './downloads.ts';
import { firmwareMqtt } from './firmware.mqtt.ts';
import { imagesRepository } from './images/images.repository.ts';
import { Images } from './images/images.service.ts';
import { JobStates } from './job-states.ts';
import { rolloutsRepository } from './rollouts.repository.ts';
import { Rollouts } from './rollouts.service.ts';
import { UpdateRunner } from './update-runner.ts';

export { updateChanged } from './firmware.events.ts';
export { firmwareRoutes, otaAddress } from './firmware.routes.ts';

/** Wrong tokens of one network: a right one has 256 bits, so more than a few are no mistake. */
const wrongTokens = { points: 20, windowSeconds: 60 };

interface FirmwareDeps {
  readonly database: Database;
  readonly bus: EventBus;
  readonly broker: Pick<DeviceBroker, 'publishToBoard' | 'session'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'get'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  mayBeUsed(accountId: number): boolean;
  /** The port on which boards fetch firmware by https; null: none. */
  otaPort(): number | null;
}

/** Wires the feature: images, bringing them to boards over the air, and restarting boards. */
export function createFirmware(deps: FirmwareDeps) {
  const { database, devices, jobs } = deps;
  const repository = rolloutsRepository(database);
  const imageRows = imagesRepository(database);
  const findDevice = (id: number) => devices.findById(id);
  const getDevice = (accountId: number, espid: string): DeviceRecord => devices.get(accountId, espid);
  const images = new Images({ ...deps, repository: imageRows });
  const states = new JobStates({ ...deps, repository });
  const downloads = new Downloads({
    ...deps,
    repository,
    states,
    findDevice,
    images: imageRows,
    wrongTokens: createMemoryCounter(wrongTokens),
  });
  const runner = new UpdateRunner({
    ...deps,
    repository,
    states,
    findDevice,
    abortDownload: (jobId) => downloads.abort(jobId),
  });
  const rollouts = new Rollouts({ ...deps, repository, images, states, runner, getDevice, findDevice });
  jobs.schedule('firmware.tidy', '47 3 * * *', () => repository.removeOld());
  return {
    images,
    rollouts,
    downloads,
    orders: new BoardOrders(deps),
    runner,
    mqtt: firmwareMqtt({ ...deps, runner, findDevice: (espid) => devices.find(espid) }),
    start: () => runner.start(),
    stop: () => runner.stop(),
  };
}
