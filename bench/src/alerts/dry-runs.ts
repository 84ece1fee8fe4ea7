import type { AlertDryRun, AlertDryRunRequest } from '@cyno/contract';
import { seededDevice } from '../history/history-seed.ts';
import { startServer } from '../server.ts';
import { callApi } from './farm.ts';

const days = 365;

const conditions: readonly AlertDryRunRequest['condition'][] = [
  { kind: 'limit', key: 'temp', comparison: '>', threshold: 32, release: 30, forSeconds: 300, clearSeconds: 0 },
  { kind: 'change', key: 'temp', direction: 'either', amount: 5, seconds: 3_600 },
  { kind: 'stuck', key: 'temp', tolerance: 0, seconds: 3_600 },
  { kind: 'forecast', key: 'soil', comparison: '<', threshold: 10, withinSeconds: 21_600 },
  { kind: 'unusual', key: 'temp', times: 5, forSeconds: 300 },
  { kind: 'silent', seconds: 600 },
];

/** When each kind of rule would have alerted in a year of a device that sent four variables every 5 s. */
export async function measureDryRuns(directory: string | undefined): Promise<void> {
  const server = await startServer([], directory);
  const { espid } = await seededDevice(server, days);
  for (const condition of conditions) {
    const startedAt = performance.now();
    const { count } = await callApi<AlertDryRun>(server, 'POST', '/api/alert-rules/dry-run', {
      espid,
      condition,
      days,
    });
    const ms = Math.round(performance.now() - startedAt);
    console.log(`dry run of a year, ${condition.kind}: ${ms} ms (goal under 2,000 ms), ${count} alerts`);
  }
  await server.stop();
}
