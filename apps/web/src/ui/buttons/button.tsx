import type { ComponentProps } from 'react';
import './button.css';
import { Icon } from '../graphics/icon.tsx';
import { Ripple } from './ripple.tsx';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

/** The style that a button and a link drawn as one share; `large` fills its row. */
export type ButtonStyle = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ComponentProps<typeof Icon>['of'];
};

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean };

/** Names the classes of a button's style, for links that look like one. */
export function buttonClass({ variant = 'default', size = 'medium' }: ButtonStyle, extra?: string): string {
  return ['button', `button-${variant}`, `button-${size}`, extra].filter(Boolean).join(' ');
}

/** A push button. While `busy` it keeps its width and focus, announces it to screen readers and ignores presses. */
export function Button({ variant, size, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
      <Ripple />
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string;
  icon: ComponentProps<typeof Icon>['of'];
  size?: 'small' | 'medium';
};

/** A button with only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, icon, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={['icon-button', size === 'small' && 'icon-button-small', className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      <Icon of={icon} size={size === 'small' ? 16 : 18} />
      <Ripple />
    </button>
  );
}
