import { isTemplateOf107 } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession } from '../../../../platform/broker/index.ts';
import type { DeviceRecord } from '../devices.directory.ts';

/**
 * How a board came: `booted` (it reported so), `back` (it was only away), or `unknown` (firmware before 1.0.8 does not report it,
 * and gets its former state in any case).
 */
export type Arrival = 'booted' | 'back' | 'unknown';

/** What a part of the server sends to a board that connected, in this order. */
export interface ConnectStep {
  messages(device: DeviceRecord, arrival: Arrival, options: { readsEventsInIo: boolean }): Iterable<ConnectMessage>;
}
interface ConnectMessage {
  readonly subtopic: string;
  readonly payload: string;
}

interface BoardPublisher {
  /** For how long nothing may be sent to the board yet, ms: the library loses messages that come closer together. */
  restMs(device: DeviceRecord): number;
  send(device: DeviceRecord, message: ConnectMessage): void;
}

/** Within this time after its first subscription a board reports whether it has just started. */
const silenceMs = 1_500;
/** A board that reconnects within one pass of its loop sends no SUBSCRIBE (1.6): it is taken for one that is back. */
const silentReconnectMs = 2_000;
const spacingMs = 300;

interface Visit {
  started: Arrival | null;
  readsEventsInIo: boolean;
  /** Until it is taken for one of its kind. */
  deciding: NodeJS.Timeout | undefined;
  /** Until its next message. */
  sendTimer: NodeJS.Timeout | undefined;
}

/** Sends boards that come what they have to know, once a connection and spaced out: the device protocol's section 7.3. */
export class ConnectSequence {
  readonly #find: (espid: string) => DeviceRecord | undefined;
  readonly #last: ConnectStep;
  readonly #steps: ConnectStep[] = [];
  readonly #visits = new Map<BoardSession, Visit>();
  #publisher: BoardPublisher | undefined;

  /** `last` comes after the steps that are added. */
  constructor({ find, last }: { find(espid: string): DeviceRecord | undefined; last: ConnectStep }) {
    this.#find = find;
    this.#last = last;
  }

  /** Sets how to send; nothing is sent without it. */
  sendBy(publisher: BoardPublisher): void {
    this.#publisher = publisher;
  }

  /** Adds a step after those of before; to be called before boards can connect. */
  add(step: ConnectStep): void {
    this.#steps.push(step);
  }

  connected(session: BoardSession): void {
    const visit: Visit = { started: null, readsEventsInIo: false, deciding: undefined, sendTimer: undefined };
    this.#visits.set(session, visit);
    this.#decideAfter(silentReconnectMs, visit, () => this.#start(session, 'back'));
  }

  subscribed(session: BoardSession, first: boolean): void {
    const visit = this.#visits.get(session);
    if (!first || !visit) return;
    this.#decideAfter(silenceMs, visit, () => this.#start(session, 'unknown'));
  }

  /** A board that waited became a device on its open connection. */
  accepted(session: BoardSession): void {
    this.#start(session, 'back');
  }

  disconnected(session: BoardSession): void {
    const visit = this.#visits.get(session);
    clearTimeout(visit?.deciding);
    clearTimeout(visit?.sendTimer);
    this.#visits.delete(session);
  }

  message(session: BoardSession, { subtopic, payload }: BoardMessage): void {
    const visit = this.#visits.get(session);
    if (!visit) return;
    if (subtopic === 'get/init') this.#start(session, 'booted');
    else if (subtopic === 'info') this.#start(session, 'back');
    // Events in an `io` message are known since 1.0.5.
    else if (subtopic === 'template/name') visit.readsEventsInIo = isTemplateOf107(payload.toString('utf8'));
  }

  #decideAfter(ms: number, visit: Visit, start: () => void): void {
    clearTimeout(visit.deciding);
    const decide = () => {
      if (visit.deciding === deciding) start();
    };
    // Where the process stood still, timers come before the report that arrived meanwhile.
    const deciding = setTimeout(() => setImmediate(decide), ms);
    visit.deciding = deciding;
  }

  #start(session: BoardSession, arrival: Arrival): void {
    const visit = this.#visits.get(session);
    const device = this.#find(session.espid);
    const publisher = this.#publisher;
    if (!publisher || !visit || session.deviceId === null || device?.id !== session.deviceId) return;
    clearTimeout(visit.deciding);
    visit.deciding = undefined;
    // A sketch that blocks is taken for one that is back before it subscribes; what a board is to be is sent once a connection.
    if (visit.started !== null && (visit.started !== 'back' || arrival === 'back')) return;
    clearTimeout(visit.sendTimer);
    visit.started = arrival;
    const messages = messagesOf(
      [...this.#steps, this.#last],
      device,
      arrival,
      arrival === 'booted' || visit.readsEventsInIo,
    );
    const step = () => {
      // A command that waited may have gone out in the same millisecond, and only one of the two would be done (device protocol, B1).
      const restMs = publisher.restMs(device);
      if (restMs > 0) {
        visit.sendTimer = setTimeout(step, restMs);
        return;
      }
      const { value: message, done } = messages.next();
      if (done) return;
      visit.sendTimer = setTimeout(step, spacingMs);
      publisher.send(device, message);
    };
    visit.sendTimer = setTimeout(step, publisher.restMs(device));
  }
}

/** Each part is called when its turn comes: the time, and what is requested of a board, keep changing. */
function* messagesOf(
  parts: readonly ConnectStep[],
  device: DeviceRecord,
  arrival: Arrival,
  readsEventsInIo: boolean,
): Generator<ConnectMessage, undefined> {
  for (const part of parts) yield* part.messages(device, arrival, { readsEventsInIo });
  return undefined;
}
