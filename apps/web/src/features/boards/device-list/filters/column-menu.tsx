import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import { ColumnButton, type ColumnControlProps } from './column-button.tsx';
import './column-menu.css';
import { useOpenAtOnce } from '../overlay-on-demand.ts';

/** The columns' button with its list, open from the start. The name is always shown. */
export function ColumnMenu({ columns, visible, onChange }: ColumnControlProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useOpenAtOnce(buttonRef);
  return (
    <Popover
      label={t`Columns`}
      placement="bottom start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<ColumnButton ref={buttonRef} />}
    >
      <fieldset className="column-menu" aria-label={t`Columns`}>
        {columns.map(({ id, label }) => (
          <label key={id} className="column-menu-line">
            <Checkbox
              checked={visible.has(id)}
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
