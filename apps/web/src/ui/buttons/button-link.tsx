import { Link, type LinkProps } from 'react-router';
import { Icon } from '../graphics/icon.tsx';
import { type ButtonStyle, buttonClass } from './button.tsx';
import { Ripple } from './ripple.tsx';

/** A link to another page of the app that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
      <Ripple />
    </Link>
  );
}
