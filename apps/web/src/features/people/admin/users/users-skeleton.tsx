import { t } from '@lingui/core/macro';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import './users-skeleton.css';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The list in its final shape while it is fetched. */
export function UsersSkeleton() {
  return (
    <div className="card users-skeleton" role="status" aria-label={t`Loading the list`} aria-busy="true">
      {rows.map((row) => (
        <div key={row} className="users-skeleton-row">
          <span className="users-skeleton-person">
            <Skeleton width="70%" />
            <Skeleton width="40%" height={10} />
          </span>
          <Skeleton width={72} height={22} />
          <Skeleton width={64} className="only-wide" />
          <Skeleton width={64} className="only-wide" />
        </div>
      ))}
    </div>
  );
}
