import type { Backups } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { LastFailure } from './backup-run.tsx';
import { backupsQuery } from './backups-calls.ts';
import './backups-page.css';

/** For the page of the whole server: the newest backup, whether it was proven, and the next one. */
export function BackupsSection() {
  const { data, error, isError, refetch } = useQuery(backupsQuery);
  return (
    <SectionCard
      id="backups"
      title={t`Backups`}
      actions={<ButtonLink to="/admin/backups">{t`All backups`}</ButtonLink>}
    >
      {data ? (
        <Summary backups={data} />
      ) : isError ? (
        <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>
      ) : (
        <SectionSkeleton rows={2} />
      )}
    </SectionCard>
  );
}

function Summary({ backups: { backups, lastRun, unreachable, nextAt } }: { backups: Backups }) {
  const [newest] = backups;
  return (
    <>
      {unreachable ? <FormNote kind="error">{unreachable.error}</FormNote> : <LastFailure lastRun={lastRun} />}
      <dl className="backup-plan">
        {!unreachable && (
          <>
            <dt>{t`Newest backup`}</dt>
            <dd>{newest ? `${formatDateTime(newest.at)}, ${formatBytes(newest.bytes)}` : t`None yet`}</dd>
          </>
        )}
        {newest && (
          <>
            <dt>{t`Restorable`}</dt>
            <dd>
              {newest.checked ? t`Yes, checked on ${{ time: formatDateTime(newest.checked.at) }}` : t`Not checked`}
            </dd>
          </>
        )}
        <dt>{t`Next`}</dt>
        <dd>{nextAt === null ? t`Only by hand` : formatDateTime(nextAt)}</dd>
      </dl>
    </>
  );
}
