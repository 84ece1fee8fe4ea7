import type { Widget } from '@cyno/contract';
import { Suspense } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import { LoadingDashboard } from './loading-dashboard.tsx';
import { usePlayback } from './playback/use-playback.ts';
import { useDashboardSource } from './source/use-dashboard-source.ts';
import { WidgetAlertsContext } from './widgets/widget-alerts.tsx';
import type { DataOf } from './widgets/widget-data.ts';

const PlaybackView = lazy(async () => ({
  default: (await import('./playback/playback-view.tsx')).PlaybackView,
}));

type DashboardSurfaceProps = {
  widgets: readonly Widget[];
  /** The device that is chosen above the dashboard, or whose dashboard it is. */
  chosen: SeenDevice | null;
  /** All that can be chosen above it. */
  espids?: readonly string[];
  dataOf: DataOf;
};

/** The widgets of a dashboard: as they are now, or as they were at the moment that the address names. */
export function DashboardSurface({ widgets, chosen, espids = [], dataOf }: DashboardSurfaceProps) {
  const [playback, setPlayback] = usePlayback();
  const { alerts, past } = useDashboardSource();
  if (!playback || !past) {
    return (
      <WidgetAlertsContext value={alerts}>
        <DashboardGrid widgets={widgets} dataOf={dataOf} />
      </WidgetAlertsContext>
    );
  }
  return (
    <Suspense fallback={<LoadingDashboard />}>
      <PlaybackView
        widgets={widgets}
        chosen={chosen}
        espids={espids}
        past={past}
        playback={playback}
        onChange={setPlayback}
      />
    </Suspense>
  );
}
