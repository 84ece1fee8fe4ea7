import type { WidgetContent } from '@cyno/contract';
import { formatValue, noValue } from '../../lib/format.ts';
import { Gauge, zoneOf } from '../../ui/charts/gauge.tsx';
import { Tank } from '../../ui/charts/tank.tsx';
import type { WidgetData } from './widget-data.ts';
import { Age, useAge, WidgetFrame } from './widget-frame.tsx';

type ScaleWidgetProps = { content: Extract<WidgetContent, { type: 'gauge' | 'tank' }>; data: WidgetData };

/** A value on a scale: a dial or a vessel. */
export function ScaleWidget({ content, data }: ScaleWidgetProps) {
  const { type, key, title, min, max, zones } = content;
  const variable = data.variables.get(key);
  const age = useAge(variable, data);
  const value = typeof variable?.value === 'number' ? variable.value : null;
  const figure = value === null ? noValue : formatValue(value, variable?.decimals);
  const unit = variable?.unit ?? '';
  const word = value === null ? '' : (zoneOf(zones, value)?.word ?? '');
  const label = [value === null ? 'No value yet' : `${figure} ${unit}`.trim(), word].filter(Boolean).join(', ');
  const shown = { label, value, min, max, zones, hue: variable?.hue ?? 8 };
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className={`widget-${type}`}>
      {type === 'gauge' ? (
        <Gauge {...shown} figure={figure} unit={unit} />
      ) : (
        <>
          <Tank {...shown} />
          <p>
            <b>{figure}</b>
            <span>{unit}</span>
            {word && <small>{word}</small>}
          </p>
        </>
      )}
    </WidgetFrame>
  );
}
