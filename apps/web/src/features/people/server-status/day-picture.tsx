import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { formatClock } from '../../../lib/format/format.ts';
import { type SparkPoint, sparkHeight, sparkShape, sparkWidth } from '../../../ui/charts/sparkline-path.ts';
import './day-picture.css';

const dayMs = 24 * 3_600_000;
/** A sample comes each minute; one may be missing. */
const gapMs = 3 * 60_000;
const shortestMs = 10 * 60_000;

type DayPictureProps = {
  title: string;
  points: readonly SparkPoint[];
  now: number;
  format: (value: number) => string;
  /** Chart colour 1…8. */
  hue: number;
};

/** A figure of the server with its course over the last day, or since the server has been measured. */
export function DayPicture({ title, points, now, format, hue }: DayPictureProps) {
  const { shape, from } = useMemo(() => {
    const from = Math.max(now - dayMs, Math.min(points[0]?.at ?? now, now - shortestMs));
    return { shape: sparkShape({ points: points.filter(({ at }) => at >= from), from, to: now, gapMs }), from };
  }, [points, now]);
  const last = points.at(-1);
  const values = points.map(({ value }) => value);
  const lowest = values.length > 0 ? format(Math.min(...values)) : '';
  const highest = values.length > 0 ? format(Math.max(...values)) : '';
  return (
    <figure className="day-picture" style={{ '--spark-color': `var(--c-${hue})` } as CSSProperties}>
      <figcaption>{title}</figcaption>
      <p className="day-picture-value num">{last ? format(last.value) : '–'}</p>
      <svg
        viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={last ? t`${title}, last 24 hours: ${lowest} to ${highest}` : t`${title}: nothing measured yet`}
      >
        <path className="day-picture-area" d={shape.area} />
        <path className="day-picture-line" d={shape.line} />
      </svg>
      <p className="day-picture-range num" aria-hidden="true">
        <span>{formatClock(from)}</span>
        {last && (
          <span>
            {lowest} – {highest}
          </span>
        )}
      </p>
    </figure>
  );
}
