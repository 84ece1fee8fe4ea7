import type { BulkResponse, Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';

type BulkFailuresProps = { failed: BulkResponse['failed']; devices: readonly Device[]; onClose: () => void };

/** What an action on several devices could not do, device by device. */
export function BulkFailures({ failed, devices, onClose }: BulkFailuresProps) {
  const names = new Map(devices.map(({ espid, name }) => [espid, name]));
  return (
    <Dialog
      title={plural({ count: failed.length }, { one: '# device not changed', other: '# devices not changed' })}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <ul className="form-dialog-list" aria-label={t`Devices not changed`}>
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
