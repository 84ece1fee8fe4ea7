import type { AuditEntry } from '@cyno/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import './audit-list.css';
import { actionLabels, detailsOf } from './audit-labels.ts';

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
          <span>What</span>
          <span>Whom</span>
          <span>Who</span>
          <span className="audit-head-when">When</span>
        </li>
      )}
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className="audit-entry">
            <summary className="audit-line">
              <Icon of={IconChevronRight} size={16} className="audit-chevron" />
              <span className="audit-what">{actionLabels[entry.action] ?? entry.action}</span>
              {!hidesTarget && <span className="audit-whom">{entry.target}</span>}
              <span className="audit-who">
                <span className="sr-only">by </span>
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
      <dt>When</dt>
      <dd>{formatDateTime(entry.at, { seconds: true })}</dd>
      <dt>Who</dt>
      <dd>{entry.actor}</dd>
      {entry.target && (
        <>
          <dt>Whom</dt>
          <dd>{entry.target}</dd>
        </>
      )}
      <dt>From</dt>
      <dd className="mono">{entry.ip ?? 'the server itself'}</dd>
      {detailsOf(entry).map(([label, text]) => (
        <div key={label} className="audit-detail">
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
