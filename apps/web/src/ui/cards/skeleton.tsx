import './skeleton.css';

type SkeletonProps = {
  /** Any CSS length; the whole width unless given. */
  width?: string | number;
  height?: string | number;
  className?: string;
};

/** A grey bone in the final shape of what is loading. Mark the surrounding block with `aria-busy`. */
export function Skeleton({ width = '100%', height = 12, className }: SkeletonProps) {
  return (
    <span className={['skeleton', className].filter(Boolean).join(' ')} style={{ width, height }} aria-hidden="true" />
  );
}
