import { t } from '@lingui/core/macro';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Label, Select, SelectValue } from 'react-aria-components/Select';
import { Icon } from '../graphics/icon.tsx';
import '../overlays/menu.css';
import { floatingStyle } from '../overlays/overlay.ts';
import './select-field.css';

export type SelectOption<Id extends string> = { id: Id; label: string; detail?: string; disabled?: boolean };

type SelectFieldProps<Id extends string> = {
  label: string;
  hideLabel?: boolean;
  options: readonly SelectOption<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  placeholder?: string;
  disabled?: boolean;
  /** `large` is as tall as the fields of a form. */
  size?: 'medium' | 'large';
  className?: string;
};

/** One of a list; opens with a press, the arrow keys or typing. */
export function SelectField<Id extends string>(props: SelectFieldProps<Id>) {
  const {
    label,
    hideLabel,
    options,
    value,
    onChange,
    placeholder = t`Choose`,
    disabled,
    size = 'medium',
    className,
  } = props;
  return (
    <Select
      className={['select', size === 'large' && 'select-large', hideLabel && 'select-bare', className]
        .filter(Boolean)
        .join(' ')}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) onChange(chosen.id);
      }}
      placeholder={placeholder}
      isDisabled={disabled}
    >
      <Label className={hideLabel ? 'sr-only' : 'select-label'}>{label}</Label>
      <Button className="select-box">
        <SelectValue className="select-value">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <Icon of={IconChevronDown} size={16} />
      </Button>
      <Popover className="overlay select-list" style={floatingStyle} offset={4}>
        <ListBox className="menu">
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={option.id}
              className="menu-line"
              textValue={option.label}
              isDisabled={option.disabled}
            >
              {({ isSelected }) => (
                <>
                  <span className="menu-word">{option.label}</span>
                  {option.detail && <span className="menu-detail">{option.detail}</span>}
                  {isSelected && <Icon of={IconCheck} size={16} />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
