import { collectDefaultMetrics, Registry } from 'prom-client';

export { Queues } from './queues.ts';

/** Where every part registers what it counts (`registers: [metrics]`); names start with `cyno_`, units are base units. */
export type Metrics = Registry;

/** A new registry, with figures of the process on request (once in a process: they watch the garbage collector). */
export function createMetrics(options: { ofProcess: boolean } = { ofProcess: false }): Metrics {
  const metrics = new Registry();
  if (options.ofProcess) collectDefaultMetrics({ register: metrics });
  return metrics;
}
