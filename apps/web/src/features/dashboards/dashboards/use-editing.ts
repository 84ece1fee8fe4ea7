import { useState, useTransition } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import type { Draft } from './editor/edit-history.ts';

export const DashboardEditor = lazy(async () => ({
  default: (await import('./editor/dashboard-editor.tsx')).DashboardEditor,
}));

/** Whether a dashboard is edited, and with what the editing begins. It stays as it is shown until the files of the editor are there. */
export function useEditing() {
  const [editing, setEditing] = useState<{ imported: Draft | null } | null>(null);
  const [isOpening, startOpening] = useTransition();
  return {
    editing,
    isOpening,
    open: (imported: Draft | null = null) => startOpening(() => setEditing({ imported })),
    close: () => setEditing(null),
  };
}
