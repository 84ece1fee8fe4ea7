import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../graphics/icon.tsx';
import './row-list.css';

/** A list of things inside a card, each with its own actions. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = {
  icon?: ComponentProps<typeof Icon>['of'];
  title: ReactNode;
  /** A word after the title, such as a state. */
  badge?: ReactNode;
  /** Grey lines below the title. */
  detail?: ReactNode;
  actions?: ReactNode;
};

/** One thing of a `RowList`. */
export function Row({ icon, title, badge, detail, actions }: RowProps) {
  return (
    <li className="row">
      {icon && <Icon of={icon} className="row-icon" />}
      <div className="row-text">
        <p className="row-title">
          <span>{title}</span>
          {badge}
        </p>
        {detail && <div className="row-detail">{detail}</div>}
      </div>
      {actions && <div className="row-actions">{actions}</div>}
    </li>
  );
}
