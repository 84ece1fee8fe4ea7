import type { Device } from '@cyno/contract';
import { useMemo, useState } from 'react';
import { namedZones } from '../../../../lib/format/time-zones.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import { type Bulk, countText } from './use-bulk.ts';

type BulkZoneDialogProps = { chosen: readonly Device[]; bulk: Bulk; onClose: () => void };

const accountZone = 'account';

/** Gives the chosen devices a time zone of their own, or that of the account again. */
export function BulkZoneDialog({ chosen, bulk, onClose }: BulkZoneDialogProps) {
  const [openedAt] = useState(() => Date.now());
  const [zone, setZone] = useState(chosen[0]?.timeZone ?? accountZone);
  const options = useMemo(() => [{ id: accountZone, label: 'As the account' }, ...namedZones(openedAt)], [openedAt]);
  const save = () =>
    bulk.run({ kind: 'change', timeZone: zone === accountZone ? null : zone }, 'in that time zone', onClose);
  return (
    <Dialog
      title={`Time zone of ${countText(chosen.length)}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={bulk.isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="form-dialog">
        <ComboField label="Time zone" options={options} value={zone} onChange={setZone} nothing="No such zone" />
        <p className="form-dialog-note">Timers, times of the sun and the clocks of the boards follow it at once.</p>
      </div>
    </Dialog>
  );
}
