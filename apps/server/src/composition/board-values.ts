import { type DeviceLog, type Devices, isSpeech } from '../features/boards/devices/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import type { BoardMessage, BoardSession } from '../platform/broker/index.ts';
import type { BoardJournal } from './board-journal.ts';

/**
 * Hands what boards measure to telemetry; returns a promise that resolves once it is stored, or undefined where there is
 * nothing to store.
 */
export function boardValues({
  devices,
  deviceLog,
  telemetry,
  journal,
  boardsSendTimes,
}: {
  devices: Devices;
  deviceLog: DeviceLog;
  telemetry: Telemetry;
  journal: BoardJournal;
  /** Whether the boards of the account send timestamps with their messages. */
  boardsSendTimes(accountId: number): boolean;
}) {
  return (session: BoardSession, message: BoardMessage): Promise<void> | undefined => {
    const { payload, receivedAt, qos } = message;
    const { deviceId, espid, accountId } = session;
    const device = devices.find(espid);
    if (deviceId === null || device?.id !== deviceId) return undefined;
    devices.seen(device, receivedAt);
    if (device.spokeAt === null && isSpeech(message)) devices.spoke(device, receivedAt);
    // Acknowledged all the same: a board that gets no acknowledgement sends the message again for ever.
    if (device.paused) {
      telemetry.leaveOut('paused');
      return undefined;
    }
    const { stored, problem } = telemetry.ingest({
      deviceId,
      espid,
      accountId,
      payload,
      receivedAt,
      durable: qos > 0,
      readsTimes: session.isProgram === true || boardsSendTimes(accountId),
    });
    if (problem !== null) {
      deviceLog.append(deviceId, 'bad_message', problem, payload);
      journal.badMessage(session, problem);
    }
    return stored ?? undefined;
  };
}
