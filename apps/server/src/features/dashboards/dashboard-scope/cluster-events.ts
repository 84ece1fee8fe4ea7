import { type Database, type Listening, listen } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { LiveScopes } from '../../telemetry/live/index.ts';

/** Written by triggers of the migrations: the name of a live channel, or `dashboard <whose> <id>`. */
const channel = 'cyno_shown_changed';

/** Follows what other servers change of what is shown to others, so that what ends on one ends on all. */
export function followClusterEvents(database: Database, log: Logger, viewers: LiveScopes): Promise<Listening> {
  return listen(database, {
    channel,
    log,
    onNotification(payload) {
      const [kind, accountId, id] = payload.split(' ');
      if (kind === 'dashboard') viewers.refreshOf(Number(accountId), Number(id));
      else viewers.refresh(payload);
    },
    onResumed: () => viewers.refreshAll(),
  });
}
