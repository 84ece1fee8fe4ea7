import { type Core, coreFor } from '../../../core.ts';
import { LeftRecords } from './left-records.ts';

export { leaveRecords } from './leave-records.ts';

interface LeftRecordsFeatureDeps {
  readonly telemetry: { takeIn(record: Buffer): Promise<void> };
  readonly reports: { takeIn(record: Buffer): Promise<void> };
}

/** What a server acknowledged and did not store before another one took over (docs/decisions/0088-standby-servers.md). */
export function createLeftRecords(server: Core, { telemetry, reports }: LeftRecordsFeatureDeps): void {
  const core = coreFor(server, 'telemetry');
  const takeIn = {
    telemetry: (record: Buffer) => telemetry.takeIn(record),
    reports: (record: Buffer) => reports.takeIn(record),
  };
  core.parts.push(new LeftRecords({ ...core, takeIn }));
}
