import type { BoardFamily } from '@cyno/device-protocol';
import type { BoardClock } from './board-clock.ts';
import type { Firmware } from './chip.ts';
import type { CloseReason } from './connection.ts';
import type { Kit, KitName } from './kits.ts';
import type { Random } from './signals.ts';
import type { UpdateOutcome } from './update/update-download.ts';

export interface VirtualBoardOptions {
  espid: string;
  email: string;
  /** The account's connection key, sent behind the e-mail. */
  key?: string;
  host: string;
  port: number;
  tls: boolean;
  kit: KitName | Kit;
  intervalMs: number;
  family: BoardFamily;
  clock?: BoardClock;
  random?: Random;
  /** The name of the Wi-Fi that `info` reports. */
  ssid?: string;
  /** Where it downloads updates, such as `http://127.0.0.1:3000`; the library would use `host` by https. */
  otaUrl?: string;
}

/** `updating`: it has left the server and downloads an image. */
export type BoardState = 'stopped' | 'waiting' | 'connecting' | 'online' | 'updating';

/** What happens to a board; `payload` is the text as the sketch gave it (the library may cut it) or as it arrived. */
export type BoardEvent =
  | { type: 'state'; state: BoardState }
  | { type: 'sent' | 'received'; subtopic: string; payload: string }
  | { type: 'subscribed' }
  | { type: 'refused'; returnCode: number }
  | { type: 'closed'; reason: CloseReason }
  | { type: 'download'; receivedBytes: number; totalBytes: number }
  | { type: 'updated'; outcome: UpdateOutcome };

/** A virtual ESP board with firmware 1.0.8. The four publishing methods are what a sketch calls. */
export interface VirtualBoard {
  readonly espid: string;
  readonly state: BoardState;
  /** Levels of the outputs that were set, by pin: 0 and 1, or 0 to 255. */
  readonly outputs: ReadonlyMap<string, number>;
  /** Seconds since Sunday 00:00 by the board's clock; null until the server has set it. */
  readonly weekSecond: number | null;
  /** How many timers and rules it has; none after a boot. */
  readonly entries: { readonly timers: number; readonly rules: number };
  /** What an update left in its flash memory. */
  readonly firmware: Readonly<Firmware>;
  start(): void;
  /** Disconnects; resolves when the connection is closed. */
  stop(): Promise<void>;
  /** Calls the listener at each event; the response takes it off. */
  on(listener: (event: BoardEvent) => void): () => void;
  /** Publishes values now, unless the last ones left less than 400 ms ago. */
  update(values: Readonly<Record<string, number>>): void;
  debug(text: string): void;
  gpioUpdate(pin: string, value: number): void;
  eventUpdate(name: string, value: string): void;
}
