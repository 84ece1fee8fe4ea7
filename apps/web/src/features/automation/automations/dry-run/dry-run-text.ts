import { type AutomationDefinition, type DryRun, watchedBy } from '@cyno/contract';
import type { ChartMark, ChartOverlay } from '../../../../ui/charts/plot/chart-marks.ts';
import type { ChartSource } from '../../../../ui/charts/plot/time-plot.ts';

/** How many days a dry run covers. */
export const dryRunDays = [
  { id: '1', label: '1 day', longLabel: 'the last day' },
  { id: '7', label: '7 days', longLabel: 'the last 7 days' },
  { id: '30', label: '30 days', longLabel: 'the last 30 days' },
] as const;
export type DryRunDays = (typeof dryRunDays)[number]['id'];

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** How often it would have fired: `Would have fired 14 times in the last 7 days.` */
export function countText(count: number, days: DryRunDays): string {
  const longLabel = dryRunDays.find(({ id }) => id === days)?.longLabel;
  return count === 0 ? `Would not have fired in ${longLabel}.` : `Would have fired ${times(count)} in ${longLabel}.`;
}

/** Whether there is anything at all that a rule could have read; of alerts there always is. */
export const hasHistory = ({ series }: DryRun): boolean =>
  series.length === 0 || series.some(({ points }) => points.some(([, value]) => value !== null));

export const phaseLabels: Record<DryRun['firings'][number]['phase'], string> = {
  start: 'Started',
  back: 'Gone back',
  limit: 'Time over',
};

/** Where it would have ended and, on top of that, where it would have begun. */
export function marksOf({ firings }: DryRun): ChartMark[] {
  const marks = firings.map(({ at, phase }): ChartMark => ({ at, kind: phase === 'start' ? 'start' : 'end' }));
  return [...marks.filter(({ kind }) => kind === 'end'), ...marks.filter(({ kind }) => kind === 'start')];
}

/** The limits that a rule sets to a variable, which lie across its chart. */
export function levelsOf(definition: AutomationDefinition, espid: string, key: string): number[] {
  const levels = watchedBy(definition)
    .filter((condition) => condition.kind !== 'alert')
    .filter((condition) => condition.key === key && (condition.kind === 'devices' || condition.espid === espid))
    .flatMap(({ threshold, release }) => (release === null ? [threshold] : [threshold, release]));
  return [...new Set(levels)];
}

/** What a chart draws of a variable that a rule read: a line that breaks where nothing is known. */
export function dryRunSource(points: DryRun['series'][number]['points'], overlay: ChartOverlay): ChartSource {
  const data = {
    columns: { at: points.map(([at]) => at), value: points.map(([, value]) => value), min: null, max: null },
    offline: [],
    last: null,
    ...overlay,
  };
  return { read: () => data, subscribe: () => () => undefined };
}
