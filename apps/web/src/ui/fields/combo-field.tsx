import { t } from '@lingui/core/macro';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import './combo-field.css';
import { Icon } from '../graphics/icon.tsx';
import '../overlays/menu.css';
import { floatingStyle } from '../overlays/overlay.ts';

export type ComboOption = { id: string; label: string };

type ComboFieldProps = {
  label: string;
  /** For assistive technology only: the place of the field shows what it is. */
  hideLabel?: boolean;
  options: readonly ComboOption[];
  value: string;
  onChange: (id: string) => void;
  /** Stands in the list when nothing fits what was typed. */
  nothing: string;
};

/** One of a long list, found by typing a part of its name. What fits no option goes back to the one chosen before. */
export function ComboField({ label, hideLabel = false, options, value, onChange, nothing }: ComboFieldProps) {
  return (
    <ComboBox
      className="combo"
      defaultItems={options}
      value={value}
      onChange={(id) => id !== null && onChange(String(id))}
      defaultFilter={fits}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className={hideLabel ? 'sr-only' : 'field-label'}>{label}</Label>
      <div className="field-box">
        <Input placeholder={t`Choose`} onFocus={(event) => event.currentTarget.select()} />
        <Button className="combo-button" aria-label={t`Show the list: ${label}`}>
          <Icon of={IconChevronDown} size={16} />
        </Button>
      </div>
      <Popover className="overlay combo-list" style={floatingStyle} offset={4}>
        <ListBox<ComboOption> className="menu" renderEmptyState={() => <p className="combo-nothing">{nothing}</p>}>
          {(option) => (
            <ListBoxItem id={option.id} className="menu-line" textValue={option.label}>
              {({ isSelected }) => (
                <>
                  <span className="menu-word">{option.label}</span>
                  {isSelected && <Icon of={IconCheck} size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Each typed word must be somewhere in the option, in any order. */
function fits(text: string, typed: string): boolean {
  const terms = typed.toLowerCase().split(/[\s/,]+/);
  return terms.every((word) => text.toLowerCase().includes(word));
}
