import { isIPv6 } from 'node:net';
import { boardTopic, maxPacketBytes } from '@cyno/device-protocol';
import { Actions } from './actions/actions.ts';
import type { BoardEvent, BoardState, VirtualBoard, VirtualBoardOptions } from './board-api.ts';
import { type BoardClock, boardClock } from './board-clock.ts';
import type { Firmware } from './chip.ts';
import { type CloseReason, Connection } from './connection.ts';
import { EchoWatchdog } from './echo-watchdog.ts';
import { type Kit, kits } from './kits.ts';
import { OwnMessageFilter } from './own-message-filter.ts';
import { formatInfo, formatUpdate, throughLibrary } from './payloads.ts';
import { ResendBuffer } from './resend-buffer.ts';
import type { Random } from './signals.ts';
import { Updater } from './update/updater.ts';
import { WeekClock } from './week-clock.ts';

/** The shortest time between two attempts to connect, and the rhythm of the resend buffer (firmware 1.0.8). */
const attemptSpacingMs = 15_000;
const resendEveryS = 60;
const updateSpacingMs = 400;
const restartMs = 1000;

/** Makes a board that is switched off; throws when `otaUrl` is no URL, and nothing later, whatever the network does. */
export const createVirtualBoard = (options: VirtualBoardOptions): VirtualBoard => new Board(options);

class Board implements VirtualBoard {
  readonly espid: string;
  readonly #options: VirtualBoardOptions;
  readonly #kit: Kit;
  readonly #clock: BoardClock;
  readonly #random: Random;
  readonly #listeners = new Set<(event: BoardEvent) => void>();
  readonly #watchdog = new EchoWatchdog();
  readonly #ownMessage = new OwnMessageFilter();
  readonly #resend: ResendBuffer;
  readonly #updater: Updater;
  #actions: Actions;
  #weekClock: WeekClock;
  #state: BoardState = 'stopped';
  #connection: Connection | undefined;
  #cancels: (() => void)[] = [];
  #cancelAttempt: (() => void) | undefined;
  #stopped: (() => void) | undefined;
  #lastAttemptAt = Number.NEGATIVE_INFINITY;
  #lastUpdateAt = Number.NEGATIVE_INFINITY;
  #seconds = 0;
  /** The library has not noticed that the connection was away, so it sends no info after coming back. */
  #silent = false;
  #clockRequested = false;
  #initRequested = false;
  #rssi: number;

  constructor(options: VirtualBoardOptions) {
    this.espid = options.espid;
    this.#options = options;
    this.#kit = typeof options.kit === 'string' ? kits[options.kit] : options.kit;
    this.#clock = options.clock ?? boardClock();
    this.#random = options.random ?? Math.random;
    this.#resend = new ResendBuffer(options.family === 'esp8266' ? 5 : 10);
    this.#weekClock = new WeekClock(this.#random);
    const { espid, family, host, otaUrl } = options;
    const libraryUrl = `https://${isIPv6(host) ? `[${host}]` : host}`;
    this.#updater = new Updater({ espid, family, otaUrl: new URL(otaUrl ?? libraryUrl) });
    this.#actions = this.#newActions();
    this.#rssi = -48 - Math.floor(this.#random() * 25);
  }

  get state(): BoardState {
    return this.#state;
  }

  get outputs(): ReadonlyMap<string, number> {
    return this.#actions.outputs;
  }

  get weekSecond(): number | null {
    return this.#weekClock.second;
  }

  get entries(): { timers: number; rules: number } {
    return { timers: this.#actions.timers.length, rules: this.#actions.rules.length };
  }

  get firmware(): Readonly<Firmware> {
    return this.#updater.firmware;
  }

  start(): void {
    if (this.#state === 'stopped') this.#boot();
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#switchOff();
    const connection = this.#connection;
    if (connection === undefined) return this.#setState('stopped');
    const closed = new Promise<void>((resolve) => {
      this.#stopped = resolve;
    });
    this.#setState('stopped');
    connection.end();
    await closed;
  }

  on(listener: (event: BoardEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  update(values: Readonly<Record<string, number>>): void {
    const now = this.#clock.now();
    if (now - this.#lastUpdateAt >= updateSpacingMs) {
      this.#lastUpdateAt = now;
      this.#publish('data/update', formatUpdate(values));
    }
    // Rules see also the readings that come too soon to be published.
    this.#actions.measured(values);
  }

  debug(text: string): void {
    this.#publish('debug', text);
  }

  gpioUpdate(pin: string, value: number): void {
    this.#publishBuffered('ioact', `${pin}:act:${Math.trunc(value)}`);
  }

  eventUpdate(name: string, value: string): void {
    this.#publishBuffered('eventact', `Event:${name}:${value}`);
  }

  #boot(): void {
    this.#clockRequested = false;
    this.#initRequested = false;
    this.#silent = false;
    this.#lastAttemptAt = Number.NEGATIVE_INFINITY;
    this.#seconds = 0;
    this.#resend.clear();
    this.#actions = this.#newActions();
    this.#weekClock = new WeekClock(this.#random);
    this.#ownMessage.published('');
    this.#watchdog.heard();
    const read = this.#kit.begin(this.#random);
    let readAt = this.#clock.now();
    this.#cancels = [
      this.#clock.every(1000, () => this.#tick()),
      this.#clock.every(this.#options.intervalMs, () => {
        const now = this.#clock.now();
        this.update(read({ secondOfDay: this.#secondOfDay(now), elapsedS: (now - readAt) / 1000 }));
        readAt = now;
      }),
    ];
    this.#connect();
  }

  #switchOff(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#cancelAttempt?.();
    this.#updater.abort();
  }

  #newActions(): Actions {
    return new Actions({
      family: this.#options.family,
      now: () => this.#clock.now(),
      report: (subtopic, payload) => this.#publishBuffered(subtopic, payload),
    });
  }

  /** The local time of day as the server sent it, else that of UTC. */
  #secondOfDay(now: number): number {
    return (this.#weekClock.second ?? Math.floor(now / 1000)) % 86_400;
  }

  #connect(): void {
    this.#lastAttemptAt = this.#clock.now();
    this.#setState('connecting');
    const { host, port, tls, email, key, family } = this.#options;
    const connection: Connection = new Connection(
      {
        host,
        port,
        tls,
        clientId: this.espid,
        username: key === undefined ? email : `${email}/${key}`,
        maxPacketBytes: maxPacketBytes(family),
      },
      {
        connack: (returnCode) => this.#connacked(returnCode),
        suback: () => this.#subscribed(),
        message: (topic, payload) => this.#received(topic, payload.toString('utf8')),
        closed: (reason) => {
          // After a reboot the connection of the life before ends unheard.
          if (this.#connection === connection) this.#closed(reason);
        },
      },
    );
    this.#connection = connection;
  }

  #connacked(returnCode: number): void {
    if (returnCode !== 0) {
      this.#emit({ type: 'refused', returnCode });
      return;
    }
    this.#setState('online');
    if (this.#silent) return;
    this.#publish('template/name', this.#kit.template);
    const status = this.#updater.takeStatus();
    if (status !== null) {
      this.#publishBuffered('ota/status', status);
      this.debug(status);
    }
    // Requested before the subscription: the response arrives only when the server does not insist on one.
    if (!this.#clockRequested) this.#publish('gettimestamps', '');
    this.#clockRequested = true;
    this.#subscribe();
  }

  #subscribe(): void {
    this.#connection?.subscribe(boardTopic(this.espid, '#'));
  }

  #subscribed(): void {
    this.#emit({ type: 'subscribed' });
    const firstSinceBoot = !this.#initRequested;
    this.#initRequested = true;
    if (firstSinceBoot) this.#publish('get/init', '');
    this.#sendInfo();
    if (firstSinceBoot) this.debug(`Virtual board started, ${Math.round(38e3 + this.#random() * 4e3)} bytes free`);
  }

  #sendInfo(): void {
    const host = Number.parseInt(this.espid.slice(-2), 16);
    this.#rssi = Math.max(-88, Math.min(-42, this.#rssi + Math.round((this.#random() - 0.5) * 4)));
    const ip = `192.168.1.${Number.isNaN(host) ? 20 : 2 + (host % 250)}`;
    this.#publishBuffered('info', formatInfo({ ip, ssid: this.#options.ssid ?? 'Virtual Wi-Fi', rssi: this.#rssi }));
  }

  #closed(reason: CloseReason): void {
    const wasOnline = this.#state === 'online';
    this.#connection = undefined;
    this.#emit({ type: 'closed', reason });
    if (this.#state === 'stopped') {
      this.#stopped?.();
      return;
    }
    const waitMs = this.#lastAttemptAt + attemptSpacingMs - this.#clock.now();
    this.#silent = wasOnline && waitMs <= 0;
    if (waitMs <= 0) {
      this.#connect();
      return;
    }
    this.#setState('waiting');
    this.#cancelAttempt = this.#clock.after(waitMs, () => this.#connect());
  }

  #tick(): void {
    this.#seconds++;
    if (this.#weekClock.tick()) this.#publish('gettimestamps', '');
    if (this.#weekClock.second !== null) this.#actions.secondPassed(this.#weekClock.second);
    this.#actions.revertDue();
    if (this.#state !== 'online') return;
    this.#connection?.tick();
    if (this.#watchdog.tick()) this.#subscribe();
    if (this.#seconds % resendEveryS === 0) {
      for (const { subtopic, payload } of this.#resend.list()) this.#publish(subtopic, payload);
    }
    if (this.#seconds % 600 === 0) this.debug(`Up for ${this.#seconds / 60} minutes, signal ${this.#rssi} dBm`);
  }

  #publishBuffered(subtopic: string, payload: string): void {
    this.#resend.add(subtopic, payload);
    this.#publish(subtopic, payload);
  }

  #publish(subtopic: string, payload: string): void {
    if (this.#state !== 'online') return;
    this.#watchdog.published();
    if (subtopic !== 'data/update') this.#ownMessage.published(payload);
    this.#connection?.publish(boardTopic(this.espid, subtopic), throughLibrary(payload, this.#random));
    this.#emit({ type: 'sent', subtopic, payload });
  }

  #received(topic: string, payload: string): void {
    const subtopic = topic.slice(this.espid.length + 2);
    this.#watchdog.heard();
    this.#emit({ type: 'received', subtopic, payload });
    if (subtopic === 'data/update') return;
    this.#resend.heard(payload);
    if (this.#ownMessage.drops(payload)) return;
    if (subtopic.startsWith('timestamps')) this.#weekClock.set(payload);
    else if (subtopic === 'reboot') this.#reboot();
    else if (subtopic === 'reset') this.#reset();
    else if (subtopic.startsWith('ota/start')) this.#update(payload);
    else this.#actions.accept(subtopic, payload);
  }

  /** Disconnects, downloads, and restarts whatever came of it. */
  #update(token: string): void {
    this.#switchOff();
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.end();
    this.#setState('updating');
    this.#updater.run(token, {
      progress: (receivedBytes, totalBytes) => this.#emit({ type: 'download', receivedBytes, totalBytes }),
      done: (outcome) => {
        if (this.#state !== 'updating') return;
        this.#emit({ type: 'updated', outcome });
        this.#cancelAttempt = this.#clock.after(restartMs, () => this.#boot());
      },
    });
  }

  /** Forgets what is in the EEPROM, of which this sketch uses the result of an update alone. */
  #reset(): void {
    this.#updater.takeStatus();
    this.#reboot();
  }

  /** Restarts a second later and leaves the old connection without a DISCONNECT. */
  #reboot(): void {
    this.#switchOff();
    this.#cancelAttempt = this.#clock.after(restartMs, () => {
      const connection = this.#connection;
      this.#connection = undefined;
      connection?.close('lost');
      this.#boot();
    });
  }

  #setState(state: BoardState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#emit({ type: 'state', state });
  }

  #emit(event: BoardEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
