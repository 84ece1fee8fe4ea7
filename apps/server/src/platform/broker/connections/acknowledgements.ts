import type { BrokerCounts } from '../broker-metrics.ts';
import { maxOpenExactlyOnce, maxUnacknowledged, maxUnknownReleases } from '../limits.ts';
import { puback, pubcomp, pubrec } from '../mqtt/packet-encoder.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import type { Connection } from './connection.ts';

/** Publications in a row that wait for the same promise (one batch of the store), or only for those before them. */
interface Batch {
  readonly stored: Promise<void> | undefined;
  /** Negative for QoS 2. */
  readonly messageIds: number[];
  outcome: 'open' | 'stored' | 'refused';
}

/**
 * Acknowledges the QoS 1 and 2 publications of one session: in the order in which they came [MQTT-4.6.0-2], each after its promise
 * resolved. A broken one ends the connection, and nothing behind it is acknowledged: clients send again only after a reconnect.
 */
export class Acknowledgements {
  readonly #connection: Connection;
  readonly #counts: BrokerCounts;
  #batches: Batch[] = [];
  #waiting = 0;
  /** QoS 2 packet ids until PUBREL; true once PUBREC was sent. */
  readonly #exactlyOnce = new Map<number, boolean>();
  #unknownReleases = 0;

  constructor(connection: Connection, counts: BrokerCounts) {
    this.#connection = connection;
    this.#counts = counts;
  }

  /** Whether a QoS 2 publication is a repetition [MQTT-4.3.3-2]; it is acknowledged here and must be ignored. */
  isRepeated(messageId: number): boolean {
    const wasAcknowledged = this.#exactlyOnce.get(messageId);
    if (wasAcknowledged) this.#connection.send(pubrec(messageId));
    return wasAcknowledged !== undefined;
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

  /**
   * Acknowledges PUBREL; also for an id that is not known any more [MQTT-4.3.3-2]: no session is stored, so a client that came back may
   * release what it published before.
   */
  release(messageId: number): void {
    const hasResponse = this.#exactlyOnce.get(messageId);
    if (hasResponse === false) throw new ProtocolError('PUBREL before PUBREC [MQTT-4.3.3-1]');
    this.#unknownReleases = hasResponse ? 0 : this.#unknownReleases + 1;
    if (this.#unknownReleases > maxUnknownReleases) throw new ProtocolError('too many PUBREL for nothing');
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
      if (next.outcome === 'refused') {
        this.#end(next);
        return;
      }
      settled += 1;
      this.#waiting -= next.messageIds.length;
      for (const signedId of next.messageIds) this.#acknowledge(signedId);
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

  #end({ messageIds }: Batch): void {
    this.#batches = [];
    this.#counts.storeRefused += messageIds.length;
    this.#connection.cutOff(
      'not_stored',
      'A message could not be stored, so its sender is disconnected and sends it again when it is back.',
    );
  }
}
