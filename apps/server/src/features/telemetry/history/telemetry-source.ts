import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryWriter } from '../ingest/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import type { HistoryRepository } from './stored/history.repository.ts';
import type { SparklinesRepository } from './stored/sparklines.repository.ts';

/** From where telemetry is read: the database, what is known of devices, and what is accepted but not stored yet. */
export interface TelemetrySource {
  readonly repository: HistoryRepository;
  readonly sparklines: SparklinesRepository;
  readonly registry: DeviceRegistry;
  readonly writer: Pick<TelemetryWriter, 'pendingOf'>;
  readonly clock: Clock;
}
