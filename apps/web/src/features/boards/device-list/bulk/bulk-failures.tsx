import type { BulkResponse, Device } from '@cyno/contract';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import { countText } from './use-bulk.ts';

type BulkFailuresProps = { failed: BulkResponse['failed']; devices: readonly Device[]; onClose: () => void };

/** What an action on several devices could not do, device by device. */
export function BulkFailures({ failed, devices, onClose }: BulkFailuresProps) {
  const names = new Map(devices.map(({ espid, name }) => [espid, name]));
  return (
    <Dialog
      title={`Not done with ${countText(failed.length)}`}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="form-dialog-list" aria-label="Not done">
        {failed.map(({ espid, error }) => (
          <li key={espid}>
            <b>{names.get(espid) ?? espid}</b>
            {error}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
