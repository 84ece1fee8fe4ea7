import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { usePageOwner, useSession } from '../../../../lib/api/session.ts';
import { useLiveState, useWatch } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../../ui/cards/states.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { DashboardGrid } from '../dashboard-grid.tsx';
import '../dashboard-page.css';
import type { DashboardRef } from '../dashboard-ref.ts';
import { DevicePicker } from '../device-picker.tsx';
import { LoadingDashboard } from '../loading-dashboard.tsx';
import { SharedArea } from '../source/shared-area.tsx';
import { useAlertSigns, useDashboardData } from '../source/use-dashboard-source.ts';
import { WidgetAlertsContext } from '../widgets/widget-alerts.tsx';
import { nameOf, readKiosk } from './kiosk-address.ts';
import { KioskFailureCard, kioskFailureOf } from './kiosk-failure.tsx';
import { KioskFrame } from './kiosk-frame.tsx';
import { useKioskMemory } from './kiosk-memory.ts';
import { useKioskView } from './use-kiosk-view.ts';

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
  const frame = { theme, turn: next, onLeave: leave };
  return (
    <SharedArea
      id={reference.kind === 'account' ? reference.id : null}
      instead={(error) => <KioskWithout error={error} {...frame} />}
    >
      <Kiosk reference={reference} {...frame} />
    </SharedArea>
  );
}

const pageOf = (reference: DashboardRef) =>
  reference.kind === 'device' ? devicePath(reference.espid, 'Dashboard') : `/dashboard/${reference.id}`;

const none: readonly never[] = [];

type FrameProps = {
  theme: 'light' | 'dark' | null;
  turn: { every: number; onEnd: () => void } | undefined;
  onLeave: () => void;
};

/** The place of a dashboard of somebody else before it is known what this shows. */
function KioskWithout({ error, ...frame }: FrameProps & { error: Error | null }) {
  const connection = useConnection();
  const failure = kioskFailureOf(error);
  return (
    <KioskFrame title={t`Dashboard`} widgets={none} {...frame} {...connection}>
      {() => (failure ? <KioskFailureCard failure={failure} onLeave={frame.onLeave} /> : <LoadingDashboard />)}
    </KioskFrame>
  );
}

function useConnection() {
  const isLive = useLiveState() === 'open';
  const isSignedOut = useSession() === null;
  const problem = isSignedOut
    ? t`You are logged out. Leave and log in again, or use a public link, which does not log out.`
    : null;
  return { isLive, problem };
}

function Kiosk({ reference, ...frame }: FrameProps & { reference: DashboardRef }) {
  const { name, widgets, failure, chosen, choices, choose, espids } = useKioskView(reference);
  const connection = useConnection();
  const visible = widgets ?? none;
  const signs = useAlertSigns();
  const dataOf = useDashboardData({ widgets: visible, chosen, espids });
  useWatchParts(visible, espids);
  return (
    <KioskFrame
      title={name}
      widgets={visible}
      {...frame}
      {...connection}
      head={
        widgets &&
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
        if (failure) return <KioskFailureCard failure={failure} onLeave={frame.onLeave} />;
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
