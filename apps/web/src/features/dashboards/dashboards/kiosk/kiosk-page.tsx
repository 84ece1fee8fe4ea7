import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { usePageOwner, useSession } from '../../../../lib/api/session.ts';
import { useLiveState, useWatch } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../../ui/cards/states.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { accountDashboardQuery } from '../account-dashboard-query.ts';
import { DashboardGrid } from '../dashboard-grid.tsx';
import '../dashboard-page.css';
import { dashboardQuery } from '../dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import { DevicePicker } from '../device-picker.tsx';
import { LoadingDashboard } from '../loading-dashboard.tsx';
import { SharedArea } from '../source/shared-area.tsx';
import { useAlertSigns, useDashboardData } from '../source/use-dashboard-source.ts';
import { useChosenDevice } from '../use-chosen-device.ts';
import { WidgetAlertsContext } from '../widgets/widget-alerts.tsx';
import { nameOf, readKiosk } from './kiosk-address.ts';
import { KioskFrame } from './kiosk-frame.tsx';
import { useKioskMemory } from './kiosk-memory.ts';

/** Dashboards on a screen of their own, one after the other. */
export function KioskPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isBack = useKioskMemory(usePageOwner()?.userId ?? '');
  const { references, every, theme } = readKiosk(params);
  const [turn, setTurn] = useState(0);
  const count = references.length;
  const reference = references[turn % Math.max(1, count)];
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    void navigate(reference ? pageOf(reference) : '/device');
  };
  if (!isBack) return null;
  if (!reference) {
    return (
      <div className="kiosk-empty">
        <EmptyState title={t`No dashboard chosen`} actions={<Button onClick={leave}>{t`View your devices`}</Button>}>
          {t`Open a dashboard and choose Full screen there.`}
        </EmptyState>
      </div>
    );
  }
  const next = count > 1 ? { every, onEnd: () => setTurn((before) => before + 1) } : undefined;
  return (
    <SharedArea id={reference.kind === 'account' ? reference.id : null}>
      <Kiosk reference={reference} theme={theme} turn={next} onLeave={leave} />
    </SharedArea>
  );
}

const pageOf = (reference: DashboardRef) =>
  reference.kind === 'device' ? devicePath(reference.espid, 'Dashboard') : `/dashboard/${reference.id}`;

/** What a dashboard shows; `widgets` are undefined while they are on the way. */
function useKioskView(reference: DashboardRef) {
  const isAccounts = reference.kind === 'account';
  const own = useQuery({ ...dashboardQuery(isAccounts ? '' : reference.espid), enabled: !isAccounts }).data;
  const accounts = useQuery({ ...accountDashboardQuery(isAccounts ? reference.id : 0), enabled: isAccounts }).data;
  const espids = isAccounts ? (accounts?.espids ?? none) : [reference.espid];
  const { chosen, choices, choose } = useChosenDevice(espids);
  const dashboard = isAccounts ? accounts : own?.dashboard;
  const isThere = isAccounts ? accounts !== undefined : own !== undefined && chosen !== null;
  return {
    name: dashboard?.name ?? t`Dashboard`,
    widgets: isThere ? (dashboard?.widgets ?? none) : undefined,
    chosen,
    choices,
    choose,
    espids,
  };
}

const none: readonly never[] = [];

type KioskProps = {
  reference: DashboardRef;
  theme: 'light' | 'dark' | null;
  turn: { every: number; onEnd: () => void } | undefined;
  onLeave: () => void;
};

function Kiosk({ reference, theme, turn, onLeave }: KioskProps) {
  const { name, widgets, chosen, choices, choose, espids } = useKioskView(reference);
  const isLive = useLiveState() === 'open';
  const isSignedOut = useSession() === null;
  const visible = widgets ?? none;
  const signs = useAlertSigns();
  const dataOf = useDashboardData({ widgets: visible, chosen, espids });
  useWatchParts(visible, espids);
  return (
    <KioskFrame
      title={name}
      widgets={visible}
      theme={theme}
      turn={turn}
      isLive={isLive}
      onLeave={onLeave}
      problem={
        isSignedOut
          ? t`You are logged out. Leave and log in again, or use a public link, which does not log out.`
          : null
      }
      head={
        chosen &&
        choices.length > 1 && (
          <>
            <h1>{name}</h1>
            <DevicePicker devices={choices} chosen={chosen} onChoose={choose} />
          </>
        )
      }
    >
      {(onPage) => {
        if (!widgets) return <LoadingDashboard />;
        if (onPage.length > 0) {
          return (
            <WidgetAlertsContext value={signs}>
              <DashboardGrid key={nameOf(reference)} widgets={onPage} dataOf={dataOf} />
            </WidgetAlertsContext>
          );
        }
        return (
          <div className="kiosk-empty">
            <EmptyState title={t`No widgets yet`}>{t`Widgets that you add to the dashboard appear here.`}</EmptyState>
          </div>
        );
      }}
    </KioskFrame>
  );
}

function useWatchParts(widgets: readonly Widget[], espids: readonly string[]): void {
  const named = widgets.flatMap(({ device }) => device ?? []);
  useWatch([...new Set([...named, ...espids])]);
}
