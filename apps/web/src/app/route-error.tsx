import { t } from '@lingui/core/macro';
import { Outlet } from 'react-router';
import { isMissingFile } from '../lib/browser/missing-file.ts';
import { withBase } from '../lib/router/base-path.ts';
import { PageBoundary } from '../lib/router/page-boundary.tsx';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/status/notice.tsx';
import { MissingPart, reloadOnce } from './missing-part.tsx';

/** A page, and what stands in its place when it breaks. */
export function BoundedPage() {
  return (
    <PageBoundary Broken={RouteError}>
      <Outlet />
    </PageBoundary>
  );
}

function RouteError({ error }: { error: unknown }) {
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
          <a className={buttonClass({ variant: 'ghost' })} href={withBase('/device')}>
            {t`All devices`}
          </a>
        </>
      }
    >
      {t`Your boards and their data are not affected. Reload to try again.`}
    </Notice>
  );
}
