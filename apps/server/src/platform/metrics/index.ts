import { collectDefaultMetrics, Registry } from 'prom-client';

export { Queues } from './queues.ts';

/** Where every part registers what it counts (`registers: [metrics]`); names start with `cyno_`, units are base units. */
export type Metrics = Registry;

/** Their names promise counters, which they are not, and promtool refuses them; the same figures stand without `_total`. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** A new registry, with figures of the process on request (once in a process: they watch the garbage collector). */
export function createMetrics(options: { ofProcess: boolean } = { ofProcess: false }): Metrics {
  const metrics = new Registry();
  if (options.ofProcess) {
    collectDefaultMetrics({ register: metrics });
    for (const name of misnamed) metrics.removeSingleMetric(name);
  }
  return metrics;
}
