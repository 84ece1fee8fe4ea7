import type { AccountDashboard } from '@cyno/contract';
import { hasRight } from '@cyno/contract/device-rights';
import { t } from '@lingui/core/macro';
import { IconArrowLeft, IconCopy, IconTrash, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { useDevices, useSharedDevices } from '../../boards/devices/index.ts';
import { accountDashboardQuery } from './account-dashboard-query.ts';
import { DashboardHead } from './dashboard-head.tsx';
import './dashboard-page.css';
import type { DashboardRef } from './dashboard-ref.ts';
import { DashboardSurface } from './dashboard-surface.tsx';
import { DevicePicker } from './device-picker.tsx';
import { followsOf } from './follow.ts';
import { FollowNote } from './follow-note.tsx';
import { VersionsSheet } from './lazy-dialogs.ts';
import { useDashboardActions } from './list/use-dashboard-actions.ts';
import { useDashboardImport } from './list/use-dashboard-import.tsx';
import { LoadingDashboard } from './loading-dashboard.tsx';
import { SharedArea } from './source/shared-area.tsx';
import { useDashboardData } from './source/use-dashboard-source.ts';
import { useChosenDevice } from './use-chosen-device.ts';
import { DashboardEditor, useEditing } from './use-editing.ts';
import { WaitingNotice } from './waiting-notice.tsx';

type PageProps = {
  /** With whom it is shared, or what somebody with whom it is shared may do. */
  sharing: (dashboard: Pick<AccountDashboard, 'id' | 'name' | 'role'>) => ReactNode;
};

/** `/dashboard/{id}`: a dashboard of several devices, or of one that is chosen above it. */
export function AccountDashboardPage({ sharing }: PageProps) {
  const { dashboardId } = useParams();
  const id = Number(dashboardId);
  const { data, error, refetch } = useQuery({ ...accountDashboardQuery(id), enabled: Number.isInteger(id) });
  const devices = useDevices();
  const shared = useSharedDevices();
  const isGone = error instanceof ApiError && error.status === 404;
  if (!Number.isInteger(id) || (isGone && !data)) return <NoSuchDashboard />;
  if (data && !devices.isPending && !shared.isPending) {
    return (
      <SharedArea key={id} id={id}>
        <AccountDashboardView dashboard={data} isGone={isGone} sharing={sharing} />
      </SharedArea>
    );
  }
  if (error && !data) {
    return (
      <ErrorState title={t`The dashboard did not load`} onRetry={() => void refetch()} actions={<AllDashboards />}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return <LoadingDashboard />;
}

/** What a dashboard is called; undefined as long as it is not known. */
export const useDashboardName = (id: number): string | undefined =>
  useQuery({ ...accountDashboardQuery(id), enabled: Number.isInteger(id) }).data?.name;

function AllDashboards() {
  return <ButtonLink to="/dashboard">{t`All dashboards`}</ButtonLink>;
}

function NoSuchDashboard() {
  return (
    <Notice title={t`Dashboard not found`} actions={<AllDashboards />}>
      {t`It was deleted, or is no longer shared with you.`}
    </Notice>
  );
}

type ViewProps = {
  dashboard: AccountDashboard;
  /** It was deleted elsewhere, or is no longer shared. */
  isGone: boolean;
  sharing: PageProps['sharing'];
};

function AccountDashboardView({ dashboard, isGone, sharing }: ViewProps) {
  const { id, name, espids, widgets } = dashboard;
  const reference: DashboardRef = { kind: 'account', id };
  const { chosen, choices, choose } = useChosenDevice(espids);
  const { editing, ...editor } = useEditing();
  const [open, setOpen] = useState<'versions' | 'sharing' | null>(null);
  const file = useDashboardImport(editor.open);
  const actions = useDashboardActions();
  const dataOf = useDashboardData({ widgets: editing ? [] : widgets, espids, chosen });
  useWatch([...new Set([...espids, ...widgets.flatMap(({ device }) => device ?? [])])].sort());
  const mayEdit = hasRight(dashboard.role, 'manage');
  // What is edited stays.
  if (editing) {
    return (
      <>
        <h1 className="sr-only">{name}</h1>
        <DashboardEditor
          reference={reference}
          espids={espids}
          chosen={chosen}
          follows={followsOf(dashboard.follows)}
          isOwn={dashboard.role === 'owner'}
          maySave={mayEdit && !isGone}
          present={dashboard}
          imported={editing.imported}
          onClose={editor.close}
        />
      </>
    );
  }
  if (isGone) return <NoSuchDashboard />;
  const isOwn = dashboard.role === 'owner';
  const edit = () => editor.open();
  const more: MenuEntry[] = [
    {
      id: 'sharing',
      label: isOwn ? t`Share` : t`Shared with you`,
      icon: IconUserShare,
      onAction: () => setOpen('sharing'),
    },
    { id: 'copy', label: t`Duplicate`, icon: IconCopy, onAction: () => actions.duplicate(dashboard) },
    ...(isOwn
      ? [
          {
            id: 'delete',
            label: t`Delete`,
            icon: IconTrash,
            tone: 'danger' as const,
            onAction: () => void actions.remove(dashboard, { leave: true }),
          },
        ]
      : []),
    'separator',
  ];
  return (
    <>
      <Link to="/dashboard" className="dashboard-back">
        <Icon of={IconArrowLeft} size={16} />
        {t`Dashboards`}
      </Link>
      <DashboardHead
        dashboard={dashboard}
        reference={reference}
        more={more}
        isPage
        edit={
          mayEdit
            ? {
                onEdit: edit,
                isOpening: editor.isOpening,
                onVersions: () => setOpen('versions'),
                onImport: file.choose,
              }
            : null
        }
      >
        {chosen && choices.length > 1 && <DevicePicker devices={choices} chosen={chosen} onChoose={choose} />}
        {chosen && choices.length === 1 && dashboard.follows && <p className="dashboard-only">{chosen.name}</p>}
      </DashboardHead>
      <WaitingNotice reference={reference} dashboard={dashboard} isOwn={isOwn} />
      {widgets.length === 0 ? (
        <NoWidgets onEdit={mayEdit ? edit : null} />
      ) : (
        <FollowNote dashboard={dashboard}>
          <DashboardSurface widgets={widgets} chosen={chosen} espids={espids} dataOf={dataOf} />
        </FollowNote>
      )}
      {file.input}
      {open === 'versions' && (
        <Suspense fallback={null}>
          <VersionsSheet reference={reference} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'sharing' && (
        <Sheet title={isOwn ? t`Share “${name}”` : name} isOpen onClose={() => setOpen(null)}>
          {sharing(dashboard)}
        </Sheet>
      )}
    </>
  );
}

function NoWidgets({ onEdit }: { onEdit: (() => void) | null }) {
  return (
    <EmptyState
      title={t`No widgets yet`}
      actions={
        onEdit && (
          <Button variant="primary" onClick={onEdit}>
            {t`Add widgets`}
          </Button>
        )
      }
    >
      {t`Widgets show values of your devices and control their outputs.`}
    </EmptyState>
  );
}
