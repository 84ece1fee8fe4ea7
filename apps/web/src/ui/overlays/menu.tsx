import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { type ComponentProps, useId } from 'react';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu';
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover';
import { Icon } from '../graphics/icon.tsx';
import './menu.css';
import { Ripple } from '../buttons/ripple.tsx';
import { floatingStyle } from './overlay.ts';
import { Trigger, type TriggerElement } from './trigger.tsx';

export type MenuEntry =
  | {
      id: string;
      label: string;
      /** A grey remark at the end of the line. */
      detail?: string;
      icon?: ComponentProps<typeof Icon>['of'];
      tone?: 'danger';
      /** Draws a tick; use it for the chosen one of several. */
      checked?: boolean;
      disabled?: boolean;
      /** A page of this app or, with `newTab`, any address. */
      href?: string;
      newTab?: boolean;
      onAction?: () => void;
    }
  | 'separator';

type MenuProps = {
  trigger: TriggerElement;
  label: string;
  entries: readonly MenuEntry[];
  placement?: AriaPopoverProps['placement'];
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A button's list of actions and links. */
export function Menu({ trigger, label, entries, placement = 'bottom end', isOpen, onOpenChange }: MenuProps) {
  const groups = splitAtSeparators(entries);
  // The name of the button would win over an `aria-label`.
  const labelId = useId();
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger>{trigger}</Trigger>
      <AriaPopover className="overlay" style={floatingStyle} placement={placement} offset={6}>
        <span id={labelId} hidden>
          {label}
        </span>
        <AriaMenu className="menu" aria-labelledby={labelId}>
          {groups.map((group, index) => (
            <MenuSection key={group[0]?.id ?? index} aria-label={t`${label}, part ${{ part: index + 1 }}`}>
              {index > 0 && <Separator className="menu-separator" />}
              {group.map((entry) => (
                <MenuLine key={entry.id} entry={entry} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </AriaPopover>
    </MenuTrigger>
  );
}

type Line = Exclude<MenuEntry, 'separator'>;

function MenuLine({ entry }: { entry: Line }) {
  const linkTo = entry.href
    ? {
        href: entry.href,
        target: entry.newTab ? '_blank' : undefined,
        rel: entry.newTab ? 'noopener noreferrer' : undefined,
      }
    : {};
  return (
    <MenuItem
      id={entry.id}
      className={entry.tone === 'danger' ? 'menu-line menu-line-danger' : 'menu-line'}
      textValue={entry.label}
      isDisabled={entry.disabled}
      onAction={entry.onAction}
      {...linkTo}
    >
      {entry.icon && <Icon of={entry.icon} />}
      <span className="menu-word">{entry.label}</span>
      {entry.detail && <span className="menu-detail">{entry.detail}</span>}
      {entry.checked && <Icon of={IconCheck} size={16} />}
      {entry.checked && <span className="sr-only">{t`, chosen`}</span>}
      <Ripple />
    </MenuItem>
  );
}

function splitAtSeparators(entries: readonly MenuEntry[]): Line[][] {
  const groups: Line[][] = [[]];
  for (const entry of entries) {
    if (entry === 'separator') groups.push([]);
    else groups.at(-1)?.push(entry);
  }
  return groups.filter((group) => group.length > 0);
}
