import type { AdminUser } from '@cyno/contract';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { formatAge, formatDate, formatDateTime, noValue } from '../../../../lib/format/format.ts';
import { Badge } from '../../../../ui/status/badge.tsx';
import { useAdministration } from './administration.ts';
import { UserMenu } from './user-menu.tsx';
import { deviceText, planLabels, stateLabels, stateTones } from './user-text.ts';
import './users-table.css';

type UsersTableProps = { users: readonly AdminUser[]; onOpen: (user: AdminUser) => void };

/** People as a table; on a phone each is a card. */
export function UsersTable({ users, onOpen }: UsersTableProps) {
  const { givesPlans } = useAdministration().here;
  return (
    <div className="card users-frame">
      <table className="users-table" aria-label="Users">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" className="users-col-state">
              State
            </th>
            {givesPlans && (
              <th scope="col" className="users-col-plan">
                Plan
              </th>
            )}
            <th scope="col" className="users-col-devices">
              Devices
            </th>
            <th scope="col" className="users-col-seen">
              Last seen
            </th>
            <th scope="col" className="users-col-created">
              Created
            </th>
            <th scope="col" className="users-col-menu">
              <span className="sr-only">Actions</span>
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
              Admin
            </Badge>
          )}
        </button>
        {user.name && <span className="users-name">{user.name}</span>}
      </td>
      <td className="users-state">
        <Badge tone={stateTones[user.state]}>{stateLabels[user.state]}</Badge>
      </td>
      {givesPlans && (
        <td>
          <span className="users-label">Plan</span>
          {user.plan ? planLabels[user.plan] : noValue}
        </td>
      )}
      <td>
        <span className="users-label">Devices</span>
        {deviceText(user)}
      </td>
      <td>
        <span className="users-label">Last seen</span>
        <LastSeen at={user.lastSeenAt} />
      </td>
      <td className="users-created">
        <span className="users-label">Created</span>
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
  const now = useNow(60_000);
  if (at === null) return <span title="No browser is signed in">{noValue}</span>;
  // What is shown is a minute old at most, so an age below that would be a guess.
  const age = now - at;
  return <span title={formatDateTime(at)}>{age < 60_000 ? 'just now' : formatAge(age)}</span>;
}
