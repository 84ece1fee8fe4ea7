import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const server = fileURLToPath(new URL('apps/server/src/', import.meta.url));
/**
 * Files that take more than 15 s at rest, most of which they wait for processes and timers. They begin while the component tests use the
 * processors; at the end nothing would run beside them.
 */
const longFiles = [
  'backup-commands',
  'checks/backup',
  'checks/cluster',
  'checks/history-from-replica',
  'checks/kill',
  'checks/restore-kill',
  'checks/restore-own-database',
  'checks/routes',
  'checks/standby',
  'composition/upgrade-database',
  'features/automation/alerts/alert-notifications',
  'features/automation/alerts/passed-on',
  'features/automation/blueprints/blueprints',
  'features/automation/chats/line-chats',
  'features/automation/chats/message-outputs',
  'features/automation/chats/telegram',
  'features/automation/notifications/delivery',
  'features/dashboards/links/links',
  'features/people/server-status/server-status',
  'features/telemetry/board-reports/left-reports',
  'features/telemetry/imports/import-ends',
  'features/telemetry/packing/packed-history',
  'features/telemetry/packing/packing-kills',
  'platform/backup/targets/hostile-targets',
  'platform/database/sole-server',
  'platform/jobs/jobs',
].map((path) => `${server}${path}.test.ts`);
const missing = longFiles.find((path) => !existsSync(path));
if (missing) throw new Error(`${missing} is not there any more: take it out of vitest.sequencer.ts.`);

/** The project `server` first, and of each project the files that take longest, also where Vitest knows no earlier run, as in CI. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.includes(moduleId);
    const { server: ofServer = [], ...others } = Object.groupBy(sorted, ({ project }) => project.name);
    return [ofServer, ...Object.values(others)].flatMap((ofProject = []) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}
