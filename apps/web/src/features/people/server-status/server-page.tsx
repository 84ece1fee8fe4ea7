import type { ServerStatus } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ClockSection } from './clock-section.tsx';
import { DisksSection } from './disks-section.tsx';
import { LoadSection } from './load-section.tsx';
import { problemText } from './problem-text.ts';
import { serverStatusQuery } from './server-calls.ts';
import './server-page.css';
import { StorageSection } from './storage-section.tsx';

/** `/admin/server`: whether the server can do its work, and what its administrator should look at. */
export function ServerPage() {
  const { data: status, error, isError, refetch } = useQuery(serverStatusQuery);
  return (
    <>
      <PageHead title={t`Server`} actions={status && <ReadyBadge ready={status.ready} />}>
        {t`What the server needs to do its work, updated every 30 seconds.`}
      </PageHead>
      {status ? (
        <div className="server-sections">
          <ProblemsSection status={status} />
          <DisksSection disks={status.disks} />
          <StorageSection storage={status.storage} />
          <LoadSection />
          <ClockSection now={status.now} clock={status.clock} />
        </div>
      ) : isError ? (
        <ErrorState title={t`The status did not load`} onRetry={() => void refetch()}>
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

const ReadyBadge = ({ ready }: { ready: boolean }) =>
  ready ? (
    <Badge tone="success" icon={IconCircleCheck}>
      {t`Ready`}
    </Badge>
  ) : (
    <Badge tone="danger" icon={IconCircleX}>
      {t`Not ready`}
    </Badge>
  );

function ProblemsSection({ status: { problems } }: { status: ServerStatus }) {
  return (
    <SectionCard id="problems" title={t`Problems`}>
      {problems.length === 0 ? (
        <p className="section-note">{t`No problems.`}</p>
      ) : (
        <RowList label={t`Problems`}>
          {problems.map((problem) => (
            <Row
              key={problem.part + problem.text}
              icon={problem.severity === 'failing' ? IconCircleX : IconAlertTriangle}
              title={problemText(problem).title}
              actions={
                problem.severity === 'failing' ? (
                  <Badge tone="danger">{t`Not ready`}</Badge>
                ) : (
                  <Badge tone="warning">{t`Warning`}</Badge>
                )
              }
              detail={`${problemText(problem).advice} ${t`Since ${{ dateTime: formatDateTime(problem.since) }}`}`}
            />
          ))}
        </RowList>
      )}
    </SectionCard>
  );
}
