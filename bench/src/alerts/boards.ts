import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { espidOf } from '../devices/device-rows.ts';
import { connectPacket, publishPacket } from '../mqtt-wire.ts';
import type { BenchServer } from '../server.ts';

const atOnce = 100;

/** A board of the account that `insertDevices` filled, which publishes only what a bench gives it. */
export class BenchBoard {
  readonly #espid: string;
  readonly #socket: Socket;

  private constructor(espid: string, socket: Socket) {
    this.#espid = espid;
    this.#socket = socket;
  }

  static async connect({ plainPort, username }: BenchServer, number: number): Promise<BenchBoard> {
    const espid = espidOf(number);
    const socket = connect({ port: plainPort, host: '127.0.0.1', noDelay: true });
    socket.write(connectPacket(espid, username, 'cynoiotbundle'));
    const [connack] = (await once(socket, 'data')) as [Buffer];
    if (connack[3] !== 0) throw new Error(`The board ${espid} was refused with code ${connack[3]}`);
    // A bench may kill the server.
    socket.on('error', () => undefined);
    socket.resume();
    return new BenchBoard(espid, socket);
  }

  publish(values: object): void {
    this.#socket.write(publishPacket(`/${this.#espid}/data/update`, JSON.stringify(values)).bytes);
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Connects `count` boards, those from number `first` on. */
export async function connectBoards(server: BenchServer, first: number, count: number): Promise<BenchBoard[]> {
  const boards: BenchBoard[] = [];
  for (let done = 0; done < count; done += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => first + done + index);
    boards.push(...(await Promise.all(batch.map((number) => BenchBoard.connect(server, number)))));
  }
  return boards;
}
