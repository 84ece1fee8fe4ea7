import type { AdminUser } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatAge, formatDate, formatDateTime, noValue } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Badge } from '../../../../ui/status/badge.tsx';
import { useAdministration } from './administration.ts';
import { UserMenu } from './user-menu.tsx';
import { deviceText, planLabel, stateLabel, stateTones } from './user-text.ts';
import './users-table.css';

type UsersTableProps = { users: readonly AdminUser[]; onOpen: (user: AdminUser) => void };

/** People as a table; on a phone each is a card. */
export function UsersTable({ users, onOpen }: UsersTableProps) {
  const { givesPlans } = useAdministration().here;
  return (
    <div className="card users-frame">
      <table className="users-table" aria-label={t`Users`}>
        <thead>
          <tr>
            <th scope="col">{t`Person`}</th>
            <th scope="col" className="users-col-state">
              {t`State`}
            </th>
            {givesPlans && (
              <th scope="col" className="users-col-plan">
                {t`Plan`}
              </th>
            )}
            <th scope="col" className="users-col-devices">
              {t`Devices`}
            </th>
            <th scope="col" className="users-col-seen">
              {t`Last seen`}
            </th>
            <th scope="col" className="users-col-created">
              {t`Created`}
            </th>
            <th scope="col" className="users-col-menu">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} onOpen={() => onOpen(user)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UserRow({ user, onOpen }: { user: AdminUser; onOpen: () => void }) {
  const { givesPlans } = useAdministration().here;
  return (
    <tr>
      <td className="users-person">
        <button type="button" className="users-open" onClick={onOpen}>
          <span className="users-email">{user.email}</span>
          {user.member === 'admin' && (
            <Badge shape="tag" tone="info">
              {t`Admin`}
            </Badge>
          )}
        </button>
        {user.name && <span className="users-name">{user.name}</span>}
      </td>
      <td className="users-state">
        <Badge tone={stateTones[user.state]}>{stateLabel(user.state)}</Badge>
      </td>
      {givesPlans && (
        <td>
          <span className="users-label">{t`Plan`}</span>
          {user.plan ? planLabel(user.plan) : noValue}
        </td>
      )}
      <td>
        <span className="users-label">{t`Devices`}</span>
        {deviceText(user)}
      </td>
      <td>
        <span className="users-label">{t`Last seen`}</span>
        <LastSeen at={user.lastSeenAt} />
      </td>
      <td className="users-created">
        <span className="users-label">{t`Created`}</span>
        {formatDate(user.createdAt)}
      </td>
      <td className="users-menu">
        <UserMenu user={user} onDetails={onOpen} />
      </td>
    </tr>
  );
}

/** When one of their browsers was used last; a dash when none is signed in. */
export function LastSeen({ at }: { at: number | null }) {
  const now = useLiveNow(60_000);
  if (at === null) return <span title={t`Not logged in anywhere`}>{noValue}</span>;
  // What is shown is a minute old at most, so an age below that would be a guess.
  const age = now - at;
  return <span title={formatDateTime(at)}>{age < 60_000 ? t`just now` : formatAge(age)}</span>;
}
