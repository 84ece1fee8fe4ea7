import { memo } from 'react';
import { formatDate } from '../../../../lib/format/format.ts';
import { type EntryLevel, formatLogTime, type LogEntry } from '../log-entry.ts';
import { LogDetail } from './log-detail.tsx';
import { Marked } from './marked.tsx';

const levelClasses: Record<EntryLevel, string> = {
  trace: '',
  debug: '',
  info: '',
  text: '',
  warn: 'log-row-warn',
  error: 'log-row-error',
  fatal: 'log-row-error',
};

type LogRowProps = {
  entry: LogEntry;
  showsDay: boolean;
  query: string;
  isOpen: boolean;
  /** The one that the keyboard stands on. */
  isCurrent: boolean;
  onToggle: (line: number) => void;
  onRequest: (request: string) => void;
  /** Shows the line among its neighbours; undefined when it is. */
  onContext: ((line: number) => void) | undefined;
};

/** A line of the log; a press opens everything that it contains. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { entry, showsDay, query, isOpen, isCurrent, onToggle, onRequest, onContext } = props;
  return (
    <>
      <button
        type="button"
        className={['log-row', levelClasses[entry.level], isOpen && 'log-row-open'].filter(Boolean).join(' ')}
        aria-expanded={isOpen}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => {
          // Somebody who marks a text to copy it does not want to open the line.
          if (window.getSelection()?.type !== 'Range') onToggle(entry.line);
        }}
      >
        <span className="log-time">
          {entry.time !== null && `${showsDay ? `${formatDate(entry.time)} ` : ''}${formatLogTime(entry.time)}`}
        </span>
        <span className="log-level" lang="en">
          {entry.level}
        </span>
        <span className="log-source" lang="en">
          {entry.source}
        </span>
        <span className="log-message" lang="en">
          <Marked text={entry.message} query={query} />
          {entry.remark !== '' && (
            <>
              {' '}
              <span className="log-remark">
                <Marked text={entry.remark} query={query} />
              </span>
            </>
          )}
        </span>
      </button>
      {isOpen && <LogDetail entry={entry} query={query} onRequest={onRequest} onContext={onContext} />}
    </>
  );
});
