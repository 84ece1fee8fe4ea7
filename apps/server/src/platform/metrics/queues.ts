import type { QueueName } from '@cyno/contract';
import { Gauge, type Registry } from 'prom-client';

/** How full a queue is. */
export interface QueueFill {
  readonly used: number;
  readonly limit: number;
}

/** The queues of the server with their bounds: features add theirs, the System page and `/metrics` have them. */
export class Queues {
  readonly #queues = new Map<QueueName, () => QueueFill>();

  constructor(metrics: Registry) {
    const fills = () => this.list();
    const gauge = (name: string, help: string, value: (fill: QueueFill) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['queue'],
        registers: [metrics],
        collect() {
          for (const fill of fills()) this.set({ queue: fill.name }, value(fill));
        },
      });
    gauge('cyno_queue_used', 'What waits in a queue, in its unit (names ending in _bytes: bytes)', ({ used }) => used);
    gauge('cyno_queue_limit', 'What fits into a queue, in its unit', ({ limit }) => limit);
  }

  /** `fill` is called often and must not wait for anything. */
  add(name: QueueName, fill: () => QueueFill): void {
    this.#queues.set(name, fill);
  }

  list(): ({ readonly name: QueueName } & QueueFill)[] {
    return [...this.#queues].map(([name, fill]) => ({ name, ...fill() }));
  }
}
