import { type Database, type Listening, listen } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { Devices } from './devices.service.ts';

/** Written by a trigger of the migrations: the id of a device that became somebody else's, or was deleted. */
const channel = 'cyno_device_moved';

const retryMs = 1_000;

/** Follows whose devices are, whichever server they were handed over or deleted on. */
export async function followClusterEvents(
  database: Database,
  log: Logger,
  { devices, repository }: { devices: Devices; repository: Pick<DevicesRepository, 'find' | 'listOwners'> },
): Promise<Listening> {
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const checkLater = () => {
    if (isStopped) return;
    clearTimeout(retry);
    retry = serverTimer(checkAll, retryMs);
  };
  const follow = (id: number) => {
    const device = devices.findById(id);
    repository.find(id).then(
      (stored) => {
        // It was deleted or restored while its row was read, which may be that of before.
        if (devices.findById(id) !== device) follow(id);
        else if (device && stored?.accountId !== device.accountId) devices.refile(device, stored);
      },
      (err: unknown) => {
        log.warn({ err, id }, 'What another server did to a device could not be read; all are checked');
        checkLater();
      },
    );
  };
  // Requesting each would be tens of thousands of queries at the moment in which the database is back.
  const checkAll = () => {
    const known = [...devices.all()];
    repository.listOwners().then(
      (owners) => {
        for (const { id, accountId } of known) if (owners.get(id) !== accountId) follow(id);
      },
      (err: unknown) => {
        log.warn({ err }, 'What other servers did to devices could not be read; trying again');
        checkLater();
      },
    );
  };
  const listening = await listen(database, {
    channel,
    log,
    onNotification: (payload) => follow(Number(payload)),
    onResumed: checkAll,
  });
  return {
    stop() {
      isStopped = true;
      clearTimeout(retry);
      return listening.stop();
    },
  };
}
