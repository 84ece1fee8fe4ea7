import { hasUnsavedChanges } from '../../lib/browser/unsaved-changes.ts';
import { useHeldPage } from '../../lib/router/page-provider.tsx';
import { Fetched, fetchedPart } from '../../ui/overlays/fetched.tsx';

export const leaveDialog = fetchedPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Confirms before another page takes the place of one with unsaved changes. */
export function LeaveGuard() {
  const held = useHeldPage((from, to) => from.pathname !== to.pathname && hasUnsavedChanges());
  if (!held) return null;
  const props = { onStay: held.reset, onLeave: held.proceed };
  // Without the question one stays: what is typed must not go with a file that did not come.
  return <Fetched part={leaveDialog} isOpen onMissing={held.reset} props={props} />;
}
