import { t } from '@lingui/core/macro';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import './dashboard-page.css';

/** The shape of a dashboard that is on its way. */
export function LoadingDashboard() {
  return (
    <div className="dashboard" aria-busy="true">
      <span className="sr-only">{t`Loading the dashboard`}</span>
      {[3, 3, 6, 3, 3, 6].map((columns, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones are nothing but their places
        <Skeleton key={index} height={280} className={`dashboard-bone dashboard-bone-${columns}`} />
      ))}
    </div>
  );
}
