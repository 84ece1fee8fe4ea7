import { type BrokerCounts, countOne } from '../broker-metrics.ts';
import { maxInFlightPerApp, maxQueuedBytesPerApp, maxQueuedPerApp } from '../limits.ts';
import { publishWithId, pubrel } from '../mqtt/packet-encoder.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import type { Publication } from './board-connection.ts';
import type { Connection } from './connection.ts';

interface Waiting {
  readonly publication: Publication;
  readonly qos: 1 | 2;
}

/**
 * QoS 1 and 2 messages to one app: at most 100 unacknowledged, at most 1,000 or 512 KB waiting behind them, then the oldest that
 * wait are dropped and counted. Nothing is sent twice: that would need a session that outlives its connection.
 */
export class AppDelivery {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #counts: BrokerCounts;
  /** What the app acknowledges next, by packet identifier. */
  readonly #inFlight = new Map<number, 'puback' | 'pubrec' | 'pubcomp'>();
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  #lastId = 0;

  constructor(connection: Pick<Connection, 'send'>, counts: BrokerCounts) {
    this.#connection = connection;
    this.#counts = counts;
  }

  send(publication: Publication, qos: 1 | 2): void {
    if (this.#inFlight.size < maxInFlightPerApp) {
      this.#sendNow({ publication, qos });
      return;
    }
    this.#queue.push({ publication, qos });
    this.#queuedBytes += publication.echo.length;
    while (this.#queue.length > maxQueuedPerApp || this.#queuedBytes > maxQueuedBytesPerApp) {
      this.#shift();
      countOne(this.#counts.dropped, 'app_queue_full');
    }
  }

  /** A PUBACK came. This and the others throw a ProtocolError when nothing waits for it. */
  acknowledged(messageId: number): void {
    this.#expect(messageId, 'puback');
    this.#finish(messageId);
  }

  /** A PUBREC came. */
  received(messageId: number): void {
    // A repeated one is acknowledged again [MQTT-4.3.3-1].
    if (this.#inFlight.get(messageId) !== 'pubcomp') this.#expect(messageId, 'pubrec');
    this.#inFlight.set(messageId, 'pubcomp');
    this.#connection.send(pubrel(messageId));
  }

  /** A PUBCOMP came. */
  completed(messageId: number): void {
    this.#expect(messageId, 'pubcomp');
    this.#finish(messageId);
  }

  #expect(messageId: number, acknowledgement: 'puback' | 'pubrec' | 'pubcomp'): void {
    const expected = this.#inFlight.get(messageId);
    if (expected === acknowledgement) return;
    const what = acknowledgement.toUpperCase();
    throw new ProtocolError(expected ? `${what} instead of ${expected.toUpperCase()}` : `${what} of nothing`);
  }

  #finish(messageId: number): void {
    this.#inFlight.delete(messageId);
    const next = this.#shift();
    if (next) this.#sendNow(next);
  }

  #shift(): Waiting | undefined {
    const oldest = this.#queue.shift();
    if (oldest) this.#queuedBytes -= oldest.publication.echo.length;
    return oldest;
  }

  #sendNow({ publication, qos }: Waiting): void {
    do this.#lastId = (this.#lastId % 0xffff) + 1;
    while (this.#inFlight.has(this.#lastId));
    this.#inFlight.set(this.#lastId, qos === 1 ? 'puback' : 'pubrec');
    this.#connection.send(publishWithId(publication, qos, this.#lastId));
  }
}
