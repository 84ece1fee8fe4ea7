import type { ControlState, Device, DeviceLogLine } from '@cyno/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ProtocolBoard, type ProtocolBoardOptions } from './boards/protocol-board.ts';
import { type ApiResponse, startTestServer, stopSharedServer, type TestServer, type TestUser } from './server.ts';
import { TestTime } from './test-time.ts';

type RequestOptions = { pin: string; mode: string; value: number };

/** A board of the bench, and its device as its owner sees it. */
export interface BenchBoard {
  readonly board: ProtocolBoard;
  readonly espid: string;
  /** Calls below `/api/device/<espid>/`; an empty path is the device itself. */
  api(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  io(...pins: RequestOptions[]): Promise<ApiResponse>;
  event(name: string, value: string): Promise<ApiResponse>;
  device(): Promise<Device>;
  control(): Promise<ControlState>;
  log(): Promise<DeviceLogLine[]>;
  /** The values of the variables. */
  values(): Promise<Record<string, unknown>>;
}

/** What the sheet's firmware 1.0.8 reports of itself after each SUBSCRIBE. */
export const info = '{"ip":"192.168.1.23","ssid":"farm","RSSI":"-61","v":"1.0.8"}';
export const digit = (pin: string, value: number): RequestOptions => ({ pin, mode: 'digit', value });

const realTimeout = setTimeout;
const startsWithinMs = 240_000;
/** Names the step of a start that does not come to its end, before the hook times out without a word. */
const step = <T>(name: string, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      realTimeout(() => reject(new Error(`${name} takes longer than ${startsWithinMs} ms.`)), startsWithinMs).unref();
    }),
  ]);

let serial = 0x2ac458;
/** The id that an ESP8266 makes of its MAC address (1.3). */
export function nextEspid(): string {
  serial += 1;
  return `ESP8266-${serial}_ECFABC${serial.toString(16).toUpperCase().padStart(6, '0')}`;
}

/**
 * A whole server with an account, whose time passes only where a test lets it; what boards are sent while it stands still needed no
 * timer. Boards are cut after each test; one that was sent what is forbidden fails it.
 */
export class ProtocolBench {
  readonly time = new TestTime();
  readonly #boards: ProtocolBoard[] = [];
  #server: TestServer | undefined;
  #owner: TestUser | undefined;
  username = '';

  /** Starts the server before the tests of a file and stops it after them. */
  static forThisFile(): ProtocolBench {
    const bench = new ProtocolBench();
    beforeAll(() => bench.#start());
    afterEach(() => bench.#cutBoards());
    afterAll(() => bench.#stop());
    return bench;
  }

  get server(): TestServer {
    if (!this.#server) throw new Error('The server of the bench is not started.');
    return this.#server;
  }

  get owner(): TestUser {
    if (!this.#owner) throw new Error('The server of the bench is not started.');
    return this.#owner;
  }

  async #start(): Promise<void> {
    // Its timers would be lost together with this time.
    await step('Stopping the shared server', stopSharedServer());
    this.time.start();
    this.#server = await step('Starting the server', startTestServer());
    this.#owner = await step('Signing up', this.server.signup('farmer@example.com'));
    this.username = `${this.owner.email}/${await step('Reading the key', this.owner.connectionKey())}`;
  }

  #cutBoards(): void {
    const boards = this.#boards.splice(0);
    for (const board of boards) board.destroy();
    expect(boards.flatMap((one) => one.violations.map((what) => `${one.options.espid}: ${what}`))).toEqual([]);
  }

  async #stop(): Promise<void> {
    try {
      await this.#server?.stop();
    } finally {
      this.time.stop();
    }
  }

  /** Lets time pass; at its end everything that was sent to the boards has arrived. */
  async pass(ms: number): Promise<void> {
    const drain = async () => {
      await Promise.all(this.#boards.map((board) => board.drain()));
    };
    await this.time.pass(ms, { drain });
  }

  /** Lets time pass, 60 s of it at most, until a check passes; returns what the check does. */
  async eventually<T>(check: () => Promise<T>): Promise<T> {
    for (let passedMs = 0; ; passedMs += 50) {
      try {
        return await check();
      } catch (error) {
        if (passedMs >= 60_000) throw error;
      }
      await this.pass(50);
    }
  }

  /** A board that is not connected yet. */
  options(more: Partial<ProtocolBoardOptions> = {}): ProtocolBoardOptions {
    return { port: this.server.tlsPort, espid: nextEspid(), username: this.username, time: this.time, ...more };
  }

  /** Connects and returns also the CONNACK. */
  async connect(options: ProtocolBoardOptions) {
    const connected = await ProtocolBoard.connect(options);
    this.#boards.push(connected.board);
    return connected;
  }

  /** Connects a board that is refused: the server responds to that late, so time passes until it does. */
  async refused(options: ProtocolBoardOptions) {
    const board = await ProtocolBoard.open(options);
    this.#boards.push(board);
    let hasResponse = false;
    const response = board.login().finally(() => {
      hasResponse = true;
    });
    while (!hasResponse) await this.time.pass(100);
    return { board, connack: await response };
  }

  /** A board that has joined its owner's account. */
  async board(more: Partial<ProtocolBoardOptions> = {}): Promise<BenchBoard> {
    const { board, connack } = await this.connect(this.options(more));
    expect(connack.code).toBe(0);
    return this.#deviceOf(board, this.owner);
  }

  /** Makes devices of so many boards, which are then away. */
  async join(count: number): Promise<ProtocolBoardOptions[]> {
    const fleet = Array.from({ length: count }, () => this.options());
    for (const options of fleet) {
      const board = await ProtocolBoard.open(options);
      expect((await board.login()).code).toBe(0);
      board.destroy();
    }
    return fleet;
  }

  #deviceOf(board: ProtocolBoard, owner: TestUser): BenchBoard {
    const { espid } = board.options;
    const path = `/api/device/${encodeURIComponent(espid)}`;
    const api = (method: string, rest: string, body?: unknown) =>
      owner.api(method, rest === '' ? path : `${path}/${rest}`, body);
    const read = async (rest: string) => (await api('GET', rest)).body;
    return {
      board,
      espid,
      api,
      io: (...pins) => api('POST', 'io', { pins }),
      event: (name, value) => api('POST', 'event', { name, value }),
      device: () => read(''),
      control: () => read('control'),
      log: async () => (await read('log')).lines,
      values: async () => {
        const { variables }: Device = await read('');
        return Object.fromEntries(variables.map(({ key, value }) => [key, value]));
      },
    };
  }
}

/** What firmware 1.0.8 does when it starts, in the order of 1.7. */
export async function coldBoot(board: ProtocolBoard): Promise<void> {
  board.publish('template/name', '0');
  board.publish('gettimestamps');
  await board.subscribe();
  board.publish('get/init');
  board.publish('info', info);
}
