import type { DashboardVersion } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './editor/dashboard-editor.css';
import { dashboardVersionsQuery, useRestoreVersion } from './dashboard-query.ts';
import type { DashboardRef } from './dashboard-ref.ts';

type VersionsSheetProps = { reference: DashboardRef; onClose: () => void };

/** What the dashboard was like before, to bring back. */
export function VersionsSheet({ reference, onClose }: VersionsSheetProps) {
  const { data, error, refetch } = useQuery(dashboardVersionsQuery(reference));
  return (
    <Sheet title={t`Earlier versions`} isOpen onClose={onClose}>
      {data && <Versions reference={reference} versions={data} onClose={onClose} />}
      {!data && error && (
        <ErrorState title={t`The versions did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <Skeleton height={240} width="auto" />}
    </Sheet>
  );
}

type VersionsProps = { reference: DashboardRef; versions: readonly DashboardVersion[]; onClose: () => void };

function Versions({ reference, versions, onClose }: VersionsProps) {
  const toasts = useToasts();
  const restore = useRestoreVersion(reference);
  const restoreVersion = ({ version, savedAt }: DashboardVersion) =>
    restore.mutate(version, {
      onSuccess: () => {
        onClose();
        toasts.add({
          kind: 'success',
          title: t`Restored the version from ${{ dateTime: formatDateTime(savedAt) }}`,
        });
      },
    });
  return (
    <div className="editor-form">
      <p className="editor-remark">
        {versions.length > 1
          ? t`Cyno stores the last 30 versions. Restoring one adds a new version, so nothing is lost.`
          : t`No earlier versions yet. Each save stores the version before it.`}
      </p>
      {restore.isError && <FormNote kind="error">{failureText(restore.error)}</FormNote>}
      <RowList label={t`Versions`}>
        {versions.map((each, index) => (
          <Row
            key={each.version}
            title={each.name}
            badge={index === 0 ? <Badge>{t`Current version`}</Badge> : undefined}
            detail={`${formatDateTime(each.savedAt)} · ${kindOf(each)} · ${countOf(each)}`}
            actions={
              index > 0 && (
                <Button
                  size="small"
                  aria-label={t`Restore version ${{ version: each.version }}`}
                  busy={restore.isPending}
                  onClick={() => restoreVersion(each)}
                >
                  {t`Restore`}
                </Button>
              )
            }
          />
        ))}
      </RowList>
    </div>
  );
}

const kindOf = ({ editedAt }: DashboardVersion) => (editedAt === null ? t`ready-made` : t`edited`);
const countOf = ({ widgets }: DashboardVersion) => plural(widgets, { one: '# widget', other: '# widgets' });
