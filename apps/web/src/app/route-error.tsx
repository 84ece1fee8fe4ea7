import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/status/notice.tsx';

const reloadedKey = 'reloadedForNewVersion';
const longestReloadMs = 10_000;

/** What stands in place of a page that broke. A missing chunk means that the server has a newer version: reload once. */
export function RouteError() {
  const error = useRouteError();
  const isStale = isMissingChunk(error);
  useEffect(() => {
    if (!isStale) return;
    const last = Number(sessionStorage.getItem(reloadedKey));
    if (Date.now() - last < longestReloadMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  }, [isStale]);
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {t`Reload`}
    </Button>
  );
  if (isStale) {
    return (
      <Notice title={t`This page could not be loaded`} actions={reload}>
        {t`The server has a newer version of Cyno, or it cannot be reached. Reload to continue.`}
      </Notice>
    );
  }
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

/** True for the errors that browsers throw when a module of the app is not on the server any more. */
function isMissingChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
}
