import type { ServerJob } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { runJob, systemQuery } from './server-calls.ts';

/** The background jobs whose last run failed, each with why and a way to run it again; the others are counted. */
export function JobsSection({ jobs }: { jobs: readonly ServerJob[] | null }) {
  const failed = jobs?.filter(({ state }) => state === 'failed') ?? [];
  const skipped = jobs?.filter(({ state }) => state === 'skipped') ?? [];
  const others = (jobs?.length ?? 0) - failed.length - skipped.length;
  return (
    <SectionCard
      id="jobs"
      title={t`Background jobs`}
      description={t`Cleaning up, rollups and the like, at fixed times.`}
    >
      {jobs === null ? (
        <p className="section-note">{t`The database does not respond.`}</p>
      ) : (
        <>
          {failed.length > 0 && (
            <RowList label={t`Failed jobs`}>
              {failed.map((job) => (
                <FailedJob key={job.name} job={job} />
              ))}
            </RowList>
          )}
          {skipped.length > 0 && (
            <p className="section-note">
              {plural(skipped.length, {
                one: '# job was skipped: it removes by age, and the clock may be wrong.',
                other: '# jobs were skipped: they remove by age, and the clock may be wrong.',
              })}
            </p>
          )}
          <p className="section-note">
            {failed.length + skipped.length === 0
              ? plural(others, { one: '# job works.', other: 'All # jobs work.' })
              : plural(others, { one: '# other job works.', other: 'The other # jobs work.' })}
          </p>
        </>
      )}
    </SectionCard>
  );
}

function FailedJob({ job: { name, at, error } }: { job: ServerJob }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const run = useMutation({
    mutationFn: () => runJob(name),
    onSuccess: () => toasts.add({ kind: 'success', title: t`The job starts within a moment` }),
    onError: (failure) => toasts.add({ kind: 'error', title: t`The job did not start`, detail: failureText(failure) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey }),
  });
  return (
    <Row
      title={name}
      badge={<Badge tone="danger">{t`Failed`}</Badge>}
      detail={[error, at !== null && formatDateTime(at)].filter(Boolean).join(' · ')}
      actions={
        <Button icon={IconPlayerPlay} busy={run.isPending} onClick={() => run.mutate()}>
          {t`Run again`}
        </Button>
      }
    />
  );
}
