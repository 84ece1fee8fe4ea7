import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { formatClock } from '../../../lib/format/format.ts';
import {
  type SparkPoint,
  type SparkRange,
  sparkHeight,
  sparkShape,
  sparkWidth,
} from '../../../ui/charts/sparkline-path.ts';
import './day-picture.css';

const dayMs = 24 * 3_600_000;
/** A sample comes each minute; one may be missing. */
const gapMs = 3 * 60_000;
/** Less than this share of the highest value is not worth the whole height. */
const smallestSpan = 0.1;

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
  const { shape, from, low, high } = useMemo(() => {
    const from = Math.max(now - dayMs, points[0]?.at ?? now);
    const values = points.filter(({ at }) => at >= from).map(({ value }) => value);
    const low = Math.min(...values);
    const high = Math.max(...values);
    return { shape: sparkShape({ points, from, to: now, gapMs, range: rangeOf(low, high) }), from, low, high };
  }, [points, now]);
  const last = points.at(-1);
  const lowest = last ? format(low) : '';
  const highest = last ? format(high) : '';
  const isSteady = lowest === highest;
  const courseLabel = isSteady
    ? t`${title}, last 24 hours: ${lowest}`
    : t`${title}, last 24 hours: ${lowest} to ${highest}`;
  return (
    <figure className="day-picture" style={{ '--spark-color': `var(--c-${hue})` } as CSSProperties}>
      <figcaption>{title}</figcaption>
      <p className="day-picture-value num">{last ? format(last.value) : '–'}</p>
      <svg
        viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={last ? courseLabel : t`${title}: nothing measured yet`}
      >
        <path className="day-picture-area" d={shape.area} />
        <path className="day-picture-line" d={shape.line} />
      </svg>
      <p className="day-picture-range num" aria-hidden="true">
        <span>{formatClock(from)}</span>
        {last && <span>{isSteady ? lowest : `${lowest} – ${highest}`}</span>}
      </p>
    </figure>
  );
}

/** None of the figures is below zero, which is at the bottom. */
function rangeOf(low: number, high: number): SparkRange {
  const span = Math.max(high - low, high * smallestSpan) || 1;
  const bottom = Math.max(0, (low + high - span) / 2);
  return [bottom, bottom + span];
}
