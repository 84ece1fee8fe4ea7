import type { ServerStatus } from '@cyno/contract';
import { IconFileAlert } from '@tabler/icons-react';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';

/** Whether messages of boards reach the database, and what could not be read of those that had to wait. */
export function StorageSection({ storage }: { storage: ServerStatus['storage'] }) {
  const { storedAt, pendingMessages, spoolBytes, spoolLimitBytes, unreadable } = storage;
  return (
    <SectionCard
      id="storage"
      title="Messages of boards"
      description="While the database cannot store them, messages wait on the disk."
    >
      <dl className="server-figures">
        <div>
          <dt>Last stored</dt>
          <dd>{storedAt === null ? 'Not since the start' : formatDateTime(storedAt, { seconds: true })}</dd>
        </div>
        <div>
          <dt>Waiting in memory</dt>
          <dd>{pendingMessages.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Waiting on the disk</dt>
          <dd>
            {formatBytes(spoolBytes)} of {formatBytes(spoolLimitBytes)}
          </dd>
        </div>
      </dl>
      {unreadable.length > 0 && (
        <>
          <p className="section-note">
            These files could not be used as they are. They were moved to the folder <code>spool/unreadable</code> of
            the data folder and are never deleted by the server. Delete them there when you do not need them any more.
          </p>
          <RowList label="Files that could not be read">
            {unreadable.map(({ name, bytes, reason, at }) => (
              <Row
                key={name + at}
                icon={IconFileAlert}
                title={name}
                detail={`${formatBytes(bytes)}, ${formatDateTime(at)}: ${reason}.`}
              />
            ))}
          </RowList>
        </>
      )}
    </SectionCard>
  );
}
