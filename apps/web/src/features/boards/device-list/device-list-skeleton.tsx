import { t } from '@lingui/core/macro';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import './cards/device-grid.css';

const cards = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const readings = ['left', 'middle', 'right'];

/** The cards in their final shape while the devices are fetched. */
export function DeviceListSkeleton() {
  return (
    <div className="device-grid" role="status" aria-label={t`Loading devices`} aria-busy="true">
      {cards.map((card) => (
        <div key={card} className="card device-card">
          <div className="device-card-top">
            <Skeleton width={112} height={12} />
            <Skeleton width={52} height={10} className="device-skeleton-end" />
          </div>
          <div className="device-card-readings device-card-3">
            {readings.map((reading) => (
              <div key={reading} className="device-skeleton-reading">
                <Skeleton width="60%" height={10} />
                <Skeleton width="80%" height={20} />
                <Skeleton height={26} />
              </div>
            ))}
          </div>
          <div className="device-card-foot">
            <Skeleton width={180} height={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
