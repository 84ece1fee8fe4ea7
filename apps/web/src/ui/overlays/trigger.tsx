import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import type { PopoverProps } from 'react-aria-components/Popover';

/** Any element that takes the attributes and the ref of a button, for example `Button` or `IconButton`. */
export type TriggerElement = ReactElement<ComponentProps<'button'>>;

export type Placement = NonNullable<PopoverProps['placement']>;

type TriggerProps = {
  children: TriggerElement;
  ref: Ref<HTMLButtonElement>;
  opens: 'menu' | 'dialog';
  isOpen: boolean;
  /** Somebody is about to press it: what it opens can be fetched. */
  onNear: () => Promise<unknown>;
  onOpen: (by: { isKeyboard: boolean }) => void;
};

const buttonKeys = ['Enter', ' '];
const menuKeys = [...buttonKeys, 'ArrowDown', 'ArrowUp'];

/** Lets one of our own buttons open an overlay, whose code is fetched only then: pages have many that nobody opens. */
export function Trigger({ children, ref, opens, isOpen, onNear, onOpen }: TriggerProps) {
  const { onClick, onKeyDown } = children.props;
  // Without a connection it is fetched when it is opened, which shows what failed.
  const prepare = () => void onNear().catch(() => undefined);
  return cloneElement(children, {
    ref,
    'aria-haspopup': opens,
    'aria-expanded': isOpen,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick(event) {
      onClick?.(event);
      if (event.defaultPrevented) return;
      // Safari focuses no button that is pressed, and the focus would have nowhere to return to.
      event.currentTarget.focus();
      onOpen({ isKeyboard: false });
    },
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      onKeyDown?.(event);
      if (!(opens === 'menu' ? menuKeys : buttonKeys).includes(event.key)) return;
      // The click that would follow counts as one of a screen reader, which puts the focus elsewhere.
      event.preventDefault();
      onOpen({ isKeyboard: true });
    },
  });
}
