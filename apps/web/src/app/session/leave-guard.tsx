import { Suspense } from 'react';
import { useBlocker } from 'react-router';
import { hasUnsavedChanges } from '../../lib/browser/unsaved-changes.ts';
import { lazy } from '../../lib/language/lazy.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Confirms before another page takes the place of one with unsaved changes. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
