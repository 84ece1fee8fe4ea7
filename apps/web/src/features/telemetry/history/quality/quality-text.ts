import type { BoardHealth } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
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
  const twoBoards = health?.twoBoards ? `${twoBoardsText(health.twoBoards)} ` : '';
  if (since === null) return twoBoards + t`No data in this range`;
  const offlineMs = offline.reduce((sum, { from, to }) => sum + to - from, 0);
  const starts = health?.startCount ?? 0;
  const signal = health?.signal ?? [];
  const parts = [
    ...(since > span.from ? [t`First data: ${{ time: formatDateTime(since) }}`] : []),
    offlineText(offline.length, formatDuration(offlineMs)),
    gaps.length > 0
      ? plural({ count: gaps.length }, { one: '# gap while online', other: '# gaps while online' })
      : t`No gaps while online`,
    ...(starts > 0 ? [plural(starts, { one: '# restart', other: '# restarts' })] : []),
    ...calibrated.slice(-maxNamed).map(({ at, text }) => `${text} (${formatDateTime(at)})`),
    ...(calibrated.length > maxNamed
      ? [plural({ count: calibrated.length }, { one: '# calibration in total', other: '# calibrations in total' })]
      : []),
    ...(signal.length > 0 ? [t`Signal ${{ range: signalRange(signal) }}`] : []),
  ];
  return twoBoards + parts.join(' · ');
}

const offlineText = (count: number, duration: string): string =>
  count === 0
    ? t`Never offline`
    : plural(count, { one: `Offline once (${{ duration }})`, other: `Offline # times (${{ duration }})` });

/** What happens when two boards call themselves the same, and what to do. */
function twoBoardsText({ addresses }: NonNullable<BoardHealth['twoBoards']>): string {
  if (!addresses) return t`Two boards use this id, and one is refused. Turn one off, or change the id in its sketch.`;
  const [there, heldOff] = addresses;
  return t`Two boards use this id: ${there} is connected, ${heldOff} is refused. Turn one off, or change the id in its sketch.`;
}

function signalRange(signal: BoardHealth['signal']): string {
  const weakest = Math.min(...signal.map((part) => part.weakest));
  const strongest = Math.max(...signal.map((part) => part.strongest));
  return weakest === strongest
    ? formatDbm(weakest)
    : t`${{ weakest: formatDbm(weakest) }} to ${{ strongest: formatDbm(strongest) }}`;
}
