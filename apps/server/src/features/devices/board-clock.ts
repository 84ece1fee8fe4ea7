import { clockSeconds } from '@cyno/device-protocol';
import type { BoardSession, DeviceBroker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GreetingPart } from './board-greetings.ts';

/** Gives boards the local time: they have no time zone of their own (protocol 2.5.3). */
export function createBoardClock(deps: {
  broker: Pick<DeviceBroker, 'publishToBoard'>;
  clock: Clock;
  timeZoneOf(accountId: number): string;
}) {
  const payload = (accountId: number) => String(clockSeconds(deps.clock.now(), deps.timeZoneOf(accountId)));

  const greeting: GreetingPart = {
    messages: ({ accountId }) => [{ leaf: 'timestamps', payload: payload(accountId) }],
  };

  return {
    greeting,
    /** Sends `/timestamps`, unless the board still waits to be accepted. */
    send(session: BoardSession): void {
      if (session.deviceId === null) return;
      deps.broker.publishToBoard(session.espid, 'timestamps', payload(session.accountId));
    },
  };
}
