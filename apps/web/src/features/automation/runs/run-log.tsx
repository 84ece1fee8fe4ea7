import type { Automation, AutomationRun } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { reportText } from '../../../lib/language/report-text.ts';
import { MoreButton } from '../../../ui/buttons/more-button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { SectionError } from '../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { runsQuery } from '../definitions/index.ts';
import './run-log.css';
import { RunOutcome } from './run-outcome.tsx';

const phaseText = (phase: AutomationRun['phase']): string | null =>
  ({ start: null, back: t`Went back`, limit: t`Time limit` })[phase];

type RunLogProps = {
  espid: string;
  automations: readonly Automation[];
  /** An automation briefly. */
  titleOf: (automation: Automation) => string;
  timeZone: string;
  /** The automation whose runs are shown; null: all. */
  chosen: number | null;
  onChoose: (id: number | null) => void;
};

/** What the automations did, newest first: when, why, and what came of it. */
export function RunLog({ espid, automations, titleOf, timeZone, chosen, onChoose }: RunLogProps) {
  const query = useInfiniteQuery(runsQuery(espid, chosen));
  const runs = query.data?.pages.flat() ?? [];
  const titles = new Map(automations.map((automation) => [automation.id, titleOf(automation).replace(/\.$/, '')]));
  const options = [
    { id: 'all', label: t`All automations` },
    ...[...titles].map(([id, label]) => ({ id: String(id), label })),
  ];
  return (
    <Card className="run-log" id="runs" aria-labelledby="runs-title">
      <div className="run-log-head">
        <div>
          <h2 id="runs-title">{t`Runs`}</h2>
          <p className="muted">{t`Times are in ${timeZone}.`}</p>
        </div>
        {automations.length > 1 && (
          <SelectField
            className="run-log-filter"
            label={t`Automation`}
            hideLabel
            options={options}
            value={chosen === null ? 'all' : String(chosen)}
            onChange={(id) => onChoose(id === 'all' ? null : Number(id))}
          />
        )}
      </div>
      {query.isPending && <RunSkeleton />}
      {query.isError && !query.data && (
        <div className="run-log-state">
          <SectionError
            onRetry={() => void query.refetch()}
          >{t`Runs did not load. ${{ reason: failureText(query.error) }}`}</SectionError>
        </div>
      )}
      {query.data && runs.length === 0 && (
        <p className="run-log-state muted">
          {chosen === null
            ? t`Each run of your automations appears here, with its reason and what the board answered.`
            : t`No runs yet`}
        </p>
      )}
      {runs.length > 0 && (
        <ul aria-label={t`Runs`}>
          {runs.map((run) => (
            <RunLine key={run.id} run={run} title={titles.get(run.automationId)} timeZone={timeZone} />
          ))}
        </ul>
      )}
      <MoreButton query={query}>{t`Show older runs`}</MoreButton>
    </Card>
  );
}

function RunLine({ run, title, timeZone }: { run: AutomationRun; title: string | undefined; timeZone: string }) {
  const { at, phase, outcome } = run;
  const label = phaseText(phase);
  return (
    <li className="run-line">
      <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, { seconds: true, timeZone })}</time>
      <span className="run-line-outcome">
        <RunOutcome outcome={outcome} />
      </span>
      <span className="run-line-text">
        <span className="run-line-title">
          {title ?? t`An automation`} {label && <Badge shape="tag">{label}</Badge>}
        </span>
        <span className="run-line-why">
          <span>{reportText(run.why, run.whyReport)}</span>
          <span>{reportText(run.result, run.resultReport)}</span>
        </span>
      </span>
    </li>
  );
}

function RunSkeleton() {
  return (
    <div className="run-log-state" aria-busy="true">
      <span className="sr-only">{t`Loading runs`}</span>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </div>
  );
}
