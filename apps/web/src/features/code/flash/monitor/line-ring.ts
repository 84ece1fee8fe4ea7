/** A line that a board wrote; `id` counts up without gaps. */
export type SerialLine = { id: number; at: number; text: string };

/** Holds the newest lines and forgets the oldest, so that a board may write for days. */
export class LineRing {
  readonly #capacity: number;
  #lines: SerialLine[] = [];
  /** Where the oldest line lies once the ring is full. */
  #start = 0;
  #nextId = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get length(): number {
    return this.#lines.length;
  }

  push(at: number, text: string): void {
    const line = { id: this.#nextId++, at, text };
    if (this.#lines.length < this.#capacity) {
      this.#lines.push(line);
      return;
    }
    this.#lines[this.#start] = line;
    this.#start = (this.#start + 1) % this.#capacity;
  }

  /** The line at a place, 0 being the oldest. */
  at(index: number): SerialLine | undefined {
    return this.#lines[(this.#start + index) % this.#capacity];
  }

  clear(): void {
    this.#lines = [];
    this.#start = 0;
  }

  /** All lines, oldest first. */
  toArray(): SerialLine[] {
    return [...this.#lines.slice(this.#start), ...this.#lines.slice(0, this.#start)];
  }
}
