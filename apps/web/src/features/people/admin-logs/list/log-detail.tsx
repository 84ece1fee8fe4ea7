import { t } from '@lingui/core/macro';
import { IconFilter, IconListSearch } from '@tabler/icons-react';
import { formatDateTime, formatExact } from '../../../../lib/format/format.ts';
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
        {time !== null && <Field name={t`time`}>{formatDateTime(time, { seconds: true })}</Field>}
        <Field name={t`line`}>{formatExact(line + 1)}</Field>
        {request !== null && (
          <Field name={t`request id`}>
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
          {t`This line is longer than 64 KB; only its beginning is shown. Download the file to see it whole.`}
        </p>
      )}
      <div className="log-detail-actions">
        <CopyButton text={text} label={t`Copy the line as it stands in the file`}>
          {t`Copy`}
        </CopyButton>
        {request !== null && (
          <Button size="small" variant="ghost" icon={IconFilter} onClick={() => onRequest(request)}>
            {t`All lines of this request`}
          </Button>
        )}
        {onContext && (
          <Button size="small" variant="ghost" icon={IconListSearch} onClick={() => onContext(line)}>
            {t`Show surrounding lines`}
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
