import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import './choose-box.css';

type ChooseBoxProps = {
  device: Device;
  isChosen: boolean;
  onToggle: (espid: string, range: boolean) => void;
  className?: string;
};

/** The box that chooses a device for an action on several; with Shift everything from the last one to it. */
export function ChooseBox({ device, isChosen, onToggle, className }: ChooseBoxProps) {
  return (
    <label className={['choose-box', className].filter(Boolean).join(' ')}>
      <Checkbox
        aria-label={t`Select ${{ name: device.name }}`}
        checked={isChosen}
        // The change itself does not include whether Shift is held.
        onClick={(event) => onToggle(device.espid, event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}
