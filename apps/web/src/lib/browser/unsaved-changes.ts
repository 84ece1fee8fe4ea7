import { useEffect } from 'react';

const forms = new Set<object>();
const waiting = new Set<() => void>();

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
      // Another form may take over what this one held: its effect follows.
      queueMicrotask(() => {
        if (forms.size === 0) for (const run of waiting) run();
      });
      removeEventListener('beforeunload', preventUnload);
    };
  }, [unsaved]);
}

/** True while a form of the page holds something unsaved. */
export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** Does what draws the page again as soon as no form of it holds anything unsaved; returns how to call it off. */
export function whenSaved(draw: () => void): () => void {
  const run = () => {
    waiting.delete(run);
    draw();
  };
  if (forms.size === 0) draw();
  else waiting.add(run);
  return () => waiting.delete(run);
}
