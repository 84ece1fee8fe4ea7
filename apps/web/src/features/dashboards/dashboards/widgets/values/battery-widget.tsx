import type { WidgetContent } from '@cyno/contract';
import { formatValue, noValue } from '../../../../../lib/format/format.ts';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { batteryLabel, batteryLevel } from './battery-level.ts';

type BatteryWidgetProps = { content: Extract<WidgetContent, { type: 'battery' }>; data: WidgetData };

/** How full a battery is, with what was measured if that is no percentage. */
export function BatteryWidget({ content, data }: BatteryWidgetProps) {
  const { key, title, chemistry } = content;
  const variable = data.variables.get(key);
  const age = useAge(variable, data);
  const value = numberOf(variable?.value ?? null);
  const level = value === null ? null : Math.round(batteryLevel(value, content));
  const { tone, word } = level === null ? { tone: 'neutral', word: '' } : batteryLabel(level);
  const measured =
    value === null || chemistry === 'percent'
      ? ''
      : `${formatValue(value, variable?.decimals)} ${variable?.unit ?? ''}`.trim();
  const remark = [measured, word].filter(Boolean).join(', ');
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className="widget-battery">
      <svg viewBox="0 0 64 32" aria-hidden="true" className={`battery-${tone}`}>
        <rect className="battery-case" x={1} y={1} width={56} height={30} rx={5} />
        <rect className="battery-pole" x={59} y={10} width={4} height={12} rx={2} />
        {level !== null && (
          <rect className="battery-charge" x={5} y={5} width={(48 * level) / 100} height={22} rx={2} />
        )}
      </svg>
      <p>
        <b>{level ?? noValue}</b>
        {level !== null && <span>%</span>}
        {remark && <small>{remark}</small>}
      </p>
    </WidgetFrame>
  );
}
