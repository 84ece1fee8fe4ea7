import type { LoggedError } from '@cyno/contract';
import { Counter } from 'prom-client';
import type { Metrics } from '../metrics/index.ts';

const maxMessages = 50;

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: unknown;
  readonly part?: unknown;
}

/** Counts warnings and errors of the log by their message, since the start; the messages that were written longest ago are forgotten. */
export class RecentErrors {
  /** The oldest last time first. */
  readonly #messages = new Map<string, LoggedError>();
  readonly #counter: Counter | undefined;

  constructor(metrics?: Metrics) {
    if (!metrics) return;
    this.#counter = new Counter({
      name: 'cyno_log_lines_total',
      help: 'Warnings and errors in the log of the server, by level',
      labelNames: ['level'],
      registers: [metrics],
    });
    for (const level of ['warning', 'error']) this.#counter.inc({ level }, 0);
  }

  /** Takes a line of the log, JSON. */
  note(line: string): void {
    const { level, time, msg, part }: Line = JSON.parse(line);
    const name = level >= 50 ? 'error' : 'warning';
    this.#counter?.inc({ level: name });
    const text = String(msg ?? '').slice(0, 300);
    const key = `${level} ${text}`;
    const count = (this.#messages.get(key)?.count ?? 0) + 1;
    this.#messages.delete(key);
    this.#messages.set(key, {
      level: name,
      text,
      part: typeof part === 'string' ? part : null,
      count,
      lastAt: time,
    });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > maxMessages && oldest !== undefined) this.#messages.delete(oldest);
  }

  /** The newest first. */
  list(): LoggedError[] {
    return [...this.#messages.values()].reverse();
  }
}
