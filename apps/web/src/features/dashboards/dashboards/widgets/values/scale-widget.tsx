import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatValue, noValue } from '../../../../../lib/format/format.ts';
import { Gauge, zoneOf } from '../../../../../ui/charts/gauges/gauge.tsx';
import { LevelBar } from '../../../../../ui/charts/gauges/level-bar.tsx';
import { Tank } from '../../../../../ui/charts/gauges/tank.tsx';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';

type ScaleWidgetProps = { content: Extract<WidgetContent, { type: 'gauge' | 'bar' | 'tank' }>; data: WidgetData };

/** A value on a scale: a dial, a bar or a vessel. */
export function ScaleWidget({ content, data }: ScaleWidgetProps) {
  const { type, key, title, min, max, zones } = content;
  const variable = data.variables.get(key);
  const age = useAge(variable, data);
  const value = numberOf(variable?.value ?? null);
  const figure = value === null ? noValue : formatValue(value, variable?.decimals);
  const unit = variable?.unit ?? '';
  const zone = value === null ? undefined : zoneOf(zones, value);
  const word = zone?.word ?? '';
  const label = [value === null ? t`No value yet` : `${figure} ${unit}`.trim(), word].filter(Boolean).join(', ');
  const scaleContent = { label, value, min, max, zones, hue: variable?.hue ?? 8 };
  const figures = (
    <p>
      <b>{figure}</b>
      <span>{unit}</span>
      {word && <small>{word}</small>}
    </p>
  );
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className={`widget-${type}`}>
      {type === 'gauge' ? (
        <Gauge {...scaleContent} figure={figure} unit={unit} />
      ) : type === 'bar' ? (
        <>
          {figures}
          <LevelBar {...scaleContent} />
        </>
      ) : (
        <>
          <Tank {...scaleContent} />
          {figures}
        </>
      )}
    </WidgetFrame>
  );
}
