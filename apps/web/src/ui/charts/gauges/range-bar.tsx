import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import './range-bar.css';

type RangeBarProps = {
  /** Lowest and highest of the span, already worded. */
  low: string;
  high: string;
  /** Where the value stands between them: 0 lowest, 1 highest; null when it is unknown. */
  place: number | null;
  /** What the span is, e.g. "Lowest and highest of the last 24 hours". */
  label: string;
};

/** The lowest and highest value of a span with a marker for where the value stands now, in the hue `--c`. */
export function RangeBar({ low, high, place, label }: RangeBarProps) {
  const style = { '--place': `${Math.round(Math.min(1, Math.max(0, place ?? 0)) * 1000) / 10}%` } as CSSProperties;
  return (
    <div className="range-bar" title={label}>
      <span className="sr-only">{label}: </span>
      <span>{low}</span>
      <span className="range-bar-track" aria-hidden="true">
        {place !== null && <i className="range-bar-mark" style={style} />}
      </span>
      <span className="sr-only"> {t`to`} </span>
      <span>{high}</span>
    </div>
  );
}
