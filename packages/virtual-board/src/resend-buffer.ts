interface Entry {
  subtopic: string;
  payload: string;
}

/** The messages that the library publishes again every minute until their echo comes; the oldest gives way when it is full. */
export class ResendBuffer {
  readonly #size: number;
  #entries: Entry[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Keeps a message; a newer report about the same pin or event takes the place of the older one. */
  add(subtopic: string, payload: string): void {
    const subject = subjectOf(subtopic, payload);
    if (subject !== undefined) {
      this.#entries = this.#entries.filter((entry) => subjectOf(entry.subtopic, entry.payload) !== subject);
    }
    this.#entries.push({ subtopic, payload });
    if (this.#entries.length > this.#size) this.#entries.shift();
  }

  /** An inbound payload that equals a stored one is its echo, whatever the topic. */
  heard(payload: string): void {
    const index = this.#entries.findIndex((entry) => entry.payload === payload);
    if (index >= 0) this.#entries.splice(index, 1);
  }

  list(): readonly Entry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }
}

function subjectOf(subtopic: string, payload: string): string | undefined {
  if (subtopic === 'ioact') return `pin ${payload.slice(0, payload.indexOf(':'))}`;
  if (subtopic === 'eventact') return `event ${payload.split(':', 2)[1]}`;
  return undefined;
}
