import { useQuery } from '@tanstack/react-query';
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
        <PageHead title="Logs" />
        <ErrorState title="The log files could not be listed" onRetry={() => void files.refetch()}>
          {files.error.message}
        </ErrorState>
      </>
    );
  }
  if (!chosen) {
    return (
      <>
        <PageHead title="Logs">What the server wrote.</PageHead>
        <EmptyState title="No log files yet">
          The server writes one as soon as something happens. If this stays empty, look at LOG_LEVEL and at the rights
          of the data directory.
        </EmptyState>
      </>
    );
  }
  return <LogPanel key={chosen.name} files={files.data} file={chosen} {...state} />;
}

function LogsSkeleton() {
  return (
    <>
      <PageHead title="Logs">Reading the log files</PageHead>
      <div className="log-toolbar-space" />
      <Card className="logs">
        <LogFilesSkeleton />
        <LogLinesSkeleton />
      </Card>
    </>
  );
}
