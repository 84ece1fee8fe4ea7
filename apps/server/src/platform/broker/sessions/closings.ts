import type { BoardConnection } from '../connections/board-connection.ts';
import type { DisconnectReason } from '../device-broker.ts';

/** What closed boards may take of one turn of the event loop, ms. */
const turnMs = 5;

type Notify = (board: BoardConnection, reason: DisconnectReason) => void;

/**
 * Notifies of closed boards in the order in which they closed. When thousands close in the same turn, those that its time is not enough for
 * follow in later turns, so that pages and other boards do not wait for all of them.
 */
export class Closings {
  readonly #notify: Notify;
  readonly #now: () => number;
  readonly #waiting = new Map<BoardConnection, DisconnectReason>();
  /** Until when this turn may work; undefined: none closed in this turn. */
  #turnEnds: number | undefined;

  constructor(notify: Notify, now: () => number = () => performance.now()) {
    this.#notify = notify;
    this.#now = now;
  }

  add(board: BoardConnection, reason: DisconnectReason): void {
    if (this.#turnEnds === undefined) this.#startTurn();
    if (this.#waiting.size > 0 || this.#now() >= (this.#turnEnds ?? 0)) this.#waiting.set(board, reason);
    else this.#notify(board, reason);
  }

  /** Notifies now of those of this board that wait: what follows must not come before its end. */
  finish(espid: string): void {
    if (this.#waiting.size === 0) return;
    for (const board of this.#waiting.keys()) if (board.session.espid === espid) this.#take(board);
  }

  finishAll(): void {
    for (const board of this.#waiting.keys()) this.#take(board);
  }

  #startTurn(): void {
    this.#turnEnds = this.#now() + turnMs;
    setImmediate(() => {
      this.#turnEnds = undefined;
      if (this.#waiting.size === 0) return;
      this.#startTurn();
      for (const board of this.#waiting.keys()) {
        if (this.#now() >= (this.#turnEnds ?? 0)) return;
        this.#take(board);
      }
    });
  }

  #take(board: BoardConnection): void {
    const reason = this.#waiting.get(board);
    this.#waiting.delete(board);
    if (reason !== undefined) this.#notify(board, reason);
  }
}
