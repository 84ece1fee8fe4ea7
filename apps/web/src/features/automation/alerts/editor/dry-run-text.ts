import type { AlertDryRun, AlertSeverity } from '@cyno/contract';
import type { ChartNote } from '../../../../ui/charts/plot/chart-notes.ts';
import { chartTone } from '../severity.ts';

/** How many days a dry run covers. */
export const dryRunDays = [
  { id: '1', label: '1 day', longLabel: 'the last day' },
  { id: '7', label: '7 days', longLabel: 'the last 7 days' },
  { id: '30', label: '30 days', longLabel: 'the last 30 days' },
] as const;
export type DryRunDays = (typeof dryRunDays)[number]['id'];

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** How often it would have alerted: `Would have alerted 14 times in the last 7 days, 3 of them at night.` */
export function countText({ count, atNight }: Pick<AlertDryRun, 'count' | 'atNight'>, days: DryRunDays): string {
  const longLabel = dryRunDays.find(({ id }) => id === days)?.longLabel;
  if (count === 0) return `Would not have alerted in ${longLabel}.`;
  return `Would have alerted ${times(count)} in ${longLabel}${nightText(count, atNight)}.`;
}

function nightText(count: number, atNight: number): string {
  if (atNight === 0) return '';
  if (count === 1) return ', at night';
  return atNight === count ? ', all of them at night' : `, ${atNight} of them at night`;
}

/** The times at which it would have been active, as bands over the chart. */
export const bandsOf = ({ alerts, to }: AlertDryRun, severity: AlertSeverity): ChartNote[] =>
  alerts.map(({ activeAt, clearedAt }) => ({ from: activeAt, to: clearedAt ?? to, tone: chartTone(severity) }));
