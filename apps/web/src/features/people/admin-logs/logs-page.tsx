import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { LogLinesSkeleton } from './list/log-lines-skeleton.tsx';
import { logFilesQuery } from './log-calls.ts';
import { LogFilesSkeleton } from './log-files.tsx';
import { LogPanel } from './log-panel.tsx';
import './list/log-list.css';
import './logs-page.css';
import { useLogView } from './use-log-view.ts';

/** `/admin/logs`: what the server wrote, for administrators. */
export function LogsPage() {
  const files = useQuery(logFilesQuery);
  const state = useLogView();
  const chosen = files.data?.files.find(({ name }) => name === state.view.file) ?? files.data?.files[0];
  if (files.isPending) return <LogsSkeleton />;
  if (!files.data) {
    return (
      <>
        <PageHead title={t`Logs`} />
        <ErrorState title={t`The log files did not load`} onRetry={() => void files.refetch()}>
          {failureText(files.error)}
        </ErrorState>
      </>
    );
  }
  if (!chosen) {
    return (
      <>
        <PageHead title={t`Logs`}>{t`What the server logged.`}</PageHead>
        <EmptyState title={t`No log files yet`}>
          {t`The server creates one with its first message. If none appears, check LOG_LEVEL and the permissions of the data directory.`}
        </EmptyState>
      </>
    );
  }
  return <LogPanel key={chosen.name} files={files.data} file={chosen} {...state} />;
}

function LogsSkeleton() {
  return (
    <>
      <PageHead title={t`Logs`}>{t`Loading log files…`}</PageHead>
      <div className="log-toolbar-space" />
      <Card className="logs">
        <LogFilesSkeleton />
        <LogLinesSkeleton />
      </Card>
    </>
  );
}
