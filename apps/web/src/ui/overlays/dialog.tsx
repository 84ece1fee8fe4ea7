import type { DialogProps, SheetProps } from './dialog-props.ts';
import { Fetched, fetchedPart } from './fetched.tsx';
import { useWasOpen } from './use-was-open.ts';

// Dialogs weigh as much as the rest of a small page, which rarely opens one.
const dialogPanel = fetchedPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);
const sheetPanel = fetchedPart(async () => (await import('./dialog-panel.tsx')).SheetPanel);

/** A question or short form in the middle of the page; focus stays inside and returns to where it was. */
export function Dialog(props: DialogProps) {
  if (!useWasOpen(props.isOpen)) return null;
  return <Fetched part={dialogPanel} isOpen={props.isOpen} onMissing={props.onClose} props={props} />;
}

/** A panel at the right edge, the whole screen on a phone, for a task that leaves the page behind it as it is. */
export function Sheet(props: SheetProps) {
  if (!useWasOpen(props.isOpen)) return null;
  return <Fetched part={sheetPanel} isOpen={props.isOpen} onMissing={props.onClose} props={props} />;
}
