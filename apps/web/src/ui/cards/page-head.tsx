import type { ReactNode } from 'react';

type PageHeadProps = {
  title: string;
  /** One grey line under the title. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** A page's title, a line about it, and its main actions. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page-head-text">
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions}
    </div>
  );
}
