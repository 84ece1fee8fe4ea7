import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import type { LineSource } from '../lines/line-source.ts';
import { LogLinesSkeleton } from './log-lines-skeleton.tsx';
import { LogList } from './log-list.tsx';

type LogLinesProps = {
  source: LineSource;
  showsDay: boolean;
  query: string;
  isFiltered: boolean;
  openLine: number | null;
  onOpen: (line: number | null) => void;
  onShow: (firstPlace: number, lastPlace: number, count: number) => void;
  onRequest: (request: string) => void;
  onContext: (line: number) => void;
  onRetry: () => void;
  onClear: () => void;
};

/** The lines of the chosen file in each of their states. */
export function LogLines(props: LogLinesProps) {
  const { source, isFiltered, onContext, onRetry, onClear, ...list } = props;
  if (source.count > 0) {
    return <LogList source={source} {...list} onContext={isFiltered ? onContext : undefined} />;
  }
  if (source.error instanceof Error) {
    return (
      <div className="log-state">
        <ErrorState title={t`The lines did not load`} onRetry={onRetry}>
          {failureText(source.error)}
        </ErrorState>
      </div>
    );
  }
  if (source.state === undefined || source.progress < 1) return <LogLinesSkeleton />;
  return (
    <div className="log-state">
      {isFiltered ? (
        <EmptyState title={t`No line matches`} actions={<Button onClick={onClear}>{t`Show all lines`}</Button>}>
          {t`Try another file, a lower level or fewer words.`}
        </EmptyState>
      ) : (
        <EmptyState title={source.state.growing ? t`Nothing written yet` : t`This file is empty`}>
          {source.state.growing ? t`Lines show up here as the server writes them.` : t`Choose another one.`}
        </EmptyState>
      )}
    </div>
  );
}
