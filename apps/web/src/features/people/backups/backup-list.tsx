import type { Backup, BackupKind } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { downloadBackup } from './backups-calls.ts';

/** The backups that there are, newest first. */
export function BackupList({ backups }: { backups: readonly Backup[] }) {
  if (backups.length === 0) return <p className="section-note">{t`No backups yet.`}</p>;
  return (
    <RowList label={t`Stored backups`}>
      {backups.map((backup) => (
        <BackupRow key={backup.file} backup={backup} />
      ))}
    </RowList>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const { file, at, bytes, kind, encrypted, checked } = backup;
  const download = useMutation({ mutationFn: () => withProof(() => downloadBackup(file)) });
  const time = formatDateTime(at);
  const facts = [formatBytes(bytes), kinds[kind](), ...(encrypted ? [t`encrypted`] : [])];
  return (
    <Row
      icon={IconDatabaseExport}
      title={time}
      badge={checked ? <Badge tone="success">{t`Restorable`}</Badge> : <Badge tone="warning">{t`Not checked`}</Badge>}
      detail={
        <>
          {facts.join(', ')}
          <br />
          {proofText(backup)}
          {download.error && <FormNote kind="error">{failureText(download.error)}</FormNote>}
        </>
      }
      actions={
        <Button size="small" aria-label={t`Download the backup of ${time}`} onClick={() => download.mutate()}>
          {t`Download`}
        </Button>
      }
    />
  );
}

const kinds: Readonly<Record<BackupKind, () => string>> = {
  planned: () => t`planned`,
  manual: () => t`by hand`,
  upgrade: () => t`before an upgrade`,
};

function proofText({ checked }: Backup): string {
  if (!checked) return t`It could not be restored here to compare it. See the documentation for the reasons.`;
  const { tables } = checked;
  const rows = checked.rows.toLocaleString('en-US');
  return t`Restored and compared on ${{ time: formatDateTime(checked.at) }}: ${rows} rows in ${tables} tables are equal`;
}
