import { t } from '@lingui/core/macro';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { flushSync } from 'react-dom';
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
  // To build a list of 400 takes a phone a second, and few open it. It must stand before it is opened: it is placed by its height.
  const [isBuilt, setBuilt] = useState(false);
  const build = () => !isBuilt && flushSync(() => setBuilt(true));
  return (
    <ComboBox
      className="combo"
      defaultItems={isBuilt ? options : options.filter(({ id }) => id === value)}
      value={value}
      onChange={(id) => id !== null && onChange(String(id))}
      defaultFilter={fits}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className={hideLabel ? 'sr-only' : 'field-label'}>{label}</Label>
      <div className="field-box" onPointerEnter={build} onFocusCapture={build}>
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
