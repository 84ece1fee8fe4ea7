import { type Core, coreFor } from '../../../core.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { DevicesFeature } from '../devices/index.ts';
import { BoardOrders } from './board-orders.ts';
import { Downloads } from './downloads.ts';
import { firmwareMqtt } from './firmware.mqtt.ts';
import { firmwareRoutes } from './firmware.routes.ts';
import { imagesRepository } from './images/images.repository.ts';
import { Images } from './images/images.service.ts';
import { JobStates } from './job-states.ts';
import { rolloutsRepository } from './rollouts.repository.ts';
import { Rollouts } from './rollouts.service.ts';
import { UpdateRunner } from './update-runner.ts';

export type FirmwareFeature = ReturnType<typeof createFirmware>;

export { updateChanged } from './firmware.events.ts';
export { otaAddress } from './firmware.routes.ts';

/** Wrong tokens of one network: a right one has 256 bits, so more than a few are no mistake. */
const wrongTokens = { points: 20, windowSeconds: 60 };

interface FirmwareDeps {
  readonly accounts: Accounts;
  readonly devices: Pick<DevicesFeature, 'devices' | 'access' | 'deviceLog'>;
}

/** Images, bringing them to boards over the air, and restarting boards. */
export function createFirmware(server: Core, { accounts, ...others }: FirmwareDeps) {
  const core = coreFor(server, 'firmware');
  const { devices, access, deviceLog } = others.devices;
  const { database, jobs, ports } = core;
  const deps = {
    ...core,
    devices,
    deviceLog,
    mayBeUsed: (accountId: number) => accounts.changes.mayBeUsed(accountId),
    otaPort: () => ports.ota,
  };
  const repository = rolloutsRepository(database);
  const imageRows = imagesRepository(database);
  const findDevice = (id: number) => devices.findById(id);
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
  const rollouts = new Rollouts({
    ...deps,
    repository,
    images,
    states,
    runner,
    getDevice: (accountId, espid) => devices.get(accountId, espid),
    findDevice,
  });
  jobs.schedule('firmware.tidy', '47 3 * * *', () => repository.removeOld());
  core.parts.push(runner);
  core.routes.push((app) =>
    firmwareRoutes(app, { images, rollouts, downloads, orders: new BoardOrders(deps), getDevice: access.getDevice }),
  );
  const mqtt = firmwareMqtt({ ...deps, runner, findDevice: (espid) => devices.find(espid) });
  core.broker.use(mqtt);
  return { mqtt };
}
