import type { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/index.ts';
import { Multiplexer } from '../link/multiplexer.ts';
import type { PortKind, RelayedSocket } from '../link/relayed-socket.ts';
import type { Nats } from '../nats.ts';
import { linkRequest, type linkResponse, nodeState, protocolVersion, subjectsOf } from './protocol.ts';
import { RecentRate } from './recent-rate.ts';

/** Rules and timers go by the clock of the server that serves: they would run at a time that is wrong by more than this after a takeover. */
const maxClockDifferenceMs = 5_000;

interface ServingEndOptions {
  readonly nats: Nats;
  /** Of this start of the server. */
  readonly tag: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Takes a client that connected to another server. */
  accept(socket: RelayedSocket): void;
}

/** A server that brings its clients to the one that serves. */
export interface LinkedServer {
  readonly name: string;
  readonly boards: number;
  readonly pages: number;
  /** Of its boards, over the last ten seconds; null: not measured yet. */
  readonly messagesPerSecond: number | null;
  /** Round trip over NATS, ms; null: not measured yet. */
  readonly delayMs: number | null;
  /** How far its clock is ahead, ms; null: not known yet. */
  readonly clockAheadMs: number | null;
  /** True: by so much that its operator is to correct it. */
  readonly isClockOff: boolean;
  readonly isDrained: boolean;
}

interface Linked {
  readonly name: string;
  readonly multiplexer: Multiplexer;
  readonly unsubscribe: () => void;
  readonly rate: RecentRate;
  clockAheadMs: number | null;
  isDrained: boolean;
}

/** On the server that serves: takes the links of the others, and the clients that they bring. */
export class ServingEnd {
  readonly #options: ServingEndOptions;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  readonly #linked = new Map<string, Linked>();
  /** When a server had its last link, by its name. */
  readonly #lostAt = new Map<string, number>();
  #startedAt = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(options: ServingEndOptions) {
    this.#options = options;
    this.#subjects = subjectsOf(options.tag);
  }

  start(): void {
    this.#startedAt = this.#options.clock.now();
    this.#unsubscribe = this.#options.nats.subscribe(this.#subjects.link, (message, respond) =>
      respond(this.#link(JSON.parse(message.toString()))),
    );
  }

  /** Takes no new links. */
  refuse(): void {
    this.#unsubscribe?.();
  }

  stop(): void {
    this.refuse();
    for (const one of this.#linked.values()) one.multiplexer.end();
    for (const one of [...this.#linked.values()]) this.#forget(one);
  }

  servers(): LinkedServer[] {
    return [...this.#linked.values()].map(({ name, multiplexer, rate, clockAheadMs, isDrained }) => ({
      name,
      boards: count(multiplexer, 'boards'),
      pages: count(multiplexer, 'web'),
      messagesPerSecond: rate.perSecond,
      delayMs: multiplexer.delayMs,
      clockAheadMs,
      isClockOff: Math.abs(clockAheadMs ?? 0) > maxClockDifferenceMs,
      isDrained,
    }));
  }

  /** Since when a server of this name has had no link, ms since the epoch; null: it has one. */
  missingSince(name: string): number | null {
    return this.#linked.has(name) ? null : (this.#lostAt.get(name) ?? this.#startedAt);
  }

  /** Has a server bring nobody any more (or again); false: there is no link to a server of this name. */
  drain(name: string, drain: boolean): boolean {
    const one = this.#linked.get(name);
    one?.multiplexer.message({ drain });
    if (one) one.isDrained = drain;
    return one !== undefined;
  }

  #link(content: unknown): z.input<typeof linkResponse> {
    const { nats, log, clock } = this.#options;
    const { protocol, link, name, version } = linkRequest.parse(content);
    if (protocol !== protocolVersion) {
      const refused = `This server speaks version ${protocolVersion} of the protocol between servers, and ${name} (Cyno ${version}) version ${protocol}. Upgrade the older one.`;
      log.warn({ server: name, version }, refused);
      return { refused };
    }
    const before = this.#linked.get(name);
    if (before) {
      before.multiplexer.end();
      this.#forget(before);
    }
    const multiplexer = new Multiplexer({
      publish: (message) => nats.publish(this.#subjects.down(link), message),
      onConnection: (socket) => this.#options.accept(socket),
      onMessage(message) {
        const { now, drained } = nodeState.parse(message);
        one.clockAheadMs = now - clock.now();
        one.isDrained = drained;
      },
      onLost: (why) => {
        log.warn({ server: name, why }, 'The link to a server was lost, and the connections of its clients with it');
        this.#forget(one);
      },
    });
    const unsubscribe = nats.subscribe(this.#subjects.up(link), (message) => multiplexer.receive(message));
    const rate = new RecentRate(() => multiplexer.messages);
    const one: Linked = { name, multiplexer, unsubscribe, rate, clockAheadMs: null, isDrained: false };
    this.#linked.set(name, one);
    log.info({ server: name, version }, 'A server brings its clients here');
    return { refused: null };
  }

  #forget(one: Linked): void {
    one.unsubscribe();
    one.rate.end();
    if (this.#linked.get(one.name) !== one) return;
    this.#linked.delete(one.name);
    this.#lostAt.set(one.name, this.#options.clock.now());
  }
}

function count(multiplexer: Multiplexer, kind: PortKind): number {
  let found = 0;
  for (const { client } of multiplexer.sockets) if (client.kind === kind) found += 1;
  return found;
}
