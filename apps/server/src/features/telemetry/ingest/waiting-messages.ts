import type { Message } from '../variables/index.ts';

/** How many messages are written at once. */
export const maxBatch = 2_000;
/** Of very many accounts that have much waiting, each writes so many in its turn. */
const leastTurn = 100;
/** Capacity for messages at QoS 0; durable ones have a capacity of their own, twice as much. */
const capacityBytes = 16 * 1024 * 1024;
/** A small message counts as so much, so that no more than about 50,000 fit. */
const leastBytes = 335;
/** An account may have so many times as much waiting as is free: alone three quarters of the capacity, and others always find some. */
const timesFree = 3;

/** Messages of one account in a row, which share the promise `done`. */
export interface Batch {
  readonly accountId: number;
  readonly messages: Message[];
  /** When its first message came, ms of `performance.now()`. */
  readonly since: number;
  readonly done: PromiseWithResolvers<void>;
  /** Runs when its first message has waited as long as a board may. */
  readonly late: NodeJS.Timeout;
  readonly bytes: Record<Kind, number>;
  durable: number;
  /** Set while it goes to the spool and when it is there; it takes no further messages then. */
  spooling: Promise<void> | undefined;
}

type Kind = 'atQos0' | 'durable';

interface Lane {
  /** Those that are not being written; the last is still filling. */
  readonly batches: Batch[];
  /** Of all that are not stored yet. */
  readonly bytes: Record<Kind, number>;
}

interface WaitingOptions {
  readonly lateAfterMs: number;
  readonly late: (batch: Batch) => void;
}

/**
 * The messages that wait to be written, those of each account in the order in which they came. Accounts take turns, so that one with
 * very much keeps the others from nothing; adding costs the same however many wait.
 */
export class WaitingMessages {
  readonly #options: WaitingOptions;
  readonly #lanes = new Map<number, Lane>();
  /** The lanes with batches, the one whose turn is next first. */
  readonly #turns = new Set<Lane>();
  /** Those that the last write took from: lanes that come meanwhile are before them. */
  readonly #served = new Set<Lane>();
  readonly #free: Record<Kind, number> = { atQos0: capacityBytes, durable: 2 * capacityBytes };
  /** How many may share a batch: what all who wait have of one write. */
  #turn = maxBatch;
  #count = 0;
  #durable = 0;
  #unwritten = 0;

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  /** How many wait to be written. */
  get count(): number {
    return this.#count;
  }

  /** How many of these are durable (QoS 1): somebody waits for their acknowledgement. */
  get durable(): number {
    return this.#durable;
  }

  /** As `count`, and those that are being written. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /** Adds a message of so many bytes; returns its batch, or undefined where the account has no capacity for it. */
  add(message: Message, bytes: number, durable: boolean): Batch | undefined {
    const { accountId } = message.device;
    const kind = durable ? 'durable' : 'atQos0';
    const waiting = this.#lanes.get(accountId)?.bytes[kind] ?? 0;
    if (waiting >= timesFree * this.#free[kind]) return undefined;
    const lane = this.#laneOf(accountId);
    let batch = lane.batches.at(-1);
    if (!batch || batch.spooling !== undefined || batch.messages.length >= this.#turn) {
      batch = this.#newBatch(accountId);
      lane.batches.push(batch);
      if (!this.#served.has(lane)) this.#turns.add(lane);
      this.#divide();
    }
    const weight = Math.max(bytes, leastBytes);
    batch.messages.push(message);
    batch.bytes[kind] += weight;
    lane.bytes[kind] += weight;
    this.#free[kind] -= weight;
    this.#count += 1;
    this.#unwritten += 1;
    if (durable) {
      batch.durable += 1;
      this.#durable += 1;
    }
    return batch;
  }

  /** Takes what is to be written next, of each account in its turn. */
  take(): Batch[] {
    const taken: Batch[] = [];
    let messages = 0;
    for (const lane of this.#served) if (lane.batches.length > 0) this.#turns.add(lane);
    this.#served.clear();
    // A lane that goes to the end of the set while this runs is met again there.
    for (const lane of this.#turns) {
      const [batch] = lane.batches;
      if (batch === undefined || (messages > 0 && messages + batch.messages.length > maxBatch)) break;
      lane.batches.shift();
      this.#turns.delete(lane);
      this.#served.add(lane);
      if (lane.batches.length > 0) this.#turns.add(lane);
      taken.push(batch);
      messages += batch.messages.length;
      this.#durable -= batch.durable;
    }
    for (const lane of this.#served) this.#turns.delete(lane);
    this.#count -= messages;
    this.#divide();
    return taken;
  }

  /** Gives back the room of batches that were taken and are written or given up. */
  leave(batches: readonly Batch[]): void {
    for (const { accountId, bytes, messages } of batches) {
      const lane = this.#laneOf(accountId);
      for (const kind of ['atQos0', 'durable'] as const) {
        lane.bytes[kind] -= bytes[kind];
        this.#free[kind] += bytes[kind];
      }
      this.#unwritten -= messages.length;
      if (lane.bytes.atQos0 === 0 && lane.bytes.durable === 0) this.#lanes.delete(accountId);
    }
  }

  /** The batches of an account that are not taken yet. */
  of(accountId: number): readonly Batch[] {
    return this.#lanes.get(accountId)?.batches ?? [];
  }

  /** All that are not taken yet, those of each account in their order. */
  all(): Batch[] {
    return [...this.#turns, ...this.#served].flatMap((lane) => lane.batches);
  }

  #divide(): void {
    this.#turn = Math.max(leastTurn, Math.floor(maxBatch / Math.max(1, this.#turns.size + this.#served.size)));
  }

  #laneOf(accountId: number): Lane {
    let lane = this.#lanes.get(accountId);
    if (!lane) {
      lane = { batches: [], bytes: { atQos0: 0, durable: 0 } };
      this.#lanes.set(accountId, lane);
    }
    return lane;
  }

  #newBatch(accountId: number): Batch {
    const done = Promise.withResolvers<void>();
    // Nobody may be waiting for it.
    done.promise.catch(() => undefined);
    const late = setTimeout(() => this.#options.late(batch), this.#options.lateAfterMs);
    const batch: Batch = {
      accountId,
      messages: [],
      since: performance.now(),
      done,
      late,
      bytes: { atQos0: 0, durable: 0 },
      durable: 0,
      spooling: undefined,
    };
    return batch;
  }
}

/** The messages of batches, one batch after the other. */
export function messagesOf(batches: readonly Batch[]): readonly Message[] {
  const [only] = batches;
  return only && batches.length === 1 ? only.messages : batches.flatMap(({ messages }) => messages);
}

/** Batches in groups of about `max` messages. */
export function inGroups(batches: readonly Batch[], max: number): Batch[][] {
  const groups: Batch[][] = [];
  let limit = 0;
  for (const batch of batches) {
    const group = groups.at(-1);
    if (group && batch.messages.length <= limit) group.push(batch);
    else {
      groups.push([batch]);
      limit = max;
    }
    limit -= batch.messages.length;
  }
  return groups;
}
