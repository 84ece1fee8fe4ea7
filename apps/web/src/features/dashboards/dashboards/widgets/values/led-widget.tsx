import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { noValue } from '../../../../../lib/format/format.ts';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';

type LedWidgetProps = { content: Extract<WidgetContent, { type: 'led' }>; data: WidgetData };

/** A lamp with its word: lit while the value is at its limit or above. */
export function LedWidget({ content, data }: LedWidgetProps) {
  const { title, key, onFrom, tone, colour, onWord, offWord } = content;
  const variable = data.variables.get(key);
  const age = useAge(variable, data);
  const value = numberOf(variable?.value ?? null);
  const isOn = value !== null && value >= onFrom;
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className="widget-led">
      <p>
        <i
          className={`widget-lamp${isOn ? ` widget-lamp-${tone}` : ''}`}
          style={isOn && colour ? { background: colour, borderColor: colour } : undefined}
          aria-hidden="true"
        />
        <b>{value === null ? noValue : isOn ? onWord || t`On` : offWord || t`Off`}</b>
      </p>
    </WidgetFrame>
  );
}
