import type { ListedServer, ServerLink } from '@cyno/contract';
import type { ServerCluster } from '../../../core.ts';

/** What is known of the clients of a server, which are some of `boards`; null: it is not linked. */
export function linkOf(
  { name, serves }: Pick<ListedServer, 'name' | 'serves'>,
  { cluster, boards }: { cluster: Pick<ServerCluster, 'linked' | 'directMessagesPerSecond'>; boards: number },
): ServerLink | null {
  const linked = cluster.linked();
  if (serves) {
    const ofOthers = linked.reduce((sum, one) => sum + one.boards, 0);
    return {
      // Those of others that have not logged in yet are counted by their server alone.
      boards: Math.max(0, boards - ofOthers),
      pages: null,
      messagesPerSecond: cluster.directMessagesPerSecond(),
      delayMs: null,
      clockAheadMs: null,
      isClockOff: false,
      isDrained: false,
    };
  }
  const found = linked.find((one) => one.name === name);
  if (!found) return null;
  const { name: _, ...link } = found;
  return link;
}
