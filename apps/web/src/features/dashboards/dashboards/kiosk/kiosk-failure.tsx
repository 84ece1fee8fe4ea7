import { t } from '@lingui/core/macro';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';

/** Why a dashboard is not shown: it is `gone` for this account, or did not load and is requested again. */
export type KioskFailure = 'gone' | Error;

export function kioskFailureOf(error: Error | null): KioskFailure | null {
  return error instanceof ApiError && (error.status === 404 || error.status === 403) ? 'gone' : error;
}

/** What stands in the place of a dashboard that is not shown. */
export function KioskFailureCard({ failure, onLeave }: { failure: KioskFailure; onLeave: () => void }) {
  const actions = <Button onClick={onLeave}>{t`Leave`}</Button>;
  return (
    <div className="kiosk-empty">
      {failure === 'gone' ? (
        <EmptyState title={t`Dashboard not found`} actions={actions}>
          {t`It was deleted, or is no longer shared with you.`}
        </EmptyState>
      ) : (
        <ErrorState title={t`The dashboard did not load`} actions={actions}>
          {t`${{ reason: failureText(failure) }} Trying again…`}
        </ErrorState>
      )}
    </div>
  );
}
