import type { Socket } from 'node:net';
import type { QuietLog } from '../log/index.ts';
import type { BrokerCounts } from './broker-metrics.ts';
import type { DisconnectReason } from './device-broker.ts';
import { maxBacklogMs, maxBufferedBytes, maxInboundPacketBytes, maxPacketsPerSecond } from './limits.ts';
import { type Packet, PacketReader } from './mqtt/packet-reader.ts';
import { ProtocolError } from './mqtt/protocol-error.ts';
import { writeSoon } from './output.ts';

/** What a connection does with its packets: first login, then board or app. */
export interface PacketHandler {
  /** Handles one packet, which is valid during the call only; a ProtocolError ends the connection. */
  packet(packet: Packet): void;
  /** Called once, at the end. */
  closed(reason: DisconnectReason): void;
}

/** Why a socket is not read for the moment. */
export type HoldReason = 'login' | 'acknowledgements' | 'rate';

export interface ConnectionDeps {
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
}

/** How long a refused client has to read its CONNACK. */
const lingerMs = 1_000;

/** One socket: bytes to packets, packets to bytes in as few writes as possible, and the limits on both. Nothing here waits for a peer. */
export class Connection {
  readonly remoteAddress: string;
  /** Who the log says it is, once that is known. */
  name = '';
  handler: PacketHandler | undefined;
  /** Without a whole packet for this long the connection ends; Infinity with keep-alive 0. */
  idleLimitMs = Number.POSITIVE_INFINITY;
  readonly #socket: Socket;
  readonly #deps: ConnectionDeps;
  readonly #reader = new PacketReader(maxInboundPacketBytes);
  readonly #holds = new Set<HoldReason>();
  #closed = false;
  #reading = false;
  #lastPacketAt = performance.now();
  #secondEndsAt = 0;
  #packetsInSecond = 0;
  #backlogSince: number | undefined;
  #output: Buffer[] = [];

  constructor(socket: Socket, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.remoteAddress = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    socket.on('data', (chunk: Buffer) => {
      if (this.#closed) return;
      this.#reader.push(chunk);
      this.#read();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.close('lost'));
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Queues a packet; everything that one turn of the event loop sends leaves in one write. */
  send(packet: Buffer): void {
    if (this.#closed) return;
    if (this.#output.length === 0) writeSoon(this);
    this.#output.push(packet);
  }

  /** Writes what is queued. Called by `writeSoon`. */
  write(): void {
    if (this.#closed) return;
    this.#flush();
    if (this.#socket.writableLength > maxBufferedBytes) this.#cutOff('the peer does not read');
  }

  /** Stops reading until `release` is called with the same reason; TCP makes the sender wait. */
  hold(reason: HoldReason): void {
    this.#holds.add(reason);
    this.#socket.pause();
  }

  release(reason: HoldReason): void {
    if (!this.#holds.delete(reason) || this.#holds.size > 0 || this.#closed) return;
    this.#lastPacketAt = performance.now();
    this.#socket.resume();
    this.#read();
  }

  /** Ends the connection and tells the handler, once. */
  close(reason: DisconnectReason): void {
    if (this.#closed) return;
    this.#closed = true;
    if (reason !== 'lost') this.#flush();
    if (reason === 'shutdown') this.#socket.destroySoon();
    else this.#socket.destroy();
    this.handler?.closed(reason);
  }

  /** Sends a last packet, gives the peer a second to read it, and tells nobody. */
  refuse(packet: Buffer): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.end(packet);
    // What else it sent is read and forgotten: a reset for unread bytes could overtake the answer.
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), lingerMs).unref();
  }

  /** Ends the connection for an error that handling one of its packets caused. */
  fail(error: unknown): void {
    if (error instanceof ProtocolError) {
      this.#deps.log('debug', 'A client broke the MQTT protocol.', { ...this.#who(), why: error.message });
    } else {
      this.#deps.log('error', 'A packet could not be handled.', { ...this.#who(), err: error });
    }
    this.close('protocol_error');
  }

  /** Looks at what is limited in time; `now` is from performance.now(), which no change of the clock moves. */
  sweep(now: number): void {
    if (this.#closed) return;
    if (this.#holds.size === 0 && now - this.#lastPacketAt > this.idleLimitMs) {
      this.close('timeout');
      return;
    }
    if (this.#socket.writableLength === 0) this.#backlogSince = undefined;
    else this.#backlogSince ??= now;
    if (this.#backlogSince !== undefined && now - this.#backlogSince > maxBacklogMs)
      this.#cutOff('the peer reads too slowly');
  }

  #flush(): void {
    const bytes = this.#output.length === 1 ? this.#output[0] : Buffer.concat(this.#output);
    this.#output = [];
    if (bytes && bytes.length > 0 && !this.#socket.destroyed) this.#socket.write(bytes);
  }

  #read(): void {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (!this.#closed && this.#holds.size === 0) {
        const packet = this.#reader.next();
        if (!packet) break;
        this.#count(packet);
        this.handler?.packet(packet);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#reading = false;
    }
  }

  #count(packet: Packet): void {
    const now = performance.now();
    this.#lastPacketAt = now;
    // Acknowledgements answer packets of ours, so their number is in our hands.
    if (packet.header >= 0x40 && packet.header < 0x80) return;
    if (now >= this.#secondEndsAt) {
      this.#secondEndsAt = now + 1_000;
      this.#packetsInSecond = 0;
    }
    this.#packetsInSecond += 1;
    if (this.#packetsInSecond < maxPacketsPerSecond) return;
    this.#deps.counts.throttled += 1;
    this.#deps.log('warn', 'A client sends too fast and is slowed down.', this.#who());
    this.#secondEndsAt = now;
    this.hold('rate');
    setTimeout(() => this.release('rate'), 1_000).unref();
  }

  #cutOff(why: string): void {
    this.#deps.counts.outboundKills += 1;
    this.#deps.log('warn', 'A client does not read what it is sent and is cut off.', { ...this.#who(), why });
    this.close('lost');
  }

  #who(): { client: string; address: string } {
    return { client: this.name, address: this.remoteAddress };
  }
}
