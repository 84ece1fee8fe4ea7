import { t } from '@lingui/core/macro';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Notice } from '../../../ui/status/notice.tsx';

/** In the place of a project that the account does not have. */
export function NoSuchProject() {
  return (
    <Notice title={t`Project not found`} actions={<ButtonLink to="/code">{t`Show all projects`}</ButtonLink>}>
      {t`It was deleted, or it belongs to another account.`}
    </Notice>
  );
}
