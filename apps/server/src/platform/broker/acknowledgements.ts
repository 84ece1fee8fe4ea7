import type { BrokerCounts } from './broker-metrics.ts';
import type { Connection } from './connection.ts';
import { maxOpenExactlyOnce, maxUnacknowledged } from './limits.ts';
import { puback, pubcomp, pubrec } from './mqtt/packet-encoder.ts';
import { ProtocolError } from './mqtt/protocol-error.ts';

/** Publications in a row that wait for the same promise (one batch of the store), or only for those before them. */
interface Batch {
  readonly stored: Promise<void> | undefined;
  /** Negative for QoS 2. */
  readonly messageIds: number[];
  outcome: 'open' | 'stored' | 'refused';
}

/**
 * Acknowledges the QoS 1 and 2 publications of one session: in the order in which they came [MQTT-4.6.0-2], each after
 * its promise was kept, never when it was broken (the client then sends again).
 */
export class Acknowledgements {
  readonly #connection: Connection;
  readonly #counts: BrokerCounts;
  #batches: Batch[] = [];
  #waiting = 0;
  /** QoS 2 packet ids until PUBREL; true once PUBREC was sent. */
  readonly #exactlyOnce = new Map<number, boolean>();

  constructor(connection: Connection, counts: BrokerCounts) {
    this.#connection = connection;
    this.#counts = counts;
  }

  /** Whether a QoS 2 publication is a repetition [MQTT-4.3.3-2]; it is answered here and must be ignored. */
  isRepeated(messageId: number): boolean {
    const answered = this.#exactlyOnce.get(messageId);
    if (answered) this.#connection.send(pubrec(messageId));
    return answered !== undefined;
  }

  /** Notes a publication; `stored` is undefined when there is nothing to wait for. */
  accept(qos: 1 | 2, messageId: number, stored: Promise<void> | undefined): void {
    if (qos === 2) {
      if (this.#exactlyOnce.size >= maxOpenExactlyOnce)
        throw new ProtocolError('too many QoS 2 messages without PUBREL');
      this.#exactlyOnce.set(messageId, false);
    }
    const signedId = qos === 2 ? -messageId : messageId;
    const last = this.#batches.at(-1);
    if (!last && stored === undefined) {
      this.#acknowledge(signedId);
      return;
    }
    if (last && last.stored === stored) last.messageIds.push(signedId);
    else this.#begin({ stored, messageIds: [signedId], outcome: stored === undefined ? 'stored' : 'open' });
    this.#waiting += 1;
    if (this.#waiting >= maxUnacknowledged) this.#connection.hold('acknowledgements');
  }

  /** Answers PUBREL; also for an id that is not known any more [MQTT-4.3.3-2]. */
  release(messageId: number): void {
    this.#exactlyOnce.delete(messageId);
    this.#connection.send(pubcomp(messageId));
  }

  #begin(batch: Batch): void {
    this.#batches.push(batch);
    batch.stored?.then(
      () => this.#settle(batch, 'stored'),
      () => this.#settle(batch, 'refused'),
    );
  }

  #settle(batch: Batch, outcome: 'stored' | 'refused'): void {
    batch.outcome = outcome;
    let settled = 0;
    for (const next of this.#batches) {
      if (next.outcome === 'open') break;
      settled += 1;
      this.#waiting -= next.messageIds.length;
      for (const signedId of next.messageIds) {
        if (next.outcome === 'stored') this.#acknowledge(signedId);
        else this.#withhold(signedId);
      }
    }
    if (settled > 0) this.#batches = this.#batches.slice(settled);
    if (this.#waiting < maxUnacknowledged / 2) this.#connection.release('acknowledgements');
  }

  #acknowledge(signedId: number): void {
    if (signedId > 0) {
      this.#connection.send(puback(signedId));
    } else {
      this.#exactlyOnce.set(-signedId, true);
      this.#connection.send(pubrec(-signedId));
    }
  }

  #withhold(signedId: number): void {
    this.#counts.storeRefused += 1;
    this.#exactlyOnce.delete(-signedId);
  }
}
