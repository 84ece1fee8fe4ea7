import { t } from '@lingui/core/macro';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { holdFocus } from '../../lib/browser/hold-focus.ts';
import { Button } from '../buttons/button.tsx';
import { Card } from './card.tsx';
import './section-card.css';
import { Skeleton } from './skeleton.tsx';

type SectionCardProps = {
  /** The fragment that leads here: `/profile#sessions`. */
  id: string;
  title: string;
  /** What this is for, in a sentence. */
  description?: ReactNode;
  /** A badge or button at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
};

/** One topic of a page of settings. */
export function SectionCard({ id, title, description, actions, children }: SectionCardProps) {
  const titleId = useId();
  return (
    <Card ref={holdFocus} id={id} className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <div className="section-text">
          <h2 id={titleId}>{title}</h2>
          {description && <p>{description}</p>}
        </div>
        {actions}
      </div>
      <div className="section-body">{children}</div>
    </Card>
  );
}

type SectionErrorProps = { children: ReactNode; onRetry: () => void };

/** What stands in a section whose data did not load. */
export function SectionError({ children, onRetry }: SectionErrorProps) {
  return (
    <div className="section-error" role="alert">
      <p>{children}</p>
      <Button icon={IconRefresh} onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}

/** The bones of a section's rows while they load. */
export function SectionSkeleton({ rows = 2 }: { rows?: number }) {
  return (
    <div className="section-skeleton" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity.
        <Skeleton key={row} height={40} />
      ))}
    </div>
  );
}
