import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { SearchField } from '../../../ui/fields/field.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import './device-boxes.css';

/** More boxes than this are found by typing a part of their names. */
const maxBoxes = 30;

type DeviceBoxesProps = {
  devices: readonly Pick<Device, 'espid' | 'name'>[];
  espids: readonly string[];
  onChange: (espids: readonly string[]) => void;
};

/** Devices of the account to choose from. */
export function DeviceBoxes({ devices, espids, onChange }: DeviceBoxesProps) {
  const [text, setText] = useState('');
  const fitting = devices.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const visible = fitting.slice(0, maxBoxes);
  return (
    <fieldset className="device-boxes" aria-label={t`Chosen devices`}>
      {devices.length > 8 && (
        <SearchField label={t`Find a device`} placeholder={t`Find a device`} value={text} onChange={setText} />
      )}
      <ul>
        {visible.map(({ espid, name }) => (
          <li key={espid}>
            <label>
              <Checkbox
                checked={espids.includes(espid)}
                onChange={({ currentTarget }) =>
                  onChange(currentTarget.checked ? [...espids, espid] : espids.filter((each) => each !== espid))
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      <p className="num">
        {plural({ count: espids.length }, { one: '# device chosen', other: '# devices chosen' })}
        {fitting.length > maxBoxes &&
          ` ${plural({ hidden: fitting.length - maxBoxes }, { one: '# more: type a part of its name.', other: '# more: type a part of the name.' })}`}
      </p>
    </fieldset>
  );
}
