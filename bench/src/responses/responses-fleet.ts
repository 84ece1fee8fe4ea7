import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { connectPacket, PacketScanner } from '../mqtt-wire.ts';

interface Fleet {
  readonly port: number;
  readonly username: string;
  readonly boards: number;
}

const kinds = { connack: 0x20, publish: 0x30, suback: 0x90, pingresp: 0xd0 } as const;

/** A connection that waits for one packet at a time. */
class Board {
  readonly espid: string;
  readonly #socket: Socket;
  readonly #scanner = new PacketScanner();
  #awaited: { readonly type: number; readonly came: (at: number) => void } | undefined;

  constructor(index: number, socket: Socket) {
    this.espid = `ESP32-D0WDQ6-100_${(0xc0000000 + index).toString(16)}`;
    this.#socket = socket;
    socket.on('data', (chunk) =>
      this.#scanner.scan(chunk, (type) => {
        if (type === this.#awaited?.type) this.#awaited.came(performance.now());
      }),
    );
  }

  /** How long after sending the packet one of that kind comes, ms. */
  async time(packet: Buffer, kind: keyof typeof kinds): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#awaited = { type: kinds[kind], came: resolve };
    const sentAt = performance.now();
    this.#socket.write(packet);
    return (await promise) - sentAt;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** Connects all boards at once, twice: devices are made the first time. Then each sends a value and a ping. Times in ms. */
export async function measureFleet(fleet: Fleet): Promise<Record<'connack' | 'echo' | 'ping', number[]>> {
  for (const { board } of await login(fleet)) board.destroy();
  const connected = await login(fleet);
  const times = { connack: connected.map(({ ms }) => ms), echo: [] as number[], ping: [] as number[] };
  for (const { board } of connected) {
    const filter = { topic: `/${board.espid}/#`, qos: 0 as const };
    await board.time(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [filter] }), 'suback');
  }
  for (const { board } of connected) {
    const value = { topic: `/${board.espid}/data/update`, payload: '{"temp":26.52,"humid":75.1}' };
    const update = generate({ cmd: 'publish', ...value, qos: 0, retain: false, dup: false });
    times.echo.push(await board.time(update, 'publish'));
    times.ping.push(await board.time(generate({ cmd: 'pingreq' }), 'pingresp'));
  }
  for (const { board } of connected) board.destroy();
  return times;
}

function login({ port, username, boards }: Fleet) {
  return Promise.all(
    Array.from({ length: boards }, async (_, index) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      const board = new Board(index, socket);
      return { board, ms: await board.time(connectPacket(board.espid, username, 'cynoiotbundle'), 'connack') };
    }),
  );
}
