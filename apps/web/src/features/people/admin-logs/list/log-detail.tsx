import { IconFilter, IconListSearch } from '@tabler/icons-react';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { detailsOf, type LogEntry } from '../log-entry.ts';
import { Marked } from './marked.tsx';

type LogDetailProps = {
  entry: LogEntry;
  query: string;
  onRequest: (request: string) => void;
  onContext: ((line: number) => void) | undefined;
};

/** Everything that a line contains, and where to go from it. */
export function LogDetail({ entry, query, onRequest, onContext }: LogDetailProps) {
  const { request, time, line, text, cut } = entry;
  const details = detailsOf(entry);
  return (
    <div className={entry.level === 'error' || entry.level === 'fatal' ? 'log-detail log-detail-error' : 'log-detail'}>
      <dl>
        {time !== null && <Field name="time">{formatDateTime(time, { seconds: true })}</Field>}
        <Field name="line">{(line + 1).toLocaleString('en-US')}</Field>
        {request !== null && (
          <Field name="request id">
            <button type="button" className="log-request link" onClick={() => onRequest(request)}>
              {request}
            </button>
          </Field>
        )}
        {details.map(([name, value]) => (
          <Field key={name} name={name}>
            <Marked text={value} query={query} />
          </Field>
        ))}
      </dl>
      {cut && (
        <p className="log-cut">
          This line is longer than 64 KB; only its beginning is shown. Download the file to see it whole.
        </p>
      )}
      <div className="log-detail-actions">
        <CopyButton text={text} label="Copy the line as it stands in the file">
          Copy
        </CopyButton>
        {request !== null && (
          <Button size="small" variant="ghost" icon={IconFilter} onClick={() => onRequest(request)}>
            All lines of this request
          </Button>
        )}
        {onContext && (
          <Button size="small" variant="ghost" icon={IconListSearch} onClick={() => onContext(line)}>
            Show among its neighbours
          </Button>
        )}
      </div>
    </div>
  );
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
