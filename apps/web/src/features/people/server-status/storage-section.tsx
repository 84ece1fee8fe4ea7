import type { ServerStatus } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconFileAlert } from '@tabler/icons-react';
import { formatBytes, formatDateTime, formatExact } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';

/** Whether messages of boards reach the database, and what could not be read of those that had to wait. */
export function StorageSection({ storage }: { storage: ServerStatus['storage'] }) {
  const { storedAt, pendingMessages, spoolBytes, spoolLimitBytes, unreadable } = storage;
  return (
    <SectionCard
      id="storage"
      title={t`Messages of boards`}
      description={t`Messages wait on the disk while the database cannot store them.`}
    >
      <dl className="server-figures">
        <div>
          <dt>{t`Last stored`}</dt>
          <dd>{storedAt === null ? t`Not since the start` : formatDateTime(storedAt, { seconds: true })}</dd>
        </div>
        <div>
          <dt>{t`Waiting in memory`}</dt>
          <dd>{formatExact(pendingMessages)}</dd>
        </div>
        <div>
          <dt>{t`Waiting on the disk`}</dt>
          <dd>{t`${{ used: formatBytes(spoolBytes) }} of ${{ limit: formatBytes(spoolLimitBytes) }}`}</dd>
        </div>
      </dl>
      {unreadable.length > 0 && (
        <>
          <p className="section-note">
            <Trans>
              The server could not read these files and moved them to <code>spool/unreadable</code> in the data folder.
              Delete them there when you no longer need them.
            </Trans>
          </p>
          <RowList label={t`Files that could not be read`}>
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
