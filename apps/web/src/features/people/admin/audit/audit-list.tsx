import type { AuditEntry } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconChevronRight } from '@tabler/icons-react';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import './audit-list.css';
import { actionLabel, detailsOf } from './audit-labels.ts';

type AuditListProps = {
  entries: readonly AuditEntry[];
  /** For the entries of one person. */
  hidesTarget?: boolean;
};

/** What administrators did, newest first; each entry opens to its details. */
export function AuditList({ entries, hidesTarget = false }: AuditListProps) {
  return (
    <ol className={hidesTarget ? 'audit-list audit-list-narrow' : 'audit-list'}>
      {!hidesTarget && (
        <li className="audit-line audit-head only-wide" aria-hidden="true">
          <span />
          <span>{t`Action`}</span>
          <span>{t`About`}</span>
          <span>{t`By`}</span>
          <span className="audit-head-when">{t`When`}</span>
        </li>
      )}
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className="audit-entry">
            <summary className="audit-line">
              <Icon of={IconChevronRight} size={16} className="audit-chevron" />
              <span className="audit-what">{actionLabel(entry.action)}</span>
              {!hidesTarget && <span className="audit-whom">{entry.target}</span>}
              <span className="audit-who">
                <span className="sr-only">{t`By`} </span>
                {entry.actor}
              </span>
              <time className="audit-when num" dateTime={new Date(entry.at).toISOString()}>
                {formatDateTime(entry.at)}
              </time>
            </summary>
            <Details entry={entry} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  return (
    <dl className="audit-details num">
      <dt>{t`When`}</dt>
      <dd>{formatDateTime(entry.at, { seconds: true })}</dd>
      <dt>{t`By`}</dt>
      <dd>{entry.actor}</dd>
      {entry.target && (
        <>
          <dt>{t`About`}</dt>
          <dd>{entry.target}</dd>
        </>
      )}
      <dt>{t`From`}</dt>
      <dd className="mono">{entry.ip ?? t`the server itself`}</dd>
      {detailsOf(entry).map(([label, text]) => (
        <div key={label} className="audit-detail">
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
