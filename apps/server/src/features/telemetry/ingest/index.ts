export { type ImportPoint, ImportWriter, type RetentionLimit } from './import-writer.ts';
export { pointReceived, type ReceivedPoint } from './ingest.events.ts';
export { Spool, type SpoolSegment } from './spool.ts';
export { wholePart } from './spool-segment.ts';
export { createStorage, type StorageReport } from './storage.ts';
export { TelemetryIngest } from './telemetry.ingest.ts';
export { createTelemetryMetrics } from './telemetry.metrics.ts';
export type { TelemetryWriter } from './telemetry-writer.ts';
