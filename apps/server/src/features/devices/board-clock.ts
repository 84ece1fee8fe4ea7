import { clockSeconds } from '@cyno/device-protocol';
import type { BoardSession, DeviceBroker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** A board that reconnects within one pass of its loop sends no SUBSCRIBE (protocol 1.6); it is sent the time all the same. */
const silentReconnectMs = 2_000;

/** Gives boards the local time: they have no time zone of their own (protocol 2.5.3). */
export function createBoardClock(deps: {
  broker: Pick<DeviceBroker, 'publishToBoard'>;
  clock: Clock;
  timeZoneOf(accountId: number): string;
}) {
  const waiting = new Map<BoardSession, NodeJS.Timeout>();

  const forget = (session: BoardSession): void => {
    clearTimeout(waiting.get(session));
    waiting.delete(session);
  };

  /** Sends `/timestamps`, unless the board still waits to be accepted. */
  const send = (session: BoardSession): void => {
    forget(session);
    if (session.deviceId === null) return;
    const seconds = clockSeconds(deps.clock.now(), deps.timeZoneOf(session.accountId));
    deps.broker.publishToBoard(session.espid, 'timestamps', String(seconds));
  };

  return {
    send,
    connected(session: BoardSession): void {
      waiting.set(
        session,
        setTimeout(() => send(session), silentReconnectMs),
      );
    },
    disconnected: forget,
  };
}
