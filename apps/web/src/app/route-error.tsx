import { t } from '@lingui/core/macro';
import { useRouteError } from 'react-router';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/status/notice.tsx';
import { MissingPart } from './missing-part.tsx';

const reloadedKey = 'reloadedForNewVersion';
const longestReloadMs = 10_000;

/** What stands in place of a page that broke. */
export function RouteError() {
  const error = useRouteError();
  if (isMissingChunk(error)) return <MissingPart onReload={reloadOnce} />;
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {t`Reload`}
    </Button>
  );
  return (
    <Notice
      title={t`This page stopped working`}
      actions={
        <>
          {reload}
          <a className={buttonClass({ variant: 'ghost' })} href="/device">
            {t`All devices`}
          </a>
        </>
      }
    >
      {t`Your boards and their data are not affected. Reload to try again.`}
    </Notice>
  );
}

/** A file that is missing after a reload too would reload the page for ever. */
function reloadOnce() {
  const last = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - last < longestReloadMs) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}

/** True for the errors that browsers throw when a module of the app is not on the server any more. */
function isMissingChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
}
