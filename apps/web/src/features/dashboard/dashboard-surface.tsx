import type { Widget } from '@cyno/contract';
import { lazy, Suspense } from 'react';
import type { SeenDevice } from '../../lib/device-rights.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import { useHasPast } from './guest.ts';
import { LoadingDashboard } from './loading-dashboard.tsx';
import { useLookBack } from './use-look-back.ts';
import type { DataOf } from './widget-data.ts';

const LookBackView = lazy(async () => ({ default: (await import('./look-back-view.tsx')).LookBackView }));

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
  const [lookBack, setLookBack] = useLookBack();
  const hasPast = useHasPast();
  if (!lookBack || !hasPast) return <DashboardGrid widgets={widgets} dataOf={dataOf} />;
  return (
    <Suspense fallback={<LoadingDashboard />}>
      <LookBackView {...{ widgets, chosen, espids, lookBack }} onChange={setLookBack} />
    </Suspense>
  );
}
