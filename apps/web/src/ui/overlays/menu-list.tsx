import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { Menu as AriaMenu, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { Link } from 'react-router';
import { Ripple } from '../buttons/ripple.tsx';
import { Icon } from '../graphics/icon.tsx';
import type { MenuEntry } from './menu-entry.ts';
import './menu.css';
import { floatingStyle } from './overlay.ts';
import type { Placement } from './trigger.tsx';

type MenuListProps = {
  isOpen: boolean;
  /** What it stands beside, and what has the focus afterwards. */
  triggerRef: RefObject<HTMLElement | null>;
  label: string;
  entries: readonly MenuEntry[];
  placement: Placement;
  /** Opened with the keyboard: its first entry has the focus. */
  isKeyboard: boolean;
  onClose: () => void;
};

/** The open list of a `Menu`. */
export function MenuList({ isOpen, triggerRef, label, entries, placement, isKeyboard, onClose }: MenuListProps) {
  const groups = splitAtSeparators(entries);
  const labelId = useId();
  return (
    <AriaPopover
      className="overlay"
      aria-labelledby={labelId}
      style={floatingStyle}
      triggerRef={triggerRef}
      placement={placement}
      offset={6}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <span id={labelId} hidden>
        {label}
      </span>
      <AriaMenu className="menu" aria-labelledby={labelId} autoFocus={isKeyboard ? 'first' : true} onClose={onClose}>
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
  );
}

type Line = Exclude<MenuEntry, 'separator'>;

function MenuLine({ entry }: { entry: Line }) {
  return (
    <MenuItem
      id={entry.id}
      href={entry.href}
      // As an `<a>` alone it would load the app again, and leave the path below which the app is.
      render={(props) => ('href' in props ? <Link {...props} to={props.href} /> : <div {...props} />)}
      className={entry.tone === 'danger' ? 'menu-line menu-line-danger' : 'menu-line'}
      textValue={entry.label}
      isDisabled={entry.disabled}
      onAction={entry.onAction}
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
