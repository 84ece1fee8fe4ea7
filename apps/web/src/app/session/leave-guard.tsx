import { Suspense } from 'react';
import { hasUnsavedChanges } from '../../lib/browser/unsaved-changes.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { useHeldPage } from '../../lib/router/page-provider.tsx';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Confirms before another page takes the place of one with unsaved changes. */
export function LeaveGuard() {
  const held = useHeldPage((from, to) => from.pathname !== to.pathname && hasUnsavedChanges());
  if (!held) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={held.reset} onLeave={held.proceed} />
    </Suspense>
  );
}
