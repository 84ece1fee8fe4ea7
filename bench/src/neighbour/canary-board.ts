import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { connectPacket, PacketScanner, publishPacket } from '../mqtt-wire.ts';

const puback = 0x40;
const connack = 0x20;
const boardPassword = 'cynoiotbundle';

interface Place {
  readonly port: number;
  readonly username: string;
  readonly address: string;
}

/** A board that publishes at QoS 1 and knows what was acknowledged. */
export class CanaryBoard {
  readonly espid = 'ESP32-D0WDQ6-100_ca000001';
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (ms: number) => void>();
  #id = 0;
  isClosed = false;

  constructor({ port, address }: Place) {
    this.#socket = connect({ host: '127.0.0.1', port, localAddress: address, noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
  }

  async connect({ username }: Place): Promise<void> {
    const accepted = Promise.withResolvers<void>();
    const scanner = new PacketScanner();
    this.#socket.on('data', (chunk) =>
      scanner.scan(chunk, (type, bytes, at) => {
        if (type === connack) accepted.resolve();
        if (type !== puback) return;
        const id = bytes.readUInt16BE(at);
        this.#waiting.get(id)?.(performance.now());
        this.#waiting.delete(id);
      }),
    );
    await once(this.#socket, 'connect');
    this.#socket.write(connectPacket(this.espid, username, boardPassword));
    await accepted.promise;
  }

  /** Publishes a value; returns when it was acknowledged, on the clock of performance.now(). */
  publish(value: number): Promise<number> {
    this.#id = (this.#id % 65_535) + 1;
    const id = this.#id;
    const { bytes, idAt } = publishPacket(`/${this.espid}/data/update`, `{"canary":${value}}`);
    bytes.writeUInt16BE(id, idAt);
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.set(id, resolve);
    this.#socket.write(bytes);
    return promise;
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** How long a board takes to log in over TLS, ms; undefined: it was refused or cut. */
export async function timeTlsLogin({ port, username, address }: Place): Promise<number | undefined> {
  const from = performance.now();
  const socket = connectTls({
    host: '127.0.0.1',
    port,
    rejectUnauthorized: false,
    localAddress: address,
  } as ConnectionOptions);
  const responded = new Promise<number | undefined>((resolve) => {
    socket.once('data', (data) => resolve(data[0] === connack && data[3] === 0 ? performance.now() - from : undefined));
    socket.once('close', () => resolve(undefined));
    socket.on('error', () => {});
    setTimeout(() => resolve(undefined), 20_000).unref();
  });
  socket.once('secureConnect', () => socket.write(connectPacket('ESP32-D0WDQ6-100_ca000002', username, boardPassword)));
  const ms = await responded;
  socket.destroy();
  return ms;
}
