import type { ReactNode } from 'react';

/** Named figures side by side. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className="server-figures">{children}</dl>;

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
