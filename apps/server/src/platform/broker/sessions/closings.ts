import type { BoardConnection } from '../connections/board-connection.ts';
import type { DisconnectReason } from '../device-broker.ts';

/** What closed boards may take of one turn of the event loop, ms. */
const turnMs = 5;

type Notify = (board: BoardConnection, reason: DisconnectReason) => void;

interface Closing {
  readonly board: BoardConnection;
  readonly reason: DisconnectReason;
}

/**
 * Notifies of closed boards in the order in which they closed. When thousands close in the same turn, those that its time is not enough for
 * follow in later turns, so that pages and other boards do not wait for all of them.
 */
export class Closings {
  readonly #notify: Notify;
  readonly #now: () => number;
  /** By espid; one espid may wait at several accounts. */
  readonly #waiting = new Map<string, Closing[]>();
  /** Until when this turn may work; undefined: none closed in this turn. */
  #turnEnds: number | undefined;

  constructor(notify: Notify, now: () => number = () => performance.now()) {
    this.#notify = notify;
    this.#now = now;
  }

  add(board: BoardConnection, reason: DisconnectReason): void {
    if (this.#turnEnds === undefined) this.#startTurn();
    if (this.#waiting.size === 0 && this.#now() < (this.#turnEnds ?? 0)) {
      this.#notify(board, reason);
      return;
    }
    const { espid } = board.session;
    const others = this.#waiting.get(espid);
    if (others) others.push({ board, reason });
    else this.#waiting.set(espid, [{ board, reason }]);
  }

  /** Notifies now of those of this board that wait: what follows must not come before its end. */
  finish(espid: string): void {
    const closings = this.#waiting.get(espid);
    if (!closings) return;
    this.#waiting.delete(espid);
    for (const { board, reason } of closings) this.#notify(board, reason);
  }

  finishAll(): void {
    for (const espid of this.#waiting.keys()) this.finish(espid);
  }

  #startTurn(): void {
    this.#turnEnds = this.#now() + turnMs;
    setImmediate(() => {
      this.#turnEnds = undefined;
      if (this.#waiting.size === 0) return;
      this.#startTurn();
      for (const espid of this.#waiting.keys()) {
        if (this.#now() >= (this.#turnEnds ?? 0)) return;
        this.finish(espid);
      }
    });
  }
}
