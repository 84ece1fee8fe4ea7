import type { BoardMessage, BoardSession } from '../../platform/broker/index.ts';
import { createQuietLog, type Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { UpdateRunner } from './update-runner.ts';

/** A board can report thousands of times a second: after one report its newest is looked at so much later. */
const pauseMs = 1_000;

interface MqttDeps {
  readonly runner: Pick<UpdateRunner, 'statusReported'>;
  readonly log: Logger;
  findDevice(espid: string): DeviceRecord | undefined;
}

/** Listens to how updates went: `ota/status`, which a board sends before it subscribes and again a minute later. */
export function firmwareMqtt({ runner, log, findDevice }: MqttDeps) {
  const quiet = createQuietLog(log);
  /** The devices whose last report was a moment ago, and what to do with the one since; null: there is none. */
  const next = new Map<number, (() => Promise<void>) | null>();

  const take = (deviceId: number, work: () => Promise<void>): void => {
    if (next.has(deviceId)) {
      next.set(deviceId, work);
      return;
    }
    next.set(deviceId, null);
    const goOn = () => {
      const waiting = next.get(deviceId);
      next.delete(deviceId);
      if (waiting) take(deviceId, waiting);
    };
    work()
      .catch((err: unknown) => quiet('error', 'The result of an update was not kept', { err }))
      .finally(() => setTimeout(goOn, pauseMs).unref());
  };

  return {
    message(session: BoardSession, { leaf, payload }: BoardMessage): void {
      if (leaf !== 'ota/status') return;
      const device = findDevice(session.espid);
      if (session.deviceId === null || device?.id !== session.deviceId) return;
      const text = payload.toString('utf8');
      if (text !== 'OTA success' && text !== 'OTA failed') return;
      take(device.id, () => runner.statusReported(device, session, text === 'OTA success'));
    },
  };
}
