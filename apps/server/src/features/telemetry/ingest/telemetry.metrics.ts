import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '../../../platform/metrics/index.ts';

export type TelemetryMetrics = ReturnType<typeof createTelemetryMetrics>;

/** What the telemetry feature counts. */
export function createTelemetryMetrics(metrics: Metrics) {
  const registers = [metrics];
  const counter = (name: string, help: string) =>
    new Counter({ name: `cyno_telemetry_${name}_total`, help, registers });
  /** Counting into the registry costs as much as half of taking a message, so it is done when the figure is read. */
  const accepted = { count: 0 };
  new Counter({
    name: 'cyno_telemetry_messages_total',
    help: 'Telemetry messages that were accepted from boards',
    registers,
    collect() {
      this.inc(accepted.count);
      accepted.count = 0;
    },
  });
  return {
    accepted,
    bad: counter('bad_messages', 'Telemetry messages that could not be read, wholly or in part'),
    tooFast: counter('too_fast', 'Messages that were shown live but not stored, because the plan stores fewer'),
    stored: counter('stored', 'Messages that were committed to the database'),
    spooled: counter('spooled', 'Messages that went to the spool because the database was away'),
    refused: counter('refused', 'Durable messages that were not acknowledged, because nothing could take them'),
    damagedBytes: counter('spool_damaged_bytes', 'Bytes of the spool that were damaged and left out'),
    packed: {
      messages: counter('packed_messages', 'Stored messages of hours that are over that were packed'),
      bytes: counter('packed_bytes', 'Bytes that packed messages became'),
    },
    leftOut: new Counter({
      name: 'cyno_telemetry_left_out_total',
      help: 'Messages that were taken and neither shown nor stored, by reason',
      labelNames: ['reason'],
      registers,
    }),
    dropped: new Counter({
      name: 'cyno_telemetry_dropped_total',
      help: 'Messages that were lost, by reason',
      labelNames: ['reason'],
      registers,
    }),
    flush: new Histogram({
      name: 'cyno_telemetry_flush_seconds',
      help: 'How long storing or spooling a batch took',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    /** Requests these figures whenever the metrics are read. */
    observe(current: { pending(): number; spooled(): number }): void {
      gauge('pending_messages', 'Messages that wait to be stored', current.pending);
      gauge('spool_bytes', 'Size of the spool on disk', current.spooled);
    },
  };

  function gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name: `cyno_telemetry_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }
}
