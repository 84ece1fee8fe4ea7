import type { ReactNode } from 'react';
import './sharing-page.css';

/** The ways in which something is shared, one below the other. */
export function SharingCards({ children }: { children: ReactNode }) {
  return <div className="sharing">{children}</div>;
}
