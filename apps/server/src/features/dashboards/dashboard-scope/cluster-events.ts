import { type Database, type Listening, listen } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';

/** Written by triggers of the migrations: `link <id>`, or `dashboard <whose> <id>`. */
const channel = 'cyno_shown_changed';

interface Follower {
  channelChanged(changedChannel: string): void;
  dashboardChanged(changed: { accountId: number; id: number }): void;
  /** Something may have been missed. */
  allChanged(): void;
}

/** Follows what other servers change of what is shown to others, so that what ends on one ends on all. */
export function followClusterEvents(database: Database, log: Logger, follower: Follower): Promise<Listening> {
  return listen(database, {
    channel,
    log,
    onNotification(payload) {
      const [kind, accountId, id] = payload.split(' ');
      if (kind === 'dashboard') follower.dashboardChanged({ accountId: Number(accountId), id: Number(id) });
      else follower.channelChanged(payload);
    },
    onResumed: () => follower.allChanged(),
  });
}
