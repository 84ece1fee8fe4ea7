import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import './bulk-bar.css';
import type { DeviceColumn } from '../device-columns.ts';
import type { Choosing } from '../use-choosing.ts';

const BulkActions = lazy(async () => ({ default: (await import('./bulk-actions.tsx')).BulkActions }));

type BulkBarProps = {
  choosing: Choosing;
  /** All of the account, and those that the list shows now. */
  devices: readonly Device[];
  visible: readonly Device[];
  columns: readonly DeviceColumn[];
};

/** Lies at the foot of the page while devices are chosen: how many they are, and what can be done with them. */
export function BulkBar({ choosing, devices, visible, columns }: BulkBarProps) {
  const chosen = devices.filter(({ espid }) => choosing.chosen.has(espid));
  const allVisible = visible.every(({ espid }) => choosing.chosen.has(espid));
  return (
    <section className="bulk-bar" aria-label={t`Selected devices`}>
      <p className="bulk-bar-count num" role="status">
        {chosen.length === 0 ? t`Select devices` : t`${{ count: chosen.length }} selected`}
      </p>
      {!allVisible && (
        <Button size="small" variant="ghost" onClick={() => choosing.add(visible.map(({ espid }) => espid))}>
          {visible.length === devices.length
            ? t`Select all ${{ count: visible.length }}`
            : plural({ count: visible.length }, { one: 'Select # match', other: 'Select all # matches' })}
        </Button>
      )}
      <div className="bulk-bar-actions">
        <Suspense>
          <BulkActions chosen={chosen} devices={devices} columns={columns} onDone={choosing.end} />
        </Suspense>
      </div>
      <IconButton label={t`Cancel selection`} icon={IconX} onClick={choosing.end} />
    </section>
  );
}
