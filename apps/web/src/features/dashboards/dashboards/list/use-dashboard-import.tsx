import { t } from '@lingui/core/macro';
import { type ReactNode, useRef } from 'react';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useDeviceGroups } from '../../../boards/device-groups/index.ts';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { readDashboard, withKnownDevices } from '../dashboard-file.ts';
import type { Draft } from '../editor/edit-history.ts';

/** Lets people choose a file with a dashboard. `input` belongs somewhere on the page, `choose` opens it. */
export function useDashboardImport(onRead: (draft: Draft) => void): { input: ReactNode; choose: () => void } {
  const toasts = useToasts();
  const seen = useSeenDevices();
  const groups = useDeviceGroups();
  const inputRef = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) => {
    if (!file) return;
    readDashboard(file, groups).then(
      (draft) => onRead(withKnownDevices(draft, seen)),
      (error: Error) =>
        toasts.add({ kind: 'error', title: t`The dashboard was not imported`, detail: error.message, key: 'editor' }),
    );
  };
  const input = (
    <input
      ref={inputRef}
      type="file"
      accept=".json,application/json"
      hidden
      aria-label={t`File with a dashboard`}
      onChange={({ currentTarget }) => {
        read(currentTarget.files?.[0]);
        // The same file can be chosen again after it was mended.
        currentTarget.value = '';
      }}
    />
  );
  return { input, choose: () => inputRef.current?.click() };
}
