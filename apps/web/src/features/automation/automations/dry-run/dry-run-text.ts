import type { AutomationDefinition, DryRun } from '@cyno/contract';
import { watchedBy } from '@cyno/contract/definition-conditions';
import { plural, t } from '@lingui/core/macro';
import type { ChartMark, ChartOverlay } from '../../../../ui/charts/plot/chart-marks.ts';
import type { ChartSource } from '../../../../ui/charts/plot/time-plot.ts';

/** How many days a dry run covers. */
export type DryRunDays = '1' | '7' | '30';
const choices: readonly DryRunDays[] = ['1', '7', '30'];
export const dryRunDays = () =>
  choices.map((id) => ({ id, label: plural({ days: Number(id) }, { one: '# day', other: '# days' }) }));

const dayMs = 86_400_000;

/** How often it would have run: `Would have run 14 times in the last 7 days.` */
export function countText({ count, from, to }: DryRun): string {
  const days = Math.round((to - from) / dayMs);
  const time = plural({ days }, { one: 'the last day', other: 'the last # days' });
  return plural(count, {
    0: `Would not have run in ${time}.`,
    one: `Would have run once in ${time}.`,
    other: `Would have run # times in ${time}.`,
  });
}

/** Whether there is anything at all that a rule could have read; of alerts there always is. */
export const hasHistory = ({ series }: DryRun): boolean =>
  series.length === 0 || series.some(({ points }) => points.some(([, value]) => value !== null));

export const phaseText = (phase: DryRun['firings'][number]['phase']): string =>
  ({ start: t`Started`, back: t`Went back`, limit: t`Time limit reached` })[phase];

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
