import './progress-bar.css';

type ProgressBarProps = {
  /** What is under way; not drawn. */
  label: string;
  /** 0 to 100. */
  percent: number;
};

/** How far something has come. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}
