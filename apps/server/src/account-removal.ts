import type { Accounts } from './features/accounts/index.ts';
import type { Devices } from './features/devices/index.ts';
import type { Ground } from './ground.ts';

/** Removes accounts that their owners deleted, each night, together with what is known of their boards in memory. */
export function scheduleRemoval(
  { jobs }: Ground,
  { accounts, devices }: { accounts: Accounts; devices: Devices },
): void {
  accounts.closing.onRemoving(async (accountId) => {
    for (const { espid } of devices.ofAccount(accountId)) await devices.remove(accountId, espid);
  });
  jobs.schedule('accounts.remove', '7 3 * * *', () => accounts.closing.removeDue());
}
