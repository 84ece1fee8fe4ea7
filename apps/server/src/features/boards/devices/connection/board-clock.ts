import { clockSeconds } from '@cyno/device-protocol';
import type { BoardSession, DeviceBroker } from '../../../../platform/broker/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import type { ConnectStep } from './connect-sequence.ts';

const secondsOfDay = 86_400;
const secondsOfWeek = 7 * secondsOfDay;
/** A clock that moved by more than this beside one that nobody sets was set, or the machine slept. */
const clockStepMs = 5_000;

/** What a board was sent last: the day with the distance to UTC, and how far the clock was ahead of one that nobody sets. */
interface SentTime {
  readonly day: string;
  readonly aheadMs: number;
}

/** Gives boards the local time: they have no time zone of their own (protocol 2.5.3). */
export function createBoardClock(deps: {
  broker: Pick<DeviceBroker, 'publishToBoard'>;
  clock: Clock;
  /** Milliseconds of a clock that nobody can set. */
  monotonic?: () => number;
  timeZoneOf(device: DeviceRecord): string;
  find(espid: string): DeviceRecord | undefined;
}) {
  const { monotonic = () => performance.now() } = deps;
  let timerIsNear = (_: DeviceRecord) => false;
  const payload = (device: DeviceRecord) => String(clockSeconds(deps.clock.now(), deps.timeZoneOf(device)));
  const lastSent = new WeakMap<DeviceRecord, SentTime>();
  const aheadMs = () => deps.clock.now() - monotonic();

  const dayOf = (zone: string): string => {
    const now = deps.clock.now();
    const seconds = clockSeconds(now, zone);
    const shift = (((seconds - Math.floor(now / 1_000)) % secondsOfWeek) + secondsOfWeek) % secondsOfWeek;
    return `${shift} ${Math.floor(seconds / secondsOfDay)}`;
  };

  const connectStep: ConnectStep = {
    messages(device) {
      lastSent.set(device, { day: dayOf(deps.timeZoneOf(device)), aheadMs: aheadMs() });
      return [{ subtopic: 'timestamps', payload: payload(device) }];
    },
  };

  return {
    connectStep,
    /** Sets how to find out whether a timer of a board runs in the next or ran in the last seconds: it would be lost, or run twice. */
    avoidTimers(isNear: (device: DeviceRecord) => boolean): void {
      timerIsNear = isNear;
    },
    /** Sends `/timestamps`, unless the board still waits to be accepted. */
    send(session: BoardSession): void {
      const device = session.deviceId === null ? undefined : deps.find(session.espid);
      if (device) deps.broker.publishToBoard(session.espid, 'timestamps', payload(device));
    },
    /**
     * Sends the time again after midnight, because the clocks of boards lose a second a week, and after a change of the zone or of
     * summer time, which boards know nothing of (protocol 2.5.3), and after the clock was set. To be called every few seconds.
     */
    keep(devices: Iterable<DeviceRecord>): void {
      const days = new Map<string, string>();
      const ahead = aheadMs();
      for (const device of devices) {
        if (!device.online) continue;
        const zone = deps.timeZoneOf(device);
        const day = days.get(zone) ?? dayOf(zone);
        days.set(zone, day);
        const last = lastSent.get(device);
        if (last && last.day === day && Math.abs(ahead - last.aheadMs) <= clockStepMs) continue;
        if (last) {
          if (timerIsNear(device)) continue;
          deps.broker.publishToBoard(device.espid, 'timestamps', payload(device));
        }
        lastSent.set(device, { day, aheadMs: ahead });
      }
    },
  };
}
