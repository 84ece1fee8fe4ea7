import type { ServerStatus } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { isFirstFetch } from '../../../lib/api/is-first-fetch.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { BackupsSection } from '../backups/index.ts';
import { ClockSection } from './clock-section.tsx';
import { DaySection } from './day-section.tsx';
import { DisksSection } from './disks-section.tsx';
import { HistorySection } from './history-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { LoadSection } from './load-section.tsx';
import { problemText } from './problem-text.ts';
import { serverStatusQuery, systemQuery } from './server-calls.ts';
import './server-page.css';
import { ServersSection } from './servers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SupportSection } from './support-section.tsx';
import {
  CertificatesSection,
  DatabaseSection,
  ErrorsSection,
  QueuesSection,
  SizesSection,
  VersionsSection,
} from './system-sections.tsx';

/**
 * `/admin/server`: whether the server can do its work, and what its administrator should look at. A feature that has more to show about
 * the server adds its section here; the section has a query of its own. `children`: sections of wings that stand above this one.
 */
export function ServerPage({ children }: { children?: ReactNode }) {
  const { data: status, error, isError, refetch } = useQuery(serverStatusQuery);
  const system = useQuery(systemQuery);
  const { data: report } = system;
  // The disk of another database server is not known.
  const hasOwnDisk = report?.database?.isEmbedded === true;
  const isReportMissing = system.isError && !report;
  // Its sections stand among the others and would push them down; one that fails is not waited for.
  const isReportDue = isFirstFetch(system);
  return (
    <>
      <PageHead title={t`System`} actions={status && <ReadyBadge ready={status.ready} />}>
        {t`How the server is, updated every 30 seconds.`}
      </PageHead>
      {status && !isReportDue ? (
        <div className="card-column">
          <ProblemsSection status={status} />
          <DaySection />
          <div className="card-columns">
            <div className="card-column">
              <DisksSection disks={status.disks} fullIn={report?.disksFullIn} />
              {report && <SizesSection sizes={report.sizes} />}
              <StorageSection storage={status.storage} />
              {status.storage.history && (
                <HistorySection history={status.storage.history} disks={hasOwnDisk ? status.disks : []} />
              )}
              {report && (
                <>
                  <DatabaseSection database={report.database} />
                  <QueuesSection queues={report.queues} />
                </>
              )}
            </div>
            <div className="card-column">
              <LoadSection />
              <BackupsSection />
              {children}
              {report && (
                <>
                  {report.servers && report.servers.length > 0 && <ServersSection servers={report.servers} />}
                  <JobsSection jobs={report.jobs} />
                  <CertificatesSection certificates={report.certificates} now={report.now} />
                </>
              )}
              <ClockSection now={status.now} clock={status.clock} />
              {report && (
                <>
                  <ErrorsSection errors={report.errors} />
                  <VersionsSection report={report} />
                </>
              )}
              {isReportMissing && <ReportError onRetry={() => void system.refetch()} error={system.error} />}
              <SupportSection />
            </div>
          </div>
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

function ReportError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Card className="section">
      <SectionError onRetry={onRetry}>{failureText(error)}</SectionError>
    </Card>
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
