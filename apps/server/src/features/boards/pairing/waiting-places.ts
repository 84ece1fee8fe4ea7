/** A board that waits to be accepted, as far as it matters for who has to give way. */
export interface WaitingBoard {
  readonly espid: string;
  readonly network: string;
  /** It comes from where the account's owner or its proved boards come from. */
  readonly isHome: boolean;
  readonly isOnline: boolean;
  readonly seenAt: number;
}

/**
 * Which of the boards that wait gives way to one more when all places are taken; undefined: the new one is refused. Places are shared
 * evenly by network: one that has more than the newcomer's would have gives, and the newcomer's own does when it has as many as any. So
 * ids that somebody makes up push out each other, never the only board of another network; a board of the account's own networks gives way
 * to such boards alone.
 */
export function whoGivesWay(
  waiting: readonly WaitingBoard[],
  newcomer: Pick<WaitingBoard, 'network' | 'isHome'>,
): WaitingBoard | undefined {
  const strangers = waiting.filter(({ isHome }) => !isHome);
  if (newcomer.isHome && strangers.length > 0) return longestWaiting(ofLargest(strangers));
  const peers = newcomer.isHome ? waiting : strangers;
  const own = peers.filter(({ network }) => network === newcomer.network);
  const largest = ofLargest(peers);
  if (largest.length > own.length + 1) return longestWaiting(largest);
  if (own.length > 0) return longestWaiting(own);
  // Every network has one: only who has left makes room.
  return longestWaiting(peers.filter(({ isOnline }) => !isOnline));
}

function ofLargest(boards: readonly WaitingBoard[]): readonly WaitingBoard[] {
  const networks = [...Map.groupBy(boards, ({ network }) => network).values()];
  return networks.reduce((largest, one) => (one.length > largest.length ? one : largest), []);
}

const longestWaiting = (boards: readonly WaitingBoard[]): WaitingBoard | undefined =>
  boards.reduce<WaitingBoard | undefined>(
    (oldest, one) => (oldest && oldest.seenAt <= one.seenAt ? oldest : one),
    undefined,
  );
