import type { Dashboard as DashboardData, DeviceDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconLayoutDashboard, IconLayoutGrid } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { RoleNote } from '../../../ui/status/role-note.tsx';
import { may, type SeenDevice } from '../../boards/devices/index.ts';
import { DashboardHead } from './dashboard-head.tsx';
import './dashboard-page.css';
import { dashboardQuery } from './dashboard-query.ts';
import type { DashboardRef } from './dashboard-ref.ts';
import { DashboardSurface } from './dashboard-surface.tsx';
import { TemplateDialog, VersionsSheet } from './lazy-dialogs.ts';
import { NoDashboard } from './list/no-dashboard.tsx';
import { useDashboardImport } from './list/use-dashboard-import.tsx';
import { LoadingDashboard } from './loading-dashboard.tsx';
import { useDashboardData } from './source/use-dashboard-source.ts';
import { DashboardEditor, useEditing } from './use-editing.ts';
import { WaitingNotice } from './waiting-notice.tsx';

/** The Dashboard tab: widgets with the board's live values and controls, ready-made for its kit or arranged by hand. */
export function DashboardPage({ device }: { device: SeenDevice }) {
  useWatch([device.espid]);
  const { data, error, refetch } = useQuery(dashboardQuery(device.espid));
  if (data) return <Dashboard device={device} state={data} />;
  if (error) {
    return (
      <ErrorState title={t`The dashboard did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return <LoadingDashboard />;
}

type ReadOnlyProps = { device: SeenDevice; dashboard: DashboardData | null };

/** The dashboard for somebody who may not arrange it. */
function ReadOnlyDashboard({ device, dashboard }: ReadOnlyProps) {
  const dataOf = useDashboardData({ widgets: dashboard?.widgets ?? [], chosen: device });
  if (!dashboard || dashboard.widgets.length === 0) {
    return (
      <EmptyState title={t`No dashboard yet`}>
        {t`${{ owner: device.owner ?? '' }} has not created a dashboard for this device. See its values on the Overview tab.`}
      </EmptyState>
    );
  }
  return (
    <>
      <DashboardHead dashboard={dashboard} reference={{ kind: 'device', espid: device.espid }} edit={null} />
      {!may(device, 'operate') && dashboard.widgets.some(({ content }) => 'target' in content) && (
        <RoleNote>
          {t`You can only view. Ask ${{ owner: device.owner ?? '' }} for the operator role to control outputs.`}
        </RoleNote>
      )}
      <DashboardSurface widgets={dashboard.widgets} chosen={device} dataOf={dataOf} />
    </>
  );
}

function Dashboard({ device, state }: { device: SeenDevice; state: DeviceDashboard }) {
  const [choosing, setChoosing] = useState<string | null>(null);
  const { editing, ...editor } = useEditing();
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const file = useDashboardImport(editor.open);
  const { dashboard, offer } = state;
  const reference: DashboardRef = { kind: 'device', espid: device.espid };
  const espids = [device.espid];
  const dataOf = useDashboardData({ widgets: editing ? [] : (dashboard?.widgets ?? []), chosen: device });
  const mayEdit = may(device, 'manage');
  // What is edited stays also without the right to it.
  if (editing) {
    return (
      <DashboardEditor
        reference={reference}
        espids={espids}
        chosen={device}
        maySave={mayEdit}
        present={dashboard}
        imported={editing.imported}
        onClose={editor.close}
      />
    );
  }
  if (!mayEdit) return <ReadOnlyDashboard device={device} dashboard={dashboard} />;
  return (
    <>
      {dashboard ? (
        <>
          <DashboardHead
            dashboard={dashboard}
            reference={reference}
            edit={{
              onEdit: () => editor.open(),
              isOpening: editor.isOpening,
              onVersions: () => setVersionsOpen(true),
              onImport: file.choose,
            }}
            more={[
              {
                id: 'several',
                label: t`Dashboards for several devices`,
                icon: IconLayoutDashboard,
                href: '/dashboard',
              },
              {
                id: 'ready',
                label: t`Ready-made dashboards`,
                icon: IconLayoutGrid,
                onAction: () => setChoosing(dashboard.origin?.template ?? ''),
              },
            ]}
          />
          <WaitingNotice reference={reference} dashboard={dashboard} isOwn={may(device, 'own')} />
          {offer && <Offer offer={offer} dashboard={dashboard} onChoose={() => setChoosing(offer.template)} />}
          {dashboard.widgets.length === 0 && <NoWidgets onEdit={() => editor.open()} />}
          <DashboardSurface widgets={dashboard.widgets} chosen={device} dataOf={dataOf} />
        </>
      ) : (
        <NoDashboard
          device={device}
          state={state}
          onChoose={() => setChoosing(offer?.template ?? '')}
          onEdit={() => editor.open()}
          onImport={file.choose}
        />
      )}
      {file.input}
      <Suspense fallback={null}>
        {choosing !== null && (
          <TemplateDialog device={device} state={state} initial={choosing} onClose={() => setChoosing(null)} />
        )}
        {areVersionsOpen && <VersionsSheet reference={reference} onClose={() => setVersionsOpen(false)} />}
      </Suspense>
    </>
  );
}

type Offered = NonNullable<DeviceDashboard['offer']>;
type OfferProps = { offer: Offered; dashboard: DashboardData; onChoose: () => void };

function Offer({ offer, dashboard, onChoose }: OfferProps) {
  return (
    <p className="dashboard-offer">
      <span>
        {offer.template === dashboard.origin?.template
          ? t`A newer version of this ready-made dashboard is available.`
          : t`The board now reports another kit, with its own dashboard: ${{ title: offer.title }}.`}
      </span>
      <Button size="small" onClick={onChoose}>
        {t`View`}
      </Button>
    </p>
  );
}

function NoWidgets({ onEdit }: { onEdit: () => void }) {
  return (
    <EmptyState
      title={t`No widgets yet`}
      actions={
        <Button variant="primary" onClick={onEdit}>
          {t`Add widgets`}
        </Button>
      }
    >
      {t`Widgets show the board's values and control its outputs.`}
    </EmptyState>
  );
}
