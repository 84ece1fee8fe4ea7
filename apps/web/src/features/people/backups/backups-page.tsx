import type { Backups } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { docsPath } from '../../../lib/language/docs-path.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { SectionCard, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupRun } from './backup-run.tsx';
import { backupsQuery, beginBackup } from './backups-calls.ts';
import './backups-page.css';

/** `/admin/backups`: what there is to restore, whether it was proven, and what is planned. */
export function BackupsPage() {
  const { data, error, isError, refetch } = useQuery(backupsQuery);
  return (
    <>
      <PageHead title={t`Backups`} actions={data && <BeginButton disabled={data.running !== null} />}>
        {t`Everything of this server. Each backup is restored beside it and compared, table by table.`}
      </PageHead>
      {data ? (
        <div className="card-columns">
          <div className="card-column">
            <BackupRun running={data.running} lastRun={data.lastRun} />
            <SectionCard id="backups" title={t`Stored backups`} description={data.target}>
              {data.unreachable === null ? (
                <BackupList backups={data.backups} />
              ) : (
                <FormNote kind="error">{data.unreachable.error}</FormNote>
              )}
            </SectionCard>
          </div>
          <PlanSection backups={data} />
        </div>
      ) : isError ? (
        <ErrorState title={t`The backups did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      ) : (
        <Card className="section">
          <SectionSkeleton rows={4} />
        </Card>
      )}
    </>
  );
}

function BeginButton({ disabled }: { disabled: boolean }) {
  const cache = useQueryClient();
  const begin = useMutation({
    mutationFn: () => withProof(beginBackup),
    onSettled: () => cache.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  return (
    <>
      {begin.error && <FormNote kind="error">{failureText(begin.error)}</FormNote>}
      <Button variant="primary" disabled={disabled} busy={begin.isPending} onClick={() => begin.mutate()}>
        {t`Back up now`}
      </Button>
    </>
  );
}

function PlanSection({ backups: { every, at, nextAt, keep, encrypted, pointInTime } }: { backups: Backups }) {
  const { days, weeks, months } = keep;
  return (
    <SectionCard id="plan" title={t`Plan and restore`}>
      <dl className="backup-plan">
        <dt>{t`Made`}</dt>
        <dd>{planText(every, at)}</dd>
        {nextAt !== null && (
          <>
            <dt>{t`Next`}</dt>
            <dd>{formatDateTime(nextAt)}</dd>
          </>
        )}
        <dt>{t`Kept`}</dt>
        <dd>{t`The newest of each of ${days} days, ${weeks} weeks and ${months} months`}</dd>
        {pointInTime && (
          <>
            <dt>{t`Any moment`}</dt>
            <dd>
              {pointInTime.since === null
                ? t`Can be restored from the next backup on`
                : t`Can be restored since ${{ time: formatDateTime(pointInTime.since) }}`}
            </dd>
          </>
        )}
        <dt>{t`Encrypted`}</dt>
        <dd>{encrypted ? t`Yes, with the passphrase of this server` : t`No`}</dd>
      </dl>
      <p className="section-note">
        <Trans>
          To restore, stop Cyno and run the command <code>restore</code> with the file. The previous data is kept.
        </Trans>{' '}
        <a className="link" href={docsPath('running/backup/')} target="_blank" rel="noopener noreferrer">
          {t`Settings and how to restore`}
        </a>
      </p>
    </SectionCard>
  );
}

function planText(every: Backups['every'], at: string): string {
  if (every === 'day') return t`Each day at ${at}, time of the server`;
  if (every === 'week') return t`Each Sunday at ${at}, time of the server`;
  return t`Only by hand. Set BACKUP_TARGET to another disk or machine to have one each day.`;
}
