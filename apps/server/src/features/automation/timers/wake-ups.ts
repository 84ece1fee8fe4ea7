import type { Clock } from '../../../platform/clock.ts';
import { serverTimer } from '../../../platform/server-timer.ts';

/** The wall clock may be set, or the machine may have slept: it is looked at this often while something is due. */
const longestWaitMs = 1_000;
/** Of many that are due together others have their turn in between: ten thousand boards that fall silent at once are a page's second. */
const maxAtOnce = 500;

interface Entry {
  readonly key: number;
  readonly at: number;
}

/** Wakes each key at its instant: one timer for all of them, set to the earliest. */
export class WakeUps {
  readonly #clock: Clock;
  readonly #wake: (key: number) => void;
  /** When each key is due; entries of the heap that differ from it are of no use any more. */
  readonly #dueAt = new Map<number, number>();
  #heap: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #rest: NodeJS.Immediate | undefined;

  constructor(clock: Clock, wake: (key: number) => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Sets when the key is woken, in the place of what was set before; null: not at all. */
  set(key: number, at: number | null): void {
    if (at === null) {
      this.#dueAt.delete(key);
      return;
    }
    if (this.#dueAt.get(key) === at) return;
    this.#dueAt.set(key, at);
    this.#push({ key, at });
    if (this.#heap[0]?.key === key || this.#timer === undefined) this.#arm();
  }

  /** Makes sure that the key is woken at this instant or before. */
  atLatest(key: number, at: number): void {
    if (at < (this.#dueAt.get(key) ?? Number.POSITIVE_INFINITY)) this.set(key, at);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#rest);
    this.#dueAt.clear();
    this.#heap = [];
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const first = this.#heap[0];
    if (!first) return;
    const waitMs = Math.min(Math.max(first.at - this.#clock.now(), 0), longestWaitMs);
    // Where the process stood still, timers come before what boards sent meanwhile.
    this.#timer = serverTimer(() => {
      this.#rest = setImmediate(() => this.#check());
    }, waitMs);
  }

  #check(): void {
    const now = this.#clock.now();
    let left = maxAtOnce;
    for (let first = this.#heap[0]; first && first.at <= now; first = this.#heap[0]) {
      if (left === 0) {
        this.#rest = setImmediate(() => this.#check());
        return;
      }
      this.#pop();
      if (this.#dueAt.get(first.key) !== first.at) continue;
      left -= 1;
      this.#dueAt.delete(first.key);
      this.#wake(first.key);
    }
    if (this.#heap.length > 2 * this.#dueAt.size + 64) this.#cleanup();
    this.#arm();
  }

  #cleanup(): void {
    this.#heap = Array.from(this.#dueAt, ([key, at]) => ({ key, at })).sort(earlier);
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || earlier(above, entry) <= 0) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const child = right && left && earlier(right, left) < 0 ? 2 * index + 2 : 2 * index + 1;
      const below = heap[child];
      if (!below || earlier(last, below) <= 0) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }
}

const earlier = (a: Entry, b: Entry): number => a.at - b.at || a.key - b.key;
