import type { Publication } from './board-connection.ts';
import { type BrokerCounts, countOne } from './broker-metrics.ts';
import type { Connection } from './connection.ts';
import { maxInFlightPerApp, maxQueuedPerApp } from './limits.ts';
import { publishWithId } from './mqtt/packet-encoder.ts';

interface Waiting {
  readonly publication: Publication;
  readonly qos: 1 | 2;
}

/**
 * QoS 1 and 2 messages to one app: at most 100 unacknowledged, at most 1,000 waiting behind them, then the oldest that
 * waits is dropped and counted. Nothing is sent twice: that would need a session that outlives its connection.
 */
export class AppDelivery {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #counts: BrokerCounts;
  readonly #inFlight = new Set<number>();
  readonly #queue: Waiting[] = [];
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
    if (this.#queue.length >= maxQueuedPerApp) {
      this.#queue.shift();
      countOne(this.#counts.dropped, 'app_queue_full');
    }
    this.#queue.push({ publication, qos });
  }

  /** A PUBACK or PUBCOMP came; one for an unknown id changes nothing. */
  finished(messageId: number): void {
    if (!this.#inFlight.delete(messageId)) return;
    const next = this.#queue.shift();
    if (next) this.#sendNow(next);
  }

  #sendNow({ publication, qos }: Waiting): void {
    do this.#lastId = (this.#lastId % 0xffff) + 1;
    while (this.#inFlight.has(this.#lastId));
    this.#inFlight.add(this.#lastId);
    this.#connection.send(publishWithId(publication, qos, this.#lastId));
  }
}
