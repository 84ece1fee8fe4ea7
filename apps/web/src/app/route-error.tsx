import { t } from '@lingui/core/macro';
import { useRouteError } from 'react-router';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/status/notice.tsx';
import { isMissingFile, MissingPart, reloadOnce } from './missing-part.tsx';

/** What stands in place of a page that broke. */
export function RouteError() {
  const error = useRouteError();
  if (isMissingFile(error)) return <MissingPart onReload={reloadOnce} />;
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
