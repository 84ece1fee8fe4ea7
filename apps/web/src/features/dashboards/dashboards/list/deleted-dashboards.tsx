import type { DashboardList } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useRestoreDashboard } from '../account-dashboard-query.ts';

/** What was deleted in the last seven days, to bring back; nothing when nothing was. */
export function DeletedDashboards({ deleted }: Pick<DashboardList, 'deleted'>) {
  const toasts = useToasts();
  const restore = useRestoreDashboard();
  if (deleted.length === 0) return null;
  return (
    <details className="dashboards-deleted">
      <summary>{t`Deleted in the last 7 days (${{ count: deleted.length }})`}</summary>
      <RowList label={t`Deleted dashboards`}>
        {deleted.map(({ id, name, restorableUntil }) => (
          <Row
            key={id}
            title={name}
            detail={t`Can be restored until ${{ dateTime: formatDateTime(restorableUntil) }}`}
            actions={
              <Button
                size="small"
                aria-label={t`Restore ${name}`}
                disabled={restore.isPending}
                onClick={() =>
                  restore.mutate(id, {
                    onError: (error) =>
                      toasts.add({
                        kind: 'error',
                        title: t`The dashboard was not restored`,
                        key: 'dashboard',
                        detail: failureText(error),
                      }),
                  })
                }
              >
                {t`Restore`}
              </Button>
            }
          />
        ))}
      </RowList>
    </details>
  );
}
