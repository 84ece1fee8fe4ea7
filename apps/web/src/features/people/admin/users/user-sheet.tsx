import type { AdminUser } from '@cyno/contract';
import { Link } from 'react-router';
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
import { deviceText, planLabels, sharingText, stateLabels, stateTones } from './user-text.ts';
import { LastSeen } from './users-table.tsx';

type UserSheetProps = { user: AdminUser; onClose: () => void };

const maxEntries = 20;

/** What is known of somebody, and what administrators did about them. */
export function UserSheet({ user, onClose }: UserSheetProps) {
  return (
    <Sheet title={<span className="user-sheet-title">{user.name ?? user.email}</span>} isOpen onClose={onClose}>
      <div className="user-sheet-head">
        <CopyButton className="user-sheet-email" label="Copy the e-mail" text={user.email}>
          <span>{user.email}</span>
        </CopyButton>
        <UserMenu user={user} />
      </div>
      <Facts user={user} />
      <h3 className="user-sheet-heading">What administrators did</h3>
      <Actions user={user} />
    </Sheet>
  );
}

function Facts({ user }: { user: AdminUser }) {
  const { givesPlans } = useAdministration().here;
  return (
    <dl className="user-sheet-facts num">
      <dt>State</dt>
      <dd>
        <Badge tone={stateTones[user.state]}>{stateLabels[user.state]}</Badge>
      </dd>
      <dt>Rights</dt>
      <dd>{user.member === 'admin' ? 'Administrator' : 'Ordinary'}</dd>
      {givesPlans && user.plan && (
        <>
          <dt>Plan</dt>
          <dd>{planLabels[user.plan]}</dd>
        </>
      )}
      <dt>Two-step log-in</dt>
      <dd>{user.twoStep ? 'On' : 'Off'}</dd>
      <dt>Devices</dt>
      <dd>{deviceText(user)}</dd>
      <dt>Shared with others</dt>
      <dd>{sharingText(user)}</dd>
      <dt>Signed-in browsers</dt>
      <dd>{user.sessions}</dd>
      <dt>Last seen</dt>
      <dd>
        <LastSeen at={user.lastSeenAt} />
      </dd>
      <dt>Account since</dt>
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
      <ErrorState title="The audit log did not load" onRetry={() => void audit.refetch()}>
        {audit.error.message}
      </ErrorState>
    );
  }
  if (entries.length === 0) return <p className="muted">Nothing so far.</p>;
  return (
    <>
      <AuditList entries={entries} hidesTarget />
      {audit.hasNextPage && (
        <Link className="link" to={`/admin/audit?target=${encodeURIComponent(user.email)}`}>
          Show all in the audit log
        </Link>
      )}
    </>
  );
}
