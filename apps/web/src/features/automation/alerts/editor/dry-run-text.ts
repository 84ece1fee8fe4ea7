import type { AlertDryRun, AlertSeverity } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import type { ChartNote } from '../../../../ui/charts/plot/chart-notes.ts';
import { chartTone } from '../severity.ts';

/** How many days a dry run covers. */
export type DryRunDays = '1' | '7' | '30';
const choices: readonly DryRunDays[] = ['1', '7', '30'];
export const dryRunDays = () =>
  choices.map((id) => ({ id, label: plural({ days: Number(id) }, { one: '# day', other: '# days' }) }));

const dayMs = 86_400_000;

/** How often it would have alerted: `Would have alerted 14 times in the last 7 days, 3 of them at night.` */
export function countText({ count, atNight, from, to }: Omit<AlertDryRun, 'alerts' | 'series' | 'note'>): string {
  const days = Math.round((to - from) / dayMs);
  const time = plural({ days }, { one: 'the last day', other: 'the last # days' });
  if (count === 0) return t`Would not have alerted in ${time}.`;
  if (atNight === 0) {
    return plural(count, {
      one: `Would have alerted once in ${time}.`,
      other: `Would have alerted # times in ${time}.`,
    });
  }
  return plural(count, {
    one: `Would have alerted once in ${time}, at night.`,
    other: `Would have alerted # times in ${time}, ${atNight} of them at night.`,
  });
}

/** The times at which it would have been active, as bands over the chart. */
export const bandsOf = ({ alerts, to }: AlertDryRun, severity: AlertSeverity): ChartNote[] =>
  alerts.map(({ activeAt, clearedAt }) => ({ from: activeAt, to: clearedAt ?? to, tone: chartTone(severity) }));
