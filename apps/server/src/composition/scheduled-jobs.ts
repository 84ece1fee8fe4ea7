import type { createDevices } from '../features/boards/devices/index.ts';
import type { Pairing } from '../features/boards/pairing/index.ts';
import type { Dashboards } from '../features/dashboards/dashboards/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import type { Core } from './core.ts';

/** Schedules what is removed at night, or each hour; times are in UTC. */
export function scheduleJobs(
  { jobs }: Core,
  parts: {
    accounts: Accounts;
    devices: ReturnType<typeof createDevices>;
    pairing: Pairing;
    dashboards: Dashboards;
  },
): void {
  const { accounts, devices, pairing, dashboards } = parts;
  // Boards of an account that goes are known in memory as well, where nobody else could claim their ids.
  accounts.deletion.onRemoving(async (accountId) => {
    for (const { espid } of devices.devices.ofAccount(accountId)) await devices.devices.remove(accountId, espid);
  });
  jobs.schedule('accounts.remove', '7 3 * * *', () => accounts.deletion.removeDue());
  jobs.schedule('devices.silent', '41 * * * *', () => devices.removeSilent());
  jobs.schedule('devices.tidy', '17 3 * * *', () => devices.cleanup());
  jobs.schedule('dashboards.purge', '22 3 * * *', () => dashboards.purge());
  jobs.schedule('pairing.tidy', '27 3 * * *', () => pairing.cleanup());
}
