import { Skeleton } from '../../../../ui/cards/skeleton.tsx';

const widths = [52, 61, 38, 70, 44, 57, 33, 66, 49, 74, 41, 59, 36, 63, 47, 55];

/** Lines that are on their way, in their final shape. */
export function LogLinesSkeleton() {
  return (
    <div className="log-view" aria-busy="true">
      {widths.map((width) => (
        <div className="log-row" key={width} aria-hidden="true">
          <Skeleton width={76} height={9} />
          <Skeleton width={40} height={9} />
          <Skeleton width={52} height={9} />
          <Skeleton width={`${width}%`} height={9} />
        </div>
      ))}
    </div>
  );
}
