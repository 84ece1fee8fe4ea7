import type { ReactNode } from 'react';
import './notice.css';

type NoticeProps = {
  title: string;
  /** One sentence: what happened, or what this is. */
  children: ReactNode;
  /** The way on. */
  actions?: ReactNode;
  /** Further blocks between sentence and actions. */
  more?: ReactNode;
};

/** A page, or the whole of a tab, with only a message that offers a way on. */
export function Notice({ title, children, actions, more }: NoticeProps) {
  return (
    <div className="notice">
      <h1>{title}</h1>
      <p>{children}</p>
      {more}
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
