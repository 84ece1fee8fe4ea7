import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import { createQuietLog, type Logger } from '../../../platform/log/index.ts';
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

  /** Reports that are being stored, and those that the database did not take. */
  const running = new Set<Promise<void>>();
  const failed = new Map<number, () => Promise<void>>();

  const run = (deviceId: number, work: () => Promise<void>): Promise<void> => {
    const done = work().catch((err: unknown) => {
      quiet('error', 'The result of an update is not stored yet', { err });
      failed.set(deviceId, work);
    });
    running.add(done);
    return done.finally(() => running.delete(done));
  };

  const take = (deviceId: number, work: () => Promise<void>): void => {
    failed.delete(deviceId);
    if (next.has(deviceId)) {
      next.set(deviceId, work);
      return;
    }
    next.set(deviceId, null);
    const proceed = () => {
      const waiting = next.get(deviceId);
      next.delete(deviceId);
      if (waiting) take(deviceId, waiting);
    };
    void run(deviceId, work).finally(() => setTimeout(proceed, pauseMs).unref());
  };

  return {
    /** True when it is a report of an update, which is to be stored. */
    boardMessage(session: BoardSession, { subtopic, payload }: BoardMessage): boolean {
      if (subtopic !== 'ota/status') return false;
      const device = findDevice(session.espid);
      if (session.deviceId === null || device?.id !== session.deviceId) return false;
      const text = payload.toString('utf8');
      if (text !== 'OTA success' && text !== 'OTA failed') return false;
      take(device.id, () => runner.statusReported(device, session, text === 'OTA success'));
      return true;
    },

    /** Resolves when all reports so far are stored; rejects when the database did not take one, or when one waits for its turn. */
    async saved(): Promise<void> {
      for (const [deviceId, work] of failed) {
        failed.delete(deviceId);
        void run(deviceId, work);
      }
      await Promise.all(running);
      const isWaiting = next.values().some((work) => work !== null);
      if (failed.size > 0 || isWaiting) throw new Error('The result of an update is not stored yet');
    },
  };
}
