import type { Metrics } from '../../../../platform/metrics/index.ts';

/** The sum of all values of a metric, such as of a counter with labels; 0 where nothing registered it. */
export async function metricValue(metrics: Metrics, name: string): Promise<number> {
  const found = await metrics.getSingleMetric(name)?.get();
  return found?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
}
