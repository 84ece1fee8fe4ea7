import type { AlertCondition, AlertDryRun, AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime, formatDuration } from '../../../../lib/format/format.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import '../../../../ui/charts/chart-table.css';
import { SectionError } from '../../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { DraggedLimits } from './dry-run-chart.tsx';
import { countText, type DryRunDays, dryRunDays } from './dry-run-text.ts';
import './dry-run-view.css';
import { alertDryRunQuery } from './rule-queries.ts';

// The charts come only with a response to draw.
const DryRunChart = lazy(async () => ({ default: (await import('./dry-run-chart.tsx')).DryRunChart }));

type DryRunViewProps = {
  espid: string;
  /** The devices that it can be tried on. */
  devices: readonly { espid: string; name: string }[];
  onDevice: (espid: string) => void;
  condition: AlertCondition;
  severity: AlertSeverity;
  /** The variable that the condition is about; null: the device itself. */
  variable: { label: string; unit: string; decimals: number | null; hue: number } | null;
  limits: DraggedLimits;
};

/** What a rule would have done to a device in the last days: how often, on the chart of the variable, and as a table. */
export function DryRunView(props: DryRunViewProps) {
  const { espid, devices, onDevice, condition, severity, variable, limits } = props;
  const [days, setDays] = useState<DryRunDays>('7');
  const [asTable, setAsTable] = useState(false);
  const query = useQuery(alertDryRunQuery(espid, condition, Number(days)));
  const { data: run, isPlaceholderData } = query;
  const hasSeries = run?.series.some(([, value]) => value !== null) ?? false;
  const isChart = variable !== null && hasSeries && !asTable;
  return (
    <section className="alert-dry-run" aria-label={t`Test on past data`} aria-busy={query.isFetching || undefined}>
      <div className="alert-dry-run-head">
        <h3>{t`Test on past data`}</h3>
        {devices.length > 1 && (
          <SelectField
            label={t`Device to test on`}
            hideLabel
            options={devices.map((device) => ({ id: device.espid, label: device.name }))}
            value={espid}
            onChange={onDevice}
          />
        )}
        <Segmented label={t`How far back`} options={dryRunDays()} value={days} onChange={setDays} />
      </div>
      {query.isPending && <Skeleton height={variable ? 240 : 60} width="auto" />}
      {query.isError && !run && (
        <SectionError onRetry={() => void query.refetch()}>
          {t`The test failed. ${{ reason: failureText(query.error) }}`}
        </SectionError>
      )}
      {run && (
        <div className={isPlaceholderData ? 'alert-dry-run-result alert-dry-run-old' : 'alert-dry-run-result'}>
          <div className="alert-dry-run-head">
            <p className="alert-dry-run-count" role="status">
              {variable && !hasSeries ? (
                <span className="muted">{t`No data to test on: nothing was stored in this time.`}</span>
              ) : (
                countText(run)
              )}
            </p>
            {isChart || asTable ? (
              <IconButton
                label={t`Show as a table`}
                icon={IconTable}
                size="small"
                aria-pressed={asTable}
                onClick={() => setAsTable(!asTable)}
              />
            ) : null}
          </div>
          {isChart && (
            <Suspense fallback={<Skeleton height={204} width="auto" />}>
              <DryRunChart run={run} condition={condition} severity={severity} variable={variable} limits={limits} />
              {limits.threshold !== null && (
                <p className="muted">{t`Drag the limit on the chart, or move it with the arrow keys.`}</p>
              )}
            </Suspense>
          )}
          {run.alerts.length > 0 && !isChart && <Times run={run} />}
          {run.note && <p className="muted">{run.note}</p>}
        </div>
      )}
    </section>
  );
}

/** When it would have been active, newest first. */
function Times({ run: { alerts, count, to } }: { run: AlertDryRun }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1)
    <section className="chart-table alert-dry-run-table" aria-label={t`Times of the alerts`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Lasted`}</th>
            <th scope="col">{t`Why`}</th>
          </tr>
        </thead>
        <tbody>
          {alerts.toReversed().map(({ activeAt, clearedAt, text }) => (
            <tr key={activeAt}>
              <th scope="row">{formatDateTime(activeAt)}</th>
              <td>
                {clearedAt === null
                  ? t`${{ duration: formatDuration(to - activeAt) }} so far`
                  : formatDuration(clearedAt - activeAt)}
              </td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {alerts.length < count && (
        <p className="chart-table-note">{t`The table lists ${{ listed: alerts.length }} of ${count} alerts.`}</p>
      )}
    </section>
  );
}
