import type { ComponentProps, ReactNode } from 'react';
import './badge.css';
import { Icon } from '../graphics/icon.tsx';

type BadgeProps = {
  tone?: 'neutral' | 'success' | 'warning' | 'danger' | 'info';
  /** `tag` is the small square-cornered form for a word after a name. */
  shape?: 'chip' | 'tag';
  icon?: ComponentProps<typeof Icon>['of'];
  className?: string;
  children: ReactNode;
};

/** A short word about the thing it stands next to. */
export function Badge({ tone = 'neutral', shape = 'chip', icon, className, children }: BadgeProps) {
  return (
    <span className={['badge', `badge-${shape}`, `badge-${tone}`, className].filter(Boolean).join(' ')}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  );
}
