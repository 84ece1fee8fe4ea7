import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../skeleton.tsx';
import type { MapView as View } from './map-view.tsx';

const LoadedMap = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

/** The map, whose code is fetched when the first one is shown. */
export function MapView(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <LoadedMap {...props} />
    </Suspense>
  );
}
