import type { AutomationDefinition, DryRun } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import '../../../../ui/charts/chart-table.css';
import { reportText } from '../../../../lib/language/report-text.ts';
import { SectionError } from '../../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { dryRunQuery } from '../../definitions/index.ts';
import './dry-run-view.css';
import type { Names } from '../../definitions/index.ts';
import { countText, type DryRunDays, dryRunDays, hasHistory, phaseText } from './dry-run-text.ts';
import { FollowingSteps } from './following-steps.tsx';

// The charts come only with a response to draw.
const DryRunCharts = lazy(async () => ({ default: (await import('./dry-run-charts.tsx')).DryRunCharts }));

type DryRunViewProps = { espid: string; definition: AutomationDefinition; names: Names; timeZone: string };

/** What an automation would have done in the last days: how often, on the chart of what it read, and as a table. */
export function DryRunView({ espid, definition, names, timeZone }: DryRunViewProps) {
  const [days, setDays] = useState<DryRunDays>('7');
  const [asTable, setAsTable] = useState(false);
  const query = useQuery(dryRunQuery(espid, { definition, days: Number(days) }));
  const { data: run, isPlaceholderData } = query;
  const isRule = definition.kind === 'rule';
  // Of alerts alone there is nothing to draw.
  const isDrawn = isRule && run?.series.length !== 0;
  return (
    <section className="dry-run" aria-label={t`Test on past data`} aria-busy={query.isFetching || undefined}>
      <div className="dry-run-head">
        <h3>{t`Test on past data`}</h3>
        <Segmented label={t`How far back`} options={dryRunDays()} value={days} onChange={setDays} />
      </div>
      {query.isPending && <Skeleton height={isRule ? 240 : 60} />}
      {query.isError && !run && (
        <SectionError onRetry={() => void query.refetch()}>
          {t`The test failed. ${{ reason: failureText(query.error) }}`}
        </SectionError>
      )}
      {run && (
        <div className={isPlaceholderData ? 'dry-run-result dry-run-old' : 'dry-run-result'}>
          <div className="dry-run-head">
            <p className="dry-run-count" role="status">
              {isRule && !hasHistory(run) ? (
                <span className="muted">{t`No data to test on: nothing was stored in this time.`}</span>
              ) : (
                countText(run)
              )}
            </p>
            {isDrawn && run.firings.length > 0 && (
              <IconButton
                label={t`Show as a table`}
                icon={IconTable}
                size="small"
                aria-pressed={asTable}
                onClick={() => setAsTable(!asTable)}
              />
            )}
          </div>
          {isDrawn && hasHistory(run) && !asTable && (
            <Suspense fallback={<Skeleton height={204} />}>
              <DryRunCharts run={run} definition={definition} names={names} timeZone={timeZone} />
              <Legend run={run} />
            </Suspense>
          )}
          {run.firings.length > 0 && (asTable || !isDrawn) && (
            <Firings run={run} isRule={isRule} espid={espid} names={names} timeZone={timeZone} />
          )}
          {run.note && <p className="muted">{reportText(run.note, run.noteReport)}</p>}
        </div>
      )}
    </section>
  );
}

function Legend({ run: { firings } }: { run: DryRun }) {
  if (firings.length === 0) return null;
  return (
    <p className="dry-run-legend">
      <span>
        <i className="dry-run-start" aria-hidden="true" /> {t`Start`}
      </span>
      {firings.some(({ phase }) => phase !== 'start') && (
        <span>
          <i className="dry-run-end" aria-hidden="true" /> {t`End`}
        </span>
      )}
    </p>
  );
}

type FiringsProps = { run: DryRun; isRule: boolean; espid: string; names: Names; timeZone: string };

/** When it would have fired, newest first, and what would have followed. */
function Firings({ run: { firings, count }, isRule, espid, names, timeZone }: FiringsProps) {
  const hasSteps = firings.some(({ steps }) => steps.length > 0);
  const starts = firings.filter(({ phase }) => phase === 'start').length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1)
    <section className="chart-table dry-run-table" aria-label={t`Times of the runs`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            {isRule && <th scope="col">{t`Event`}</th>}
            {isRule && <th scope="col">{t`Why`}</th>}
            {hasSteps && <th scope="col">{t`What follows`}</th>}
          </tr>
        </thead>
        <tbody>
          {firings.toReversed().map(({ at, phase, why, whyReport, steps }) => (
            <tr key={`${at} ${phase}`}>
              <th scope="row">{formatDateTime(at, { seconds: true, timeZone })}</th>
              {isRule && <td>{phaseText(phase)}</td>}
              {isRule && <td>{reportText(why, whyReport)}</td>}
              {hasSteps && (
                <td>
                  <FollowingSteps steps={steps} espid={espid} names={names} timeZone={timeZone} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {starts < count && <p className="chart-table-note">{t`The table lists ${starts} of ${count} runs.`}</p>}
    </section>
  );
}
