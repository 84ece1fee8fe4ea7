import type { WidgetContent } from '@cyno/contract';
import { type CSSProperties, useMemo } from 'react';
import { formatExact, formatValue, noValue } from '../../../../../lib/format/format.ts';
import { zoneOf } from '../../../../../ui/charts/gauges/gauge.tsx';
import { longestStep, medianStep } from '../../../../../ui/charts/plot/line-gaps.ts';
import { sparkHeight, sparkShape, sparkWidth } from '../../../../../ui/charts/sparkline-path.ts';
import { dayMinutes } from '../dashboard-history.ts';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';

type ValueWidgetProps = { content: Extract<WidgetContent, { type: 'value' }>; data: WidgetData };

/** The newest value of a variable, large, over the line of its last day. */
export function ValueWidget({ content: { key, title, zones = [] }, data }: ValueWidgetProps) {
  const { variables, histories } = data;
  const history = histories.get(dayMinutes);
  const variable = variables.get(key);
  const age = useAge(variable, data);
  const value = numberOf(variable?.value ?? null);
  const zone = value === null ? undefined : zoneOf(zones, value);
  const intervalMs = variable?.intervalMs ?? null;
  const spark = useMemo(() => {
    const values = history?.series[key]?.value ?? [];
    const points = values.flatMap((value, index) =>
      typeof value === 'number' ? [{ at: history?.times[index] ?? 0, value }] : [],
    );
    if (!history || points.length < 2) return null;
    const { from, to } = history;
    const usualMs = medianStep(points.map(({ at }) => at));
    const gapMs = longestStep({ usualMs, intervalMs, bucketMs: history.bucketMs });
    return sparkShape({ points, from, to, gapMs });
  }, [history, key, intervalMs]);
  return (
    <WidgetFrame
      title={title}
      aside={<Age age={age} />}
      stale={age !== null}
      className={`widget-value${zone ? ` widget-is-${zone.tone}` : ''}`}
    >
      <p>
        <b title={variable && formatExact(variable.value)}>
          {variable ? formatValue(variable.value, variable.decimals) : noValue}
        </b>
        {variable?.unit && <span>{variable.unit}</span>}
        {zone && zone.word !== '' && <small className={`widget-zone widget-zone-${zone.tone}`}>{zone.word}</small>}
      </p>
      {spark && (
        <svg
          className="widget-spark"
          viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          style={{ '--c': `var(--c-${variable?.hue ?? 8})` } as CSSProperties}
        >
          <path d={spark.area} />
          <path d={spark.line} />
        </svg>
      )}
    </WidgetFrame>
  );
}
