import { clientNetwork } from '../../http/client-network.ts';
import type { QuietLog } from '../../log/index.ts';
import { type LoopShares, type LoopUser, WorkBudget } from '../../work-budget/index.ts';
import type { BrokerCounts } from '../broker-metrics.ts';
import type { DisconnectReason } from '../device-broker.ts';
import {
  connectionLimits,
  maxBacklogMs,
  maxBufferedBytes,
  maxInboundPacketBytes,
  maxOverBudgetMs,
  maxPieceMs,
  maxUnhandledBytes,
  packetOverheadBytes,
  partialPacketLimitMs,
} from '../limits.ts';
import type { ClientSocket, MessageCount } from '../listeners/client-socket.ts';
import { type Packet, PacketReader } from '../mqtt/packet-reader.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import { writeSoon } from './output.ts';

/** What a connection does with its packets: first login, then board or app. */
export interface PacketHandler {
  /** Handles one packet, which is valid during the call only; a ProtocolError ends the connection. */
  packet(packet: Packet): void;
  /** Called once, at the end. */
  closed(reason: DisconnectReason): void;
}

/** Why a socket is not read at the moment. */
export type HoldReason = 'login' | 'acknowledgements' | 'echoes' | 'budget' | 'turn';

export interface ConnectionDeps {
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
  readonly shares: LoopShares;
}

/** How long a refused client has to read its CONNACK. */
const lingerMs = 1_000;

/**
 * One socket: bytes to packets, packets to bytes in as few writes as possible, and the limits on both. Nothing here waits for a peer. What
 * its packets cost is charged to the connection, which is not read while it is over its budget, and to the share of its owner.
 */
export class Connection implements LoopUser {
  /** Of the client, also behind a proxy. */
  readonly remoteAddress: string;
  /** What the log names it, once that is known. */
  name = '';
  handler: PacketHandler | undefined;
  /** Without a whole packet for this long the connection ends; Infinity with keep-alive 0. */
  idleLimitMs = Number.POSITIVE_INFINITY;
  /** Whose share of the event loop its packets use: until login that of its network. */
  owner: () => string;
  readonly #network: string;
  readonly #socket: ClientSocket;
  readonly #deps: ConnectionDeps;
  readonly #origin: MessageCount;
  readonly #reader = new PacketReader(maxInboundPacketBytes);
  readonly #holds = new Set<HoldReason>();
  readonly #budget = new WorkBudget(connectionLimits, performance.now());
  #isOverBudget = false;
  #unchargedBytes = 0;
  #isClosed = false;
  #isWorking = false;
  /** It has packets to read and waits for its turn. */
  #isQueued = false;
  #lastPacketAt = performance.now();
  /** Since when a packet is begun and not whole. */
  #partialSince: number | undefined;
  #backlogSince: number | undefined;
  #output: Buffer[] = [];

  constructor(socket: ClientSocket, remoteAddress: string, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#origin = socket.origin ?? deps.counts.direct;
    this.remoteAddress = remoteAddress;
    this.#network = clientNetwork(remoteAddress);
    this.owner = () => `network ${this.#network}`;
    socket.on('data', (chunk: Buffer) => {
      if (this.#isClosed) return;
      this.#reader.push(chunk);
      this.#unchargedBytes += chunk.length + packetOverheadBytes;
      if (this.#isQueued && this.#reader.unreadBytes > maxUnhandledBytes) this.hold('turn');
      else this.#read();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.close('lost'));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** For how long nothing was heard, ms; `now` is of performance.now(). */
  silentMs(now: number): number {
    // What is not read because of the server is nobody's silence.
    return this.#holds.size > 0 || this.#isQueued ? 0 : now - this.#lastPacketAt;
  }

  /** Counts a message that it published. */
  countPublish(qos: 0 | 1 | 2): void {
    this.#deps.counts.publishes[qos] += 1;
    this.#origin.messages += 1;
  }

  /** Queues a packet; everything that one turn of the event loop sends leaves in one write. */
  send(packet: Buffer): void {
    if (this.#isClosed) return;
    if (this.#output.length === 0) writeSoon(this);
    this.#output.push(packet);
  }

  /** Writes what is queued. Called by `writeSoon`. */
  write(): void {
    if (this.#isClosed) return;
    this.#flush();
    if (this.#socket.writableLength > maxBufferedBytes) this.#cutOffDeaf('the peer does not read');
  }

  /** Stops reading until `release` is called with the same reason; TCP makes the sender wait. */
  hold(reason: HoldReason): void {
    this.#holds.add(reason);
    this.#socket.pause();
  }

  release(reason: HoldReason): void {
    if (!this.#holds.delete(reason) || this.#holds.size > 0 || this.#isClosed) return;
    this.#lastPacketAt = performance.now();
    if (this.#partialSince !== undefined) this.#partialSince = this.#lastPacketAt;
    this.#socket.resume();
    this.#read();
  }

  /** Reads on until the instant `until` when its owner's turn has come. Called by `LoopShares`. */
  work(until: number): void {
    this.#isQueued = false;
    // The packets that are left go first; only then more is read from the socket.
    this.#holds.delete('turn');
    this.#readUntil(until, performance.now());
    if (this.#isClosed || this.#holds.size > 0 || !this.#socket.isPaused()) return;
    if (this.#isQueued && this.#reader.unreadBytes > maxUnhandledBytes) this.#holds.add('turn');
    else this.#socket.resume();
  }

  /** Ends the connection and notifies the handler, once. */
  close(reason: DisconnectReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (reason !== 'lost') this.#flush();
    if (reason === 'shutdown') this.#socket.destroySoon();
    else this.#socket.destroy();
    this.handler?.closed(reason);
  }

  /** Ends the connection with a line in the log. */
  cutOff(reason: DisconnectReason, line: string, details: object = {}): void {
    if (this.#isClosed) return;
    this.#deps.log('warn', line, { ...this.#who(), ...details }, this.#network);
    this.close(reason);
  }

  /** Sends a last packet, gives the peer a second to read it, and notifies nobody. */
  refuse(packet: Buffer): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.end(packet);
    // What else it sent is read and forgotten: a reset for unread bytes could overtake the response.
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), lingerMs).unref();
  }

  /** Ends the connection for an error that handling one of its packets caused. */
  fail(error: unknown): void {
    if (!(error instanceof ProtocolError)) {
      this.#deps.log('error', 'A packet could not be handled.', { ...this.#who(), err: error });
    } else if (this.name === '') {
      // Anyone who scans ports is not worth a log line.
      this.#deps.log('debug', 'A stranger broke the MQTT protocol.', { ...this.#who(), why: error.message });
    } else {
      const details = { ...this.#who(), why: error.message };
      this.#deps.log('warn', 'A client broke the MQTT protocol and is disconnected.', details, this.#network);
    }
    this.close('protocol_error');
  }

  /** Time in which the server heard nobody, until `now`, is nobody's silence. */
  forgive(ms: number, now: number): void {
    const moved = (at: number) => Math.min(at + ms, now);
    this.#lastPacketAt = moved(this.#lastPacketAt);
    this.#partialSince = this.#partialSince && moved(this.#partialSince);
    this.#backlogSince = this.#backlogSince && moved(this.#backlogSince);
  }

  /** Looks at what is limited in time; `now` is from performance.now(), which no change of the clock moves. */
  sweep(now: number): void {
    if (this.#isClosed) return;
    // What is not read because of the server is nobody's silence.
    const isRead = this.#holds.size === 0 && !this.#isQueued;
    const isPartialTooLong = this.#partialSince !== undefined && now - this.#partialSince > partialPacketLimitMs;
    if (isRead && (isPartialTooLong || now - this.#lastPacketAt > this.idleLimitMs)) {
      this.close('timeout');
      return;
    }
    if (this.#socket.writableLength === 0) this.#backlogSince = undefined;
    else this.#backlogSince ??= now;
    if (this.#backlogSince !== undefined && now - this.#backlogSince > maxBacklogMs)
      this.#cutOffDeaf('the peer reads too slowly');
  }

  #flush(): void {
    const bytes = this.#output.length === 1 ? this.#output[0] : Buffer.concat(this.#output);
    this.#output = [];
    if (bytes && bytes.length > 0 && !this.#socket.destroyed) this.#socket.write(bytes);
  }

  #read(): void {
    if (this.#isWorking || this.#isQueued || this.#holds.size > 0) return;
    const now = performance.now();
    if (this.#deps.shares.isWithinShare(this.owner(), now)) this.#readUntil(now + maxPieceMs, now);
    else this.#queue();
  }

  #queue(): void {
    this.#isQueued = true;
    this.#deps.shares.queue(this.owner(), this);
  }

  /** Handles packets until there is none, the connection is held or `until` has come; the rest waits for its turn. */
  #readUntil(until: number, startedAt: number): void {
    const owner = this.owner();
    let now = startedAt;
    let packets = 0;
    let isTurnOver = false;
    this.#isWorking = true;
    try {
      while (!this.#isClosed && this.#holds.size === 0 && !isTurnOver) {
        const packet = this.#reader.next();
        if (!packet) break;
        packets += 1;
        this.#lastPacketAt = now;
        this.handler?.packet(packet);
        now = performance.now();
        isTurnOver = now >= until;
      }
    } catch (error) {
      this.fail(error);
      now = performance.now();
    }
    this.#isWorking = false;
    this.#unchargedBytes += packets * packetOverheadBytes;
    this.#charge(owner, now - startedAt, now);
    if (this.#isClosed || this.#holds.size > 0) return;
    if (isTurnOver) this.#queue();
    else this.#notePartial(packets > 0, now);
  }

  #charge(owner: string, ms: number, now: number): void {
    const cost = { bytes: this.#unchargedBytes, ms };
    this.#unchargedBytes = 0;
    this.#deps.shares.spend(owner, cost, now);
    this.#budget.spend(cost, now);
    const waitMs = this.#budget.waitMs(now);
    const overForMs = this.#budget.overForMs(now);
    if (overForMs === 0) this.#isOverBudget = false;
    if (waitMs === 0 || this.#isClosed) return;
    if (overForMs > maxOverBudgetMs) {
      this.cutOff('too_much', 'A client sends too much for too long and is cut off.');
      return;
    }
    if (!this.#isOverBudget) {
      this.#isOverBudget = true;
      this.#deps.counts.throttled += 1;
      this.#deps.log('warn', 'A client sends too much and is slowed down.', this.#who(), this.#network);
    }
    this.hold('budget');
    setTimeout(() => this.release('budget'), waitMs).unref();
  }

  #notePartial(hadPackets: boolean, now: number): void {
    if (this.#reader.unreadBytes === 0) this.#partialSince = undefined;
    else if (hadPackets) this.#partialSince = now;
    else this.#partialSince ??= now;
  }

  #cutOffDeaf(why: string): void {
    this.#deps.counts.outboundKills += 1;
    this.cutOff('lost', 'A client does not read what it is sent and is cut off.', { why });
  }

  #who(): { client: string; address: string } {
    return { client: this.name, address: this.remoteAddress };
  }
}
