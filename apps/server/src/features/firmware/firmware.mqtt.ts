import type { BoardMessage, BoardSession } from '../../platform/broker/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { UpdateRunner } from './update-runner.ts';

interface MqttDeps {
  readonly runner: Pick<UpdateRunner, 'statusReported'>;
  readonly log: Logger;
  findDevice(espid: string): DeviceRecord | undefined;
}

/** Listens to how updates went: `ota/status`, which a board sends before it subscribes and again a minute later. */
export function firmwareMqtt({ runner, log, findDevice }: MqttDeps) {
  return {
    message(session: BoardSession, { leaf, payload }: BoardMessage): void {
      if (leaf !== 'ota/status') return;
      const device = findDevice(session.espid);
      if (session.deviceId === null || device?.id !== session.deviceId) return;
      const text = payload.toString('utf8');
      if (text !== 'OTA success' && text !== 'OTA failed') return;
      runner
        .statusReported(device, session, text === 'OTA success')
        .catch((err: unknown) => log.error({ err }, 'The result of an update was not kept'));
    },
  };
}
