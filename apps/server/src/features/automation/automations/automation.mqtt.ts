import { isTemplateOf107 } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession, DisconnectReason } from '../../../platform/broker/index.ts';
import type { ConnectStep, DeviceRecord } from '../../boards/devices/index.ts';
import type { BoardFirmware, BoardPrograms } from '../board-programs/index.ts';

/** What only firmware of such a version and newer publishes (protocol 7.2). */
const signs: Readonly<Record<string, string>> = {
  'get/init': '1.0.8',
  info: '1.0.8',
  ioact: '1.0.4',
  eventact: '1.0.4',
};

interface MqttDeps {
  readonly programs: BoardPrograms;
  readonly firmware: BoardFirmware;
  findDevice(espid: string): DeviceRecord | undefined;
}

/** Gives boards that come their timers and rules, and learns from what they publish how old their firmware is. */
export function automationMqtt({ programs, firmware, findDevice }: MqttDeps) {
  const deviceOf = (session: BoardSession): DeviceRecord | undefined => {
    const device = findDevice(session.espid);
    return session.deviceId !== null && device?.id === session.deviceId ? device : undefined;
  };

  const connectStep: ConnectStep = {
    *messages(device, arrival) {
      if (arrival === 'unknown') firmware.stayedSilent(device);
      if (device.paused) return;
      if (arrival === 'booted') programs.started(device);
      if (arrival === 'unknown') programs.mayHaveStarted(device);
      yield* programs.behind(device);
    },
  };

  return {
    connectStep,

    boardConnected(session: BoardSession): void {
      const device = deviceOf(session);
      if (device) firmware.connected(device);
    },

    /** A board that sends DISCONNECT has read what it was sent before. */
    boardDisconnected(session: BoardSession, reason: DisconnectReason): void {
      const device = deviceOf(session);
      if (device && reason !== 'closed') programs.connectionBroke(device);
    },

    boardMessage(session: BoardSession, { subtopic, payload }: BoardMessage): void {
      const device = deviceOf(session);
      if (!device) return;
      if (subtopic === 'get/init') programs.starts(device);
      const isTemplate = subtopic === 'template/name' && isTemplateOf107(payload.toString('utf8'));
      const version = isTemplate ? '1.0.7' : signs[subtopic];
      const isNewVersion = version !== undefined && firmware.showed(device, version);
      // What a board reports of itself comes before the connect sequence, what it does after.
      if (isNewVersion && subtopic.endsWith('act')) programs.deliver(device);
    },
  };
}
