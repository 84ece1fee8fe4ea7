import { randomInt } from 'node:crypto';
import { type BoardEvent, boardId, createVirtualBoard, type VirtualBoard } from '@cyno/virtual-board';
import { Gauge } from 'prom-client';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import { type PastPoint, pastWeek } from './past-week.ts';
import type { StoredBoard, VirtualBoardsRepository } from './virtual-boards.repository.ts';

/** Each speaks MQTT like a real board, so they share the processor with everybody. */
const maxBoards = 50;
/** A class shares a network; half is left to others. */
const maxBoardsOfNetwork = 25;
/** When all places are taken, boards of accounts that had no page open for so long give way, and those that nobody has watched at all. */
const unwatchedMs = 5 * 60_000;
const startsOfAccount = { points: 10, windowSeconds: 60 };
const retryAfterSeconds = 60;
const lifetimeMs = 3_600_000;
const updateEveryMs = 2000;
const checkEveryMs = 1000;
const resumeSpacingMs = 100;

export interface VirtualBoardsDeps {
  readonly repository: VirtualBoardsRepository;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Where this process reaches the broker's listener. */
  brokerAddress(): { host: string; port: number; tls: boolean };
  /** Where this process reaches its own web server, which has the images of updates. */
  otaUrl(): string;
  /** What a sketch of the account would contain; undefined when the account is gone. */
  findSignIn(accountId: number): Promise<{ email: string; connectionKey: string } | undefined>;
  /** Whether the account has this device, so that a deleted one does not join again by itself. */
  hasDevice(accountId: number, espid: string): boolean;
  /** Throws `limit_reached` when the account's plan has no room for a further device. */
  checkCapacity(accountId: number): void;
  /** Whether a page of the account is open. */
  isWatched(accountId: number): boolean;
  /** Marks the device as virtual; `until` null: stopped by its owner. Called only while `hasDevice`. */
  markVirtual(accountId: number, espid: string, until: number | null): Promise<void>;
  /** The clock that the account's days follow. */
  timeZoneOf(accountId: number): string;
  /** Stores what the board would have measured before it was there; false when the account does not have the device any more. */
  storePast(accountId: number, espid: string, points: readonly PastPoint[]): Promise<boolean>;
}

interface RunningBoard {
  readonly accountId: number;
  readonly board: VirtualBoard;
  readonly connectionKey: string;
  until: number;
  /** When a page of the account was last open; 0: not since the board started. */
  watchedAt: number;
  /** It has been a device of the account since it started. */
  joined: boolean;
  /** Its week of history is still to be stored, when it has joined. */
  lacksWeek: boolean;
}

/** Runs the accounts' virtual boards inside the server; each signs in at the real broker like any other board. */
export class VirtualBoards {
  readonly #deps: VirtualBoardsDeps;
  readonly #running = new Map<number, RunningBoard>();
  /** Accounts whose board runs or is about to, with the network that it was started from; null: a former run of the server. */
  readonly #places = new Map<number, string | null>();
  /** Changes of one account's board happen one after the other. */
  readonly #queue = new KeyedQueue<number>();
  /** Weeks are stored one after the other: a class starts its boards in the same minute. */
  readonly #weeks = new KeyedQueue<'week'>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #starts = createMemoryCounter(startsOfAccount);
  #stopping = false;

  constructor(deps: VirtualBoardsDeps) {
    this.#deps = deps;
    const running = this.#running;
    new Gauge({
      name: 'cyno_virtual_boards',
      help: `Virtual boards that run in this process (at most ${maxBoards})`,
      registers: [deps.metrics],
      collect() {
        this.set(running.size);
      },
    });
  }

  /** Continues with the boards whose hour is not over; they start one after the other. */
  async start(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.removeOrphans();
    const stored = await repository.listRunning(clock.now());
    for (const [index, { accountId }] of stored.slice(0, maxBoards).entries()) {
      this.#places.set(accountId, null);
      this.#later(index * resumeSpacingMs, () => this.#queue.run(accountId, () => this.#resume(accountId)));
    }
    this.#check();
  }

  /** Continues with an account's board, unless the account started or stopped it meanwhile. */
  async #resume(accountId: number): Promise<void> {
    if (this.#running.has(accountId)) return;
    try {
      const stored = await this.#findUnfinished(accountId);
      if (stored) await this.#launch(stored);
    } finally {
      if (!this.#running.has(accountId)) this.#places.delete(accountId);
    }
  }

  /** The account's board when its hour is not over, whether it runs already or not. */
  async #findUnfinished(accountId: number): Promise<StoredBoard | undefined> {
    const stored = await this.#deps.repository.find(accountId);
    return stored && stored.until > this.#deps.clock.now() ? stored : undefined;
  }

  /** Disconnects all boards; those whose hour is not over continue at the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(
      [...this.#running.keys()].map((accountId) => this.#queue.run(accountId, () => this.#end(accountId))),
    );
    await this.#weeks.run('week', async () => undefined);
  }

  /**
   * Starts the account's board, or gives it another hour. Throws a 429 when all places are taken by boards that somebody watches, when too
   * many were started from the same network or by the account, and `limit_reached` when the plan has no room for it.
   */
  async restart(accountId: number, network: string): Promise<{ espid: string; until: number }> {
    await this.#starts.take(String(accountId));
    return this.#queue.run(accountId, async () => {
      const { repository, clock } = this.#deps;
      const running = this.#running.get(accountId);
      const gaveWay = this.#places.has(accountId) ? undefined : this.#takePlace(accountId, network);
      try {
        await gaveWay;
        const known = running?.board.espid ?? (await this.#storedEspid(accountId));
        if (known === undefined) this.#deps.checkCapacity(accountId);
        const espid = known ?? newEspid();
        const stored: StoredBoard = { accountId, espid, until: clock.now() + lifetimeMs };
        await repository.save(stored);
        if (running?.board.state === 'online') running.until = stored.until;
        else await this.#launch(stored, running?.lacksWeek ?? known === undefined);
        await this.#mark(stored);
        return { espid, until: stored.until };
      } finally {
        if (!this.#running.has(accountId)) this.#places.delete(accountId);
      }
    });
  }

  /** Holds a place from now on; resolves when the board that gave way to it, if one had to, has stopped. */
  #takePlace(accountId: number, network: string): Promise<void> | undefined {
    const ofNetwork = [...this.#places.values()].filter((other) => other === network).length;
    if (ofNetwork >= maxBoardsOfNetwork) {
      const sentence = `${maxBoardsOfNetwork} virtual boards run from your network already. Stop one, or try again later.`;
      const why = because('virtual_boards_of_network', { max: maxBoardsOfNetwork });
      throw new AppError(429, 'rate_limited', sentence, { ...why, retryAfterSeconds });
    }
    const isFull = this.#places.size >= maxBoards;
    const other = isFull ? this.#longestUnwatched() : undefined;
    if (isFull && other === undefined) {
      const sentence = `All ${maxBoards} virtual boards are in use. Try again later.`;
      const why = because('virtual_boards_full', { max: maxBoards });
      throw new AppError(429, 'rate_limited', sentence, { ...why, retryAfterSeconds });
    }
    if (other !== undefined) this.#places.delete(other);
    this.#places.set(accountId, network);
    return other === undefined ? undefined : this.halt(other);
  }

  #longestUnwatched(): number | undefined {
    const before = this.#deps.clock.now() - unwatchedMs;
    const unwatched = [...this.#running.values()].filter(
      ({ accountId, watchedAt }) => watchedAt <= before && this.#places.has(accountId),
    );
    return unwatched.sort((a, b) => a.watchedAt - b.watchedAt)[0]?.accountId;
  }

  /** Stops the account's board before its time; nothing happens when it has none. */
  halt(accountId: number): Promise<void> {
    return this.#queue.run(accountId, async () => {
      // After a start of the server it may not run yet.
      const espid = this.#running.get(accountId)?.board.espid ?? (await this.#findUnfinished(accountId))?.espid;
      if (espid === undefined) return;
      await this.#end(accountId);
      await this.#deps.repository.save({ accountId, espid, until: this.#deps.clock.now() });
      await this.#mark({ accountId, espid, until: null });
    });
  }

  /** The id of the account's earlier board, unless its owner deleted it. */
  async #storedEspid(accountId: number): Promise<string | undefined> {
    const stored = await this.#deps.repository.find(accountId);
    return stored && this.#deps.hasDevice(accountId, stored.espid) ? stored.espid : undefined;
  }

  async #launch(stored: StoredBoard, lacksWeek = false): Promise<void> {
    const { accountId } = stored;
    await this.#takeDown(accountId);
    try {
      const signIn = await this.#deps.findSignIn(accountId);
      if (signIn && !this.#stopping) this.#switchOn({ ...stored, lacksWeek }, signIn);
    } finally {
      if (!this.#running.has(accountId)) this.#places.delete(accountId);
    }
  }

  #switchOn(
    { accountId, espid, until, lacksWeek }: StoredBoard & { lacksWeek: boolean },
    signIn: { email: string; connectionKey: string },
  ): void {
    const { email, connectionKey } = signIn;
    const board = createVirtualBoard({
      ...this.#deps.brokerAddress(),
      otaUrl: this.#deps.otaUrl(),
      espid,
      email,
      key: connectionKey,
      family: 'esp32',
      kit: 'climate',
      intervalMs: updateEveryMs,
    });
    const watchedAt = this.#deps.isWatched(accountId) ? this.#deps.clock.now() : 0;
    const running = { accountId, board, connectionKey, until, watchedAt, joined: false, lacksWeek };
    board.on((event) => this.#heed(running, event));
    this.#running.set(accountId, running);
    board.start();
  }

  async #end(accountId: number): Promise<void> {
    await this.#takeDown(accountId);
    this.#places.delete(accountId);
  }

  /** Stops the board, but keeps its place. */
  async #takeDown(accountId: number): Promise<void> {
    const running = this.#running.get(accountId);
    this.#running.delete(accountId);
    await running?.board.stop();
  }

  #heed(running: RunningBoard, event: BoardEvent): void {
    const { accountId, board } = running;
    if (this.#running.get(accountId) !== running) return;
    const heeded = () => {
      if (event.type === 'state' && event.state === 'online' && !running.joined) {
        running.joined = true;
        return this.#queue
          .run(accountId, () => this.#mark({ accountId, espid: board.espid, until: running.until }))
          .then(() => {
            if (!running.lacksWeek) return undefined;
            running.lacksWeek = false;
            return this.#weeks.run('week', () => this.#storeWeek(running));
          });
      }
      if (event.type === 'refused') return this.#queue.run(accountId, () => this.#relaunch(running));
      const released = event.type === 'closed' && running.joined && !this.#deps.hasDevice(accountId, board.espid);
      return released ? this.halt(accountId) : undefined;
    };
    heeded()?.catch((err: unknown) => this.#failed(accountId, err));
  }

  /** A refused board continues with the account's new key, or ends with the account. */
  async #relaunch(running: RunningBoard): Promise<void> {
    const { accountId, board, until, connectionKey } = running;
    if (this.#running.get(accountId) !== running) return;
    const signIn = await this.#deps.findSignIn(accountId);
    if (!signIn) await this.#end(accountId);
    else if (signIn.connectionKey !== connectionKey)
      await this.#launch({ accountId, espid: board.espid, until }, running.lacksWeek);
  }

  /** Pages have something to show at once. */
  async #storeWeek({ accountId, board: { espid } }: RunningBoard): Promise<void> {
    const { clock, timeZoneOf, storePast } = this.#deps;
    const week = pastWeek({ now: clock.now(), zone: timeZoneOf(accountId), seed: randomInt(2 ** 31) });
    for (const points of week) {
      if (this.#stopping || !(await storePast(accountId, espid, points))) return;
    }
  }

  async #mark({ accountId, espid, until }: { accountId: number; espid: string; until: number | null }): Promise<void> {
    if (this.#deps.hasDevice(accountId, espid)) await this.#deps.markVirtual(accountId, espid, until);
  }

  /** Ends the boards whose time is over. */
  #check(): void {
    const now = this.#deps.clock.now();
    for (const one of this.#running.values()) if (this.#deps.isWatched(one.accountId)) one.watchedAt = now;
    for (const { accountId } of [...this.#running.values()].filter(({ until }) => until <= now)) {
      this.#queue.run(accountId, () => this.#end(accountId)).catch((err: unknown) => this.#failed(accountId, err));
    }
    this.#later(checkEveryMs, async () => this.#check());
  }

  #later(delayMs: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run().catch((err: unknown) => this.#failed(null, err));
    }, delayMs);
    this.#timers.add(timer);
  }

  #failed(accountId: number | null, err: unknown): void {
    this.#deps.log.error({ err, accountId }, 'A virtual board could not be changed');
  }
}

/** Nobody else may guess it and claim it first, since an espid belongs to one account. */
const newEspid = (): string => boardId('esp32', randomInt(2 ** 32));
