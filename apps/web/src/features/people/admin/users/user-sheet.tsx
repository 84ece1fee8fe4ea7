import type { AdminUser } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { useAudit } from '../admin-queries.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { useAdministration } from './administration.ts';
import { UserMenu } from './user-menu.tsx';
import './user-sheet.css';
import { deviceText, planLabel, sharingText, stateLabel, stateTones } from './user-text.ts';
import { LastSeen } from './users-table.tsx';

type UserSheetProps = { user: AdminUser; onClose: () => void };

const maxEntries = 20;

/** What is known of somebody, and what administrators did about them. */
export function UserSheet({ user, onClose }: UserSheetProps) {
  return (
    <Sheet title={<span className="user-sheet-title">{user.name ?? user.email}</span>} isOpen onClose={onClose}>
      <div className="user-sheet-head">
        <CopyButton className="user-sheet-email" label={t`Copy the e-mail`} text={user.email}>
          <span>{user.email}</span>
        </CopyButton>
        <UserMenu user={user} />
      </div>
      <Facts user={user} />
      <h3 className="user-sheet-heading">{t`Actions of administrators`}</h3>
      <Actions user={user} />
    </Sheet>
  );
}

function Facts({ user }: { user: AdminUser }) {
  const { givesPlans } = useAdministration().here;
  return (
    <dl className="user-sheet-facts num">
      <dt>{t`State`}</dt>
      <dd>
        <Badge tone={stateTones[user.state]}>{stateLabel(user.state)}</Badge>
      </dd>
      <dt>{t`Rights`}</dt>
      <dd>{user.member === 'admin' ? t`Administrator` : t`User`}</dd>
      {givesPlans && user.plan && (
        <>
          <dt>{t`Plan`}</dt>
          <dd>{planLabel(user.plan)}</dd>
        </>
      )}
      <dt>{t`Two-factor authentication`}</dt>
      <dd>{user.twoStep ? t`On` : t`Off`}</dd>
      <dt>{t`Devices`}</dt>
      <dd>{deviceText(user)}</dd>
      <dt>{t`Shared with others`}</dt>
      <dd>{sharingText(user)}</dd>
      <dt>{t`Logged-in browsers`}</dt>
      <dd>{user.sessions}</dd>
      <dt>{t`Last seen`}</dt>
      <dd>
        <LastSeen at={user.lastSeenAt} />
      </dd>
      <dt>{t`Account since`}</dt>
      <dd>{formatDateTime(user.createdAt)}</dd>
    </dl>
  );
}

function Actions({ user }: { user: AdminUser }) {
  const audit = useAudit({ targetId: user.id }, maxEntries);
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  if (entries === undefined) {
    if (!audit.isError) return <Skeleton height={64} />;
    return (
      <ErrorState title={t`The audit log did not load`} onRetry={() => void audit.refetch()}>
        {failureText(audit.error)}
      </ErrorState>
    );
  }
  if (entries.length === 0) return <p className="muted">{t`Nothing yet.`}</p>;
  return (
    <>
      <AuditList entries={entries} hidesTarget />
      {audit.hasNextPage && (
        <Link className="link" to={`/admin/audit?targetId=${user.id}`}>
          {t`Show all in the audit log`}
        </Link>
      )}
    </>
  );
}
