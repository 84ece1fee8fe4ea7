import type { DeviceVariable } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import type { Listening } from '../../../platform/database/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Plans } from '../../people/billing/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import { createBoardClock } from './connection/board-clock.ts';
import { ConnectSequence } from './connection/connect-sequence.ts';
import { devicesMqtt } from './connection/devices.mqtt.ts';
import { createPresence } from './connection/presence.ts';
import { removeSilent } from './connection/silent-devices.ts';
import { DeviceAccess } from './device-access.ts';
import { createDeviceLog } from './device-log/device-log.ts';
import type { DeviceRecord } from './devices.directory.ts';
import { devicePausedChanged } from './devices.events.ts';
import { devicesRepository } from './devices.repository.ts';
import { Devices } from './devices.service.ts';

export { bulkRoutes } from './bulk/bulk.routes.ts';
export { copySettingsRoutes } from './bulk/copy-settings.routes.ts';
export { isSpeech } from './connection/board-speech.ts';
export type { ConnectStep } from './connection/connect-sequence.ts';
export { type DeviceAccess, type GetDevice, visibleTo } from './device-access.ts';

export type { DeviceLog } from './device-log/device-log.ts';

export { unsetInList } from './device-settings.ts';
export type { DeviceRecord } from './devices.directory.ts';

export {
  deviceListChanged,
  deviceLogWritten,
  devicePausedChanged,
  deviceReleased,
  deviceReported,
  presenceChanged,
} from './devices.events.ts';

export { deviceRoutes } from './devices.routes.ts';

export type { Devices } from './devices.service.ts';

/** The boards' clocks are looked at this often. */
const clockEveryMs = 5_000;

interface DevicesDeps {
  readonly accounts: Pick<Accounts, 'timeZoneOf'>;
  readonly plans: Pick<Plans, 'deviceCapacity'>;
  variablesOf(deviceId: number): DeviceVariable[];
}

export type DevicesFeature = ReturnType<typeof createDevices>;

/** Devices: the directory, presence, the event log, and what boards report about themselves. */
export function createDevices(server: Core, { accounts, plans, variablesOf }: DevicesDeps) {
  const core = coreFor(server, 'devices');
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZoneOf = ({ accountId, timeZone }: DeviceRecord) => timeZone ?? accounts.timeZoneOf(accountId) ?? ownZone;
  const deps = { ...core, variablesOf, timeZoneOf };
  const repository = devicesRepository(deps.database);
  const presence = createPresence(deps);
  const deviceLog = createDeviceLog(deps);
  const boardClock = createBoardClock({ ...deps, find: (espid) => devices.find(espid) });
  const devices = new Devices({
    ...deps,
    repository,
    presence,
    capacityOf: (accountId) => plans.deviceCapacity(accountId),
    disconnectBoard: (espid) => deps.broker.disconnectBoard(espid),
  });
  const access = new DeviceAccess((espid) => devices.find(espid));
  let clockTimer: NodeJS.Timeout | undefined;
  let following: Listening | undefined;
  const connectSequence = new ConnectSequence({ find: (espid) => devices.find(espid), last: boardClock.connectStep });
  const mqtt = devicesMqtt({ devices, deviceLog, boardClock, connectSequence });
  core.broker.use(mqtt);
  core.bus.subscribe(devicePausedChanged, 'devices', ({ device }) => mqtt.pausedChanged(device));
  core.jobs.scheduleByAge('devices.silent', '41 * * * *', () => removeSilent({ ...deps, devices, repository }));
  core.jobs.schedule('devices.busy-logs', '27 * * * *', () => deviceLog.pruneBusy());
  core.jobs.scheduleByAge('devices.tidy', '17 3 * * *', async () => {
    await deviceLog.prune();
    await devices.purge();
  });
  const feature = {
    devices,
    access,
    deviceLog,
    repository,
    /** What boards are sent when they come. */
    connectSequence,
    boardClock,
    mqtt,
    /** The zone of a device's wall clock: its own, its account's, or the server's. */
    timeZoneOf,
    async start(): Promise<void> {
      await presence.recover();
      following = await followClusterEvents(deps.database, deps.log, { devices, repository });
      await devices.load();
      presence.start();
      deviceLog.start();
      clockTimer = setInterval(() => boardClock.keep(devices.all()), clockEveryMs);
    },
    async stop(): Promise<void> {
      clearInterval(clockTimer);
      await following?.stop();
      // What the database does not take now is in the spool of reports.
      await devices.facts.saved().catch(() => undefined);
      await presence.stop();
      await deviceLog.stop();
    },
  };
  core.parts.push(feature);
  return feature;
}
