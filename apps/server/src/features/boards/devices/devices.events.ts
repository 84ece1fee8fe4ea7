import type { DeviceLogLine } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';
import type { DeviceRecord } from './devices.directory.ts';

/** A device of the account came or went, or what the list shows of one changed. */
export const deviceListChanged = defineEvent<{ readonly accountId: number }>('device.list-changed', {
  scope: 'cluster',
  key: 'accountId',
});

/** A board came or went, at `at`, ms since the epoch. */
export const presenceChanged = defineEvent<{
  readonly deviceId: number;
  readonly online: boolean;
  readonly at: number;
}>('device.presence-changed', { scope: 'cluster', key: 'deviceId' });

/** A board reported something else about its network or firmware than before, or another sketch. */
export const deviceReported = defineEvent<{ readonly deviceId: number; readonly fact: 'info' | 'template' }>(
  'device.reported',
  { scope: 'cluster', key: 'deviceId' },
);

/** Lines of a device's event log were stored, oldest first. */
export const deviceLogWritten = defineEvent<{ readonly deviceId: number; readonly lines: readonly DeviceLogLine[] }>(
  'device-log.written',
  { scope: 'cluster', key: 'deviceId' },
);

/** A device is deleted or handed over; its board is still connected. */
export const deviceReleased = defineEvent<{ readonly device: DeviceRecord }>('device.released', { scope: 'node' });

/** The plan has no room for a device, or has again. */
export const devicePausedChanged = defineEvent<{ readonly device: DeviceRecord }>('device.paused-changed', {
  scope: 'node',
});
