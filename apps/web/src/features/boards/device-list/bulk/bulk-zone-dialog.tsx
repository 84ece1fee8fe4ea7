import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { namedZones } from '../../../../lib/format/time-zones.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import type { Bulk } from './use-bulk.ts';

type BulkZoneDialogProps = { chosen: readonly Device[]; bulk: Bulk; onClose: () => void };

const accountZone = 'account';

/** Gives the chosen devices a time zone of their own, or that of the account again. */
export function BulkZoneDialog({ chosen, bulk, onClose }: BulkZoneDialogProps) {
  const [openedAt] = useState(() => Date.now());
  const [zone, setZone] = useState(chosen[0]?.timeZone ?? accountZone);
  const options = useMemo(() => [{ id: accountZone, label: t`Same as account` }, ...namedZones(openedAt)], [openedAt]);
  const doneText = (count: number) =>
    plural(count, { one: 'Time zone of # device changed', other: 'Time zone of # devices changed' });
  const save = () => bulk.run({ kind: 'change', timeZone: zone === accountZone ? null : zone }, doneText, onClose);
  return (
    <Dialog
      title={plural({ count: chosen.length }, { one: 'Time zone of # device', other: 'Time zone of # devices' })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={bulk.isPending} onClick={save}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="form-dialog">
        <ComboField
          label={t`Time zone`}
          options={options}
          value={zone}
          onChange={setZone}
          nothing={t`No matching time zones`}
        />
        <p className="form-dialog-note">{t`Timers, sunrise and sunset times, and board clocks change at once.`}</p>
      </div>
    </Dialog>
  );
}
