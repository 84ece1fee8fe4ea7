import { IconColumns } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import './column-menu.css';
import type { DeviceColumn } from './device-columns.ts';

type ColumnMenuProps = {
  columns: readonly DeviceColumn[];
  isShown: (id: string) => boolean;
  onChange: (id: string, shown: boolean) => void;
};

/** Which columns the table shows. The name always is. */
export function ColumnMenu({ columns, isShown, onChange }: ColumnMenuProps) {
  return (
    <Popover label="Columns" trigger={<Button icon={IconColumns}>Columns</Button>}>
      <fieldset className="column-menu" aria-label="Columns">
        {columns.map(({ id, label }) => (
          <label key={id} className="column-menu-line">
            <input
              type="checkbox"
              checked={isShown(id)}
              disabled={id === 'name'}
              onChange={({ target }) => onChange(id, target.checked)}
            />
            {label}
            {id.startsWith('value:') && <span className="mono muted">{id.slice('value:'.length)}</span>}
          </label>
        ))}
      </fieldset>
    </Popover>
  );
}
