import net from 'node:net';
import tls from 'node:tls';
import { boardPassword } from '@cyno/device-protocol';
import { generate, type Packet, type Parser, parser } from 'mqtt-packet';

/** How long the library waits for a CONNACK or SUBACK; it is real time, since the network does not follow the board's clock. */
const responseTimeoutMs = 1000;
const handshakeTimeoutMs = 15_000;
const keepAliveS = 10;

/** Why a connection ended. */
export type CloseReason =
  | 'stopped'
  | 'unreachable'
  | 'refused'
  | 'lost'
  | 'no_answer'
  | 'no_pingresp'
  | 'packet_too_large'
  | 'bad_packet';

export interface ConnectionOptions {
  host: string;
  port: number;
  tls: boolean;
  clientId: string;
  username: string;
  /** The read buffer: a larger packet closes the connection. */
  maxPacketBytes: number;
}

export interface ConnectionListener {
  /** The response to the CONNECT; 0 is accepted (MQTT 3.1.1, table 3.1). */
  connack(returnCode: number): void;
  suback(): void;
  message(topic: string, payload: Buffer): void;
  closed(reason: CloseReason): void;
}

/** One connection as the library makes it: MQTT 3.1.1, clean session, keep-alive of 10 s, no will, certificates unverified. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listener: ConnectionListener;
  readonly #socket: net.Socket;
  readonly #parser: Parser;
  #reason: CloseReason = 'unreachable';
  #deadline: NodeJS.Timeout | undefined;
  #secondsSinceSent = 0;
  #pingPending = false;
  #packetId = 0;

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#parser = parser({ protocolVersion: 4 });
    this.#parser.on('packet', (packet: Packet) => this.#receive(packet));
    this.#parser.on('error', () => this.close('bad_packet'));
    this.#socket = openSocket(options, () => this.#sendConnect());
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#parser.parse(chunk));
    // What went wrong does not matter to a board; `close` follows and it tries again.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      clearTimeout(this.#deadline);
      listener.closed(this.#reason);
    });
    this.#await(handshakeTimeoutMs, 'unreachable');
  }

  publish(topic: string, payload: Buffer): void {
    const name = Buffer.from(topic);
    const rest = 2 + name.length + payload.length;
    const head = [0x30];
    for (let left = rest; ; left >>>= 7) {
      head.push(left > 127 ? (left & 127) | 128 : left);
      if (left <= 127) break;
    }
    head.push(name.length >>> 8, name.length & 255);
    // The MQTT client under the library writes the payload on its own.
    this.#send(Buffer.concat([Buffer.from(head), name]));
    if (payload.length > 0) this.#send(payload);
  }

  subscribe(topic: string): void {
    this.#packetId = (this.#packetId % 0xffff) + 1;
    this.#send(generate({ cmd: 'subscribe', messageId: this.#packetId, subscriptions: [{ topic, qos: 0 }] }));
    this.#await(responseTimeoutMs, 'no_answer');
  }

  /** One second of the board has passed: pings after 10 s of silence on its own side, gives up when no response comes. */
  tick(): void {
    if (++this.#secondsSinceSent < keepAliveS) return;
    if (this.#pingPending) {
      this.close('no_pingresp');
      return;
    }
    this.#pingPending = true;
    this.#send(generate({ cmd: 'pingreq' }));
  }

  /** Cuts the connection without a word, as a reset or a protocol error does. */
  close(reason: CloseReason): void {
    if (this.#socket.destroyed) return;
    this.#reason = reason;
    this.#socket.destroy();
  }

  /** Sends DISCONNECT, then closes. */
  end(): void {
    this.#reason = 'stopped';
    if (this.#socket.readyState !== 'open') {
      this.#socket.destroy();
      return;
    }
    this.#await(responseTimeoutMs, 'stopped');
    this.#socket.end(generate({ cmd: 'disconnect' }));
  }

  #sendConnect(): void {
    this.#reason = 'lost';
    const { clientId, username } = this.#options;
    this.#send(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: keepAliveS,
        clientId,
        username,
        password: Buffer.from(boardPassword),
      }),
    );
    this.#await(responseTimeoutMs, 'no_answer');
  }

  #receive(packet: Packet): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    const rest = packet.length ?? 0;
    if (1 + (rest < 128 ? 1 : 2) + rest > this.#options.maxPacketBytes) {
      this.close('packet_too_large');
      return;
    }
    switch (packet.cmd) {
      case 'connack': {
        clearTimeout(this.#deadline);
        const returnCode = packet.returnCode ?? 0;
        this.#listener.connack(returnCode);
        if (returnCode !== 0) this.close('refused');
        break;
      }
      case 'suback':
        clearTimeout(this.#deadline);
        this.#listener.suback();
        break;
      case 'pingresp':
        this.#pingPending = false;
        break;
      case 'publish':
        if (packet.qos === 1) this.#send(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
        else if (packet.qos === 2) this.#send(generate({ cmd: 'pubrec', messageId: packet.messageId ?? 0 }));
        this.#listener.message(packet.topic, Buffer.from(packet.payload));
        break;
      case 'pubrel':
        this.#send(generate({ cmd: 'pubcomp', messageId: packet.messageId ?? 0 }));
        break;
      default:
        this.close('bad_packet');
    }
  }

  #send(bytes: Buffer): void {
    if (this.#socket.readyState !== 'open') return;
    this.#secondsSinceSent = 0;
    this.#socket.write(bytes);
  }

  #await(timeoutMs: number, reason: CloseReason): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.close(reason), timeoutMs);
  }
}

/** Shared by all boards of a process: a context for each of a fleet would take 2,000 times its memory. */
let secureContext: tls.SecureContext | undefined;

function openSocket(options: ConnectionOptions, ready: () => void): net.Socket {
  const { host, port } = options;
  if (!options.tls) return net.connect({ host, port }, ready);
  // BearSSL of the ESP8266 knows nothing newer than TLS 1.2, and neither do most ESP32 cores.
  secureContext ??= tls.createSecureContext({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  const servername = net.isIP(host) === 0 ? host : '';
  return tls.connect({ host, port, servername, secureContext, rejectUnauthorized: false }, ready);
}
