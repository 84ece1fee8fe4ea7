import type { Widget } from '@cyno/contract';
import { lazy, Suspense } from 'react';
import type { SeenDevice } from '../../lib/device-rights.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import { useLookBack } from './use-look-back.ts';
import type { DataOf } from './widget-data.ts';

const LookBackView = lazy(async () => ({ default: (await import('./look-back-view.tsx')).LookBackView }));

type DashboardSurfaceProps = {
  widgets: readonly Widget[];
  /** The device that is chosen above the dashboard, or whose dashboard it is. */
  chosen: SeenDevice | null;
  dataOf: DataOf;
};

/** The widgets of a dashboard: as they are now, or as they were at the moment that the address names. */
export function DashboardSurface({ widgets, chosen, dataOf }: DashboardSurfaceProps) {
  const [lookBack, setLookBack] = useLookBack();
  const grid = <DashboardGrid widgets={widgets} dataOf={dataOf} />;
  if (!lookBack) return grid;
  return (
    <Suspense fallback={grid}>
      <LookBackView {...{ widgets, chosen, lookBack }} onChange={setLookBack} />
    </Suspense>
  );
}
