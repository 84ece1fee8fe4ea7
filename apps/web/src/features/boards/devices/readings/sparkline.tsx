import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { formatDuration, formatValue } from '../../../../lib/format/format.ts';
import './sparkline.css';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { type SparkPoint, sparkHeight, sparkShape, sparkWidth } from '../../../../ui/charts/sparkline-path.ts';
import { sparkBucketMs, sparkMinutes } from './use-sparklines.ts';

type SparklineProps = {
  label: string;
  unit: string;
  /** Chart colour 1…8. */
  hue: number;
  points: readonly SparkPoint[];
  /** Usual time between two values, ms. */
  intervalMs: number | null;
  /** False hatches the time since the last point and takes the colour away. */
  online: boolean;
};

/** A board that has only just come fills the width all the same. */
const shortestSpanMs = 15_000;

/** The last hour of a variable, or as much of it as there is. */
export function Sparkline({ label, unit, hue, points, intervalMs, online }: SparklineProps) {
  const now = useServerNow(10_000);
  const { shape, from } = useMemo(() => {
    const to = Math.max(now, points.at(-1)?.at ?? 0);
    const start = to - sparkMinutes * 60_000;
    const from = Math.min(Math.max(start, points.find((point) => point.at >= start)?.at ?? start), to - shortestSpanMs);
    const gapMs = Math.max(3 * (intervalMs ?? 0), 2.5 * sparkBucketMs);
    return { shape: sparkShape({ points, from, to, gapMs, ended: !online }), from };
  }, [now, points, intervalMs, online]);
  const holes = shape.holes.map((hole) => ({
    id: Math.round(hole.from * 1000),
    left: `${hole.from * 100}%`,
    width: `${(hole.to - hole.from) * 100}%`,
  }));
  return (
    <span
      className="spark"
      style={{ '--spark-color': online ? `var(--c-${hue})` : 'var(--n-8)' } as CSSProperties}
      role="img"
      aria-label={rangeText(label, unit, points, from, now)}
    >
      {holes.map(({ id, left, width }) => (
        <span key={id} className="spark-hole" style={{ left, width }} />
      ))}
      <svg viewBox={`0 0 ${sparkWidth} ${sparkHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="spark-area" d={shape.area} />
        <path className="spark-line" d={shape.line} />
        {online && shape.end && (
          <>
            <path className="spark-end-halo" d={`M${shape.end.x} ${shape.end.y}h0`} />
            <path className="spark-end" d={`M${shape.end.x} ${shape.end.y}h0`} />
          </>
        )}
      </svg>
    </span>
  );
}

function rangeText(label: string, unit: string, points: readonly SparkPoint[], from: number, now: number): string {
  const values = points.filter((point) => point.at >= from).map((point) => point.value);
  const duration = formatDuration(now - from);
  if (values.length === 0) return t`${label}, last ${duration}: no values`;
  const lowest = formatValue(Math.min(...values), 1);
  const highest = `${formatValue(Math.max(...values), 1)} ${unit}`.trim();
  return t`${label}, last ${duration}: ${lowest} to ${highest}`;
}
