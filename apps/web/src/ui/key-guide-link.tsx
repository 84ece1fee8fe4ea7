import type { ReactNode } from 'react';

type KeyGuideLinkProps = { className?: string; children?: ReactNode };

/** Leads to how a connection key is put into a sketch. */
export function KeyGuideLink({ className = 'link', children = 'How to add the key' }: KeyGuideLinkProps) {
  return (
    <a
      className={className}
      href="/docs/boards/pairing/#put-the-key-into-a-sketch"
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
