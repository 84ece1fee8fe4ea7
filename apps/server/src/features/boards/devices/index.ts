import type { DeviceVariable } from '@cyno/contract';
import type { Registry } from 'prom-client';
import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Listening } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import { createBoardClock } from './connection/board-clock.ts';
import { ConnectSequence } from './connection/connect-sequence.ts';
import { devicesMqtt } from './connection/devices.mqtt.ts';
import { createPresence } from './connection/presence.ts';
import { removeSilent } from './connection/silent-devices.ts';
import { createDeviceLog } from './device-log/device-log.ts';
import type { DeviceCapacity } from './device-places.ts';
import type { DeviceRecord } from './devices.directory.ts';
import { devicesRepository } from './devices.repository.ts';
import { Devices } from './devices.service.ts';

export { bulkRoutes } from './bulk/bulk.routes.ts';
export { copySettingsRoutes } from './bulk/copy-settings.routes.ts';
export { isSpeech } from './connection/board-speech.ts';
export type { ConnectStep } from './connection/connect-sequence.ts';
export { DeviceAccess, type GetDevice, visibleTo } from './device-access.ts';

export type { DeviceLog } from './device-log/device-log.ts';

export type { DeviceRecord } from './devices.directory.ts';

export { deviceListChanged, deviceLogWritten, deviceReported, presenceChanged } from './devices.events.ts';

export { deviceRoutes } from './devices.routes.ts';

export type { Devices } from './devices.service.ts';

/** The boards' clocks are looked at this often. */
const clockEveryMs = 5_000;

/** Wires the devices feature: the directory, presence, the event log, and what boards report about themselves. */
export function createDevices(deps: {
  database: Database;
  broker: Pick<DeviceBroker, 'publishToBoard' | 'disconnectBoard'>;
  bus: EventBus;
  clock: Clock;
  log: Logger;
  metrics: Registry;
  variablesOf(deviceId: number): DeviceVariable[];
  /** The zone of a device's wall clock: its own, its account's, or the server's. */
  timeZoneOf(device: DeviceRecord): string;
  /** Whether a timer of the board runs in the next or ran in the last seconds. */
  timerIsNear(device: DeviceRecord): boolean;
  /** Called when a device was deleted, while its board is still connected. */
  released(device: DeviceRecord): void;
  capacityOf(accountId: number): DeviceCapacity;
  placeFreed(accountId: number): void;
}) {
  const repository = devicesRepository(deps.database);
  const presence = createPresence(deps);
  const deviceLog = createDeviceLog(deps);
  const boardClock = createBoardClock({ ...deps, find: (espid) => devices.find(espid) });
  const devices = new Devices({
    ...deps,
    repository,
    presence,
    disconnectBoard: (espid) => deps.broker.disconnectBoard(espid),
  });
  let clockTimer: NodeJS.Timeout | undefined;
  let following: Listening | undefined;
  const connectSequence = new ConnectSequence((espid) => devices.find(espid));
  return {
    devices,
    deviceLog,
    repository,
    /** What boards are sent when they come. */
    connectSequence,
    /** The devices' own part of it: the time. */
    clockStep: boardClock.connectStep,
    mqtt: devicesMqtt({ devices, deviceLog, boardClock, connectSequence }),
    /** Daily work: the ring of the event logs, and devices whose grace period is over. */
    async cleanup(): Promise<void> {
      await deviceLog.prune();
      await devices.purge();
    },
    /** Hourly work: devices whose boards never sent anything. */
    removeSilent: () => removeSilent({ ...deps, devices, repository }),
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
}
