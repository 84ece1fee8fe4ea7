import { t } from '@lingui/core/macro';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Card } from './card.tsx';
import './states.css';

type StateProps = {
  title: string;
  children: ReactNode;
  /** Buttons: the next step first. */
  actions?: ReactNode;
};

/** What stands where a list or chart has nothing: what would be here and the one next step. */
export function EmptyState({ title, children, actions }: StateProps) {
  return (
    <Card className="state-card">
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div className="state-actions">{actions}</div>}
    </Card>
  );
}

type ErrorStateProps = StateProps & { onRetry?: () => void };

/** What stands where something failed to load: what failed, and a way to try again. */
export function ErrorState({ title, children, onRetry, actions }: ErrorStateProps) {
  return (
    <Card className="state-card" role="alert">
      <h2>{title}</h2>
      <p>{children}</p>
      <div className="state-actions">
        {onRetry && (
          <Button icon={IconRefresh} onClick={onRetry}>
            {t`Try again`}
          </Button>
        )}
        {actions}
      </div>
    </Card>
  );
}
