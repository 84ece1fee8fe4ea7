import { maxWaitingEchoBytes, maxWaitingEchoes } from '../limits.ts';
import type { Connection } from './connection.ts';

/** Echoes in a row that wait for the same promise: one batch of the store. */
interface Batch {
  readonly stored: Promise<void>;
  readonly packets: Buffer[];
  outcome: 'open' | 'stored' | 'refused';
}

/**
 * The echoes of one board, which the public library takes for acknowledgements (device protocol, rule 1): each leaves when what it
 * repeats is safe, in the order in which the publications came, and never when they were not stored. What waits is bounded: above
 * that the board is not read.
 */
export class Echoes {
  readonly #connection: Connection;
  /** Called with how many echoes leave at once. */
  readonly #sent: (count: number) => void;
  #batches: Batch[] = [];
  #waiting = 0;
  #waitingBytes = 0;

  constructor(connection: Connection, sent: (count: number) => void) {
    this.#connection = connection;
    this.#sent = sent;
  }

  /** `stored` is undefined for what is neither state nor data: nothing is forgotten with it, so it does not wait in line either. */
  add(packet: Buffer, stored: Promise<void> | undefined): void {
    if (stored === undefined) {
      this.#connection.send(packet);
      this.#sent(1);
      return;
    }
    const last = this.#batches.at(-1);
    if (last?.stored === stored && last.outcome === 'open') last.packets.push(packet);
    else this.#begin({ stored, packets: [packet], outcome: 'open' });
    this.#waiting += 1;
    this.#waitingBytes += packet.length;
    if (this.#waiting >= maxWaitingEchoes || this.#waitingBytes >= maxWaitingEchoBytes) this.#connection.hold('echoes');
  }

  #begin(batch: Batch): void {
    this.#batches.push(batch);
    batch.stored.then(
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
      this.#leave(next);
    }
    if (settled > 0) this.#batches = this.#batches.slice(settled);
    if (this.#waiting < maxWaitingEchoes / 2 && this.#waitingBytes < maxWaitingEchoBytes / 2) {
      this.#connection.release('echoes');
    }
  }

  #leave({ packets, outcome }: Batch): void {
    this.#waiting -= packets.length;
    for (const packet of packets) {
      this.#waitingBytes -= packet.length;
      if (outcome === 'stored') this.#connection.send(packet);
    }
    if (outcome === 'stored') this.#sent(packets.length);
  }
}
