import { useEffect } from 'react';

const forms = new Set<object>();

/** Marks the page as one with something unsaved while `unsaved` is true: leaving it needs a confirmation. */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const form = {};
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.add(form);
    // Only as long as it is needed: some browsers keep no page with such a listener for the way back.
    addEventListener('beforeunload', preventUnload);
    return () => {
      forms.delete(form);
      removeEventListener('beforeunload', preventUnload);
    };
  }, [unsaved]);
}

/** True while a form of the page holds something unsaved. */
export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}
