import type { BoardMessage, BoardSession, FeatureHooks } from '../../../platform/broker/index.ts';
import { createQuietLog, type Logger } from '../../../platform/log/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Telemetry } from './telemetry.service.ts';

interface MqttDeps {
  readonly telemetry: Telemetry;
  readonly devices: DevicesFeature;
  readonly log: Logger;
  /** Whether the boards of the account send timestamps with their messages. */
  boardsSendTimes(accountId: number): boolean;
}

/** Takes in what boards measure. */
export function telemetryMqtt({ telemetry, devices: { devices, deviceLog }, log, ...deps }: MqttDeps): FeatureHooks {
  const quiet = createQuietLog(log);
  return {
    boardMessage(session: BoardSession, { subtopic, payload, receivedAt, qos }: BoardMessage) {
      if (subtopic !== 'data/update') return undefined;
      const { deviceId, espid, accountId } = session;
      const device = devices.find(espid);
      if (deviceId === null || device?.id !== deviceId) return undefined;
      // Acknowledged all the same: a board that gets no acknowledgement sends the message again for ever.
      if (device.paused) {
        telemetry.leaveOut('paused');
        return undefined;
      }
      const { stored, problem } = telemetry.ingest.take({
        deviceId,
        espid,
        accountId,
        payload,
        receivedAt,
        durable: qos > 0,
        readsTimes: session.isProgram === true || deps.boardsSendTimes(accountId),
      });
      if (problem !== null) {
        deviceLog.append(deviceId, 'bad_message', problem, payload);
        quiet('warn', 'A message could not be read whole', { espid, accountId, problem }, espid);
      }
      return stored ?? undefined;
    },
  };
}
