import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { docsPath } from '../../../lib/language/docs-path.ts';

type KeyGuideLinkProps = {
  className?: string;
  /** What screen readers read, where the visible text is too short. */
  label?: string;
  children?: ReactNode;
};

/** Leads to how a connection key is put into a sketch. */
export function KeyGuideLink({ className = 'link', label, children = t`How to add the key` }: KeyGuideLinkProps) {
  return (
    <a
      className={className}
      aria-label={label}
      href={docsPath('boards/pairing/#put-the-key-into-a-sketch')}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
