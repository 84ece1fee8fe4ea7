import type { BoardHealth } from '@cyno/contract';
import { formatDateTime, formatDbm, formatDuration } from '../../../../lib/format/format.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import type { CalibratedAt } from './calibrated-at.ts';

type Quality = {
  span: TimeSpan;
  /** From when on something is known, ms since the epoch; null: nothing is. */
  since: number | null;
  offline: readonly TimeSpan[];
  gaps: readonly TimeSpan[];
  health: BoardHealth | undefined;
  calibrated: readonly CalibratedAt[];
};

/** More changes of calibrations are counted. */
const maxNamed = 3;

/** What the lane shows, as a sentence. */
export function qualityText({ span, since, offline, gaps, health, calibrated }: Quality): string {
  const twoBoards = health?.twoBoards ? `${twoBoardsText(health.twoBoards.addresses)} ` : '';
  if (since === null) return `${twoBoards}Nothing is known of this range`;
  const offlineMs = offline.reduce((sum, { from, to }) => sum + to - from, 0);
  const starts = health?.startCount ?? 0;
  const signal = health?.signal ?? [];
  const parts = [
    ...(since > span.from ? [`First heard of ${formatDateTime(since)}`] : []),
    offline.length > 0 ? `Offline ${times(offline.length)}, ${formatDuration(offlineMs)}` : 'Never offline',
    gaps.length > 0 ? `${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} while online` : 'no gaps while online',
    ...(starts > 0 ? [`restarted ${times(starts)}`] : []),
    ...calibrated.slice(-maxNamed).map(({ at, text: parts }) => `${parts} on ${formatDateTime(at)}`),
    ...(calibrated.length > maxNamed ? [`calibrated ${times(calibrated.length)} in all`] : []),
    ...(signal.length > 0 ? [`signal ${signalRange(signal)}`] : []),
  ];
  return twoBoards + parts.join('; ');
}

/** What happens when two boards call themselves the same, and what to do. */
const twoBoardsText = ([there, heldOff]: readonly [string, string]): string =>
  `Two boards use this id: the one at ${there} stays connected, the one at ${heldOff} is held off. Switch one of them off, or give its program an id of its own.`;

function signalRange(signal: BoardHealth['signal']): string {
  const weakest = Math.min(...signal.map((part) => part.weakest));
  const strongest = Math.max(...signal.map((part) => part.strongest));
  return weakest === strongest ? formatDbm(weakest) : `${formatDbm(weakest)} to ${formatDbm(strongest)}`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
