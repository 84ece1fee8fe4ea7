import type { Alert, AlertList, AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ToneName } from '../../../ui/charts/plot/chart-theme.ts';

/** The severities as they are shown, the worst first. */
export const severities = [
  {
    id: 'critical',
    get label() {
      return t`Critical`;
    },
    tone: 'danger',
    icon: IconAlertOctagon,
  },
  {
    id: 'warning',
    get label() {
      return t`Warning`;
    },
    tone: 'warning',
    icon: IconAlertTriangle,
  },
  {
    id: 'info',
    get label() {
      return t`Info`;
    },
    tone: 'info',
    icon: IconInfoCircle,
  },
] as const satisfies readonly { id: AlertSeverity; [fact: string]: unknown }[];

const tones: Record<AlertSeverity, ToneName> = { info: 'note', warning: 'warning', critical: 'problem' };

/** The colour of alerts of a severity in charts. */
export const chartTone = (severity: AlertSeverity): ToneName => tones[severity];

/** How a severity is shown. */
export const severityOf = (severity: AlertSeverity) => severities.find(({ id }) => id === severity) ?? severities[0];

/** The first of the worst of some alerts. */
export const worstOf = <Given extends Pick<Alert, 'severity'>>(alerts: readonly Given[]): Given | undefined =>
  severities.map(({ id }) => alerts.find(({ severity }) => severity === id)).find((found) => found !== undefined);

const rankOf = (severity: AlertSeverity) => severities.findIndex(({ id }) => id === severity);

/** Orders open alerts: first what nobody knows of, then the worst, then the newest. */
export function bySeverity(a: Ranked, b: Ranked): number {
  const known = Number(a.state === 'acknowledged') - Number(b.state === 'acknowledged');
  return known || rankOf(a.severity) - rankOf(b.severity) || (b.activeAt ?? 0) - (a.activeAt ?? 0);
}

type Ranked = Pick<Alert, 'state' | 'severity' | 'activeAt'>;

/** How many alerts are active and not acknowledged, and the worst severity of them; null: there are none. */
export function activeOf(active: AlertList['active'] | undefined): { count: number; worst: AlertSeverity | null } {
  if (!active) return { count: 0, worst: null };
  const worst = severities.find(({ id }) => active[id] > 0)?.id ?? null;
  return { count: active.critical + active.warning + active.info, worst };
}
