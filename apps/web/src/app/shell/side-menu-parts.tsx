import { t } from '@lingui/core/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Ripple } from '../../ui/buttons/ripple.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import './side-menu.css';

/** The side menu lists this many of a kind and then links to all of them (product specification, section 9). */
export const maxListed = 5;

type IconShape = ComponentProps<typeof Icon>['of'];

/** A titled part of the side menu. */
export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="menu-label" id={id}>
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

type MenuLinkProps = {
  to: string;
  icon?: IconShape;
  before?: ReactNode;
  /** Shown at the end of the line. */
  after?: ReactNode;
  className?: string;
  /** Never drawn as the current page, for a second link to the same place. */
  neverCurrent?: boolean;
  children: ReactNode;
};

/** A page of the app; it and the pages below it are its own, except for `/device`, whose devices have entries. */
export function MenuLink({ to, icon, before, after, className, neverCurrent, children }: MenuLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (to !== '/device' && pathname.startsWith(`${to}/`));
  const current = isHere && !neverCurrent;
  return (
    <li>
      <Link
        to={to}
        className={['menu-item', current && 'active-route', className].filter(Boolean).join(' ')}
        aria-current={current ? 'page' : undefined}
      >
        {icon && <Icon of={icon} />}
        {before}
        <span className="menu-item-word">{children}</span>
        {after}
        <Ripple />
      </Link>
    </li>
  );
}

type MenuFoldProps = { foldLabel: string; unfoldLabel: string; children: ReactNode };

/** What stands below the link before it, with a button at that link's end that hides it. */
export function MenuFold({ foldLabel, unfoldLabel, children }: MenuFoldProps) {
  const [open, setOpen] = useState(true);
  const listId = useId();
  return (
    <li className="menu-group">
      <button
        type="button"
        className="menu-toggle"
        aria-label={open ? foldLabel : unfoldLabel}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <Icon of={IconChevronDown} size={16} />
      </button>
      <ul className="menu-children" id={listId} hidden={!open}>
        {children}
      </ul>
    </li>
  );
}

type ExternalLinkProps = { href: string; icon?: IconShape; children: ReactNode };

/** A page elsewhere; opens in a new tab. */
export function ExternalLink({ href, icon, children }: ExternalLinkProps) {
  return (
    <li>
      <a className="menu-item" href={href} target="_blank" rel="noopener noreferrer">
        {icon && <Icon of={icon} />}
        <span className="menu-item-word">
          {children}
          <span className="sr-only"> {t`(opens in a new tab)`}</span>
        </span>
        <Ripple />
      </a>
    </li>
  );
}
