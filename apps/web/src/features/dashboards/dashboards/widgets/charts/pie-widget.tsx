import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { formatDuration, formatValue } from '../../../../../lib/format/format.ts';
import { variableKind } from '../../../../../lib/format/variable-kind.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { useAge, WidgetFrame } from '../widget-frame.tsx';
import { stateColours, stateSpans, timeByState } from './state-spans.ts';

type PieContent = Extract<WidgetContent, { type: 'pie' }>;
type PieWidgetProps = { content: PieContent; data: WidgetData };
type Slice = { name: string; size: number; text: string; colour: string };

const maxSlices = 8;

/** How several values, or the times of several states, make up a whole. */
export function PieWidget({ content, data }: PieWidgetProps) {
  const { title, shares, keys, minutes } = content;
  const age = useAge(data.variables.get(keys[0] ?? ''), data);
  const isLoading = shares === 'time' && !data.histories.has(minutes);
  const slices = shares === 'time' ? slicesOfTime(content, data) : slicesOfValues(content, data);
  const whole = slices.reduce((sum, { size }) => sum + size, 0);
  return (
    <WidgetFrame title={title} stale={shares === 'values' && age !== null} className="widget-pie">
      {isLoading ? (
        <Skeleton height={120} width="auto" />
      ) : whole === 0 ? (
        <p className="widget-nothing">{t`No data yet`}</p>
      ) : (
        <>
          <Ring slices={slices} whole={whole} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists are scrolled with the arrow keys */}
          <ul tabIndex={0} aria-label={title}>
            {slices.map(({ name, size, text, colour }) => (
              <li key={name} style={{ '--c': colour } as CSSProperties}>
                <i aria-hidden="true" />
                <span>{name}</span>
                <b>{Math.round((size / whole) * 100)} %</b>
                <small>{text}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </WidgetFrame>
  );
}

const radius = 40;
const around = 2 * Math.PI * radius;

function Ring({ slices, whole }: { slices: readonly Slice[]; whole: number }) {
  let before = 0;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      {slices.map(({ name, size, colour }) => {
        const length = (size / whole) * around;
        const start = before;
        before += length;
        // A thin gap separates neighbours also where colours are alike.
        const drawn = slices.length > 1 ? Math.max(0.5, length - 1.2) : length;
        return (
          <circle
            key={name}
            cx={50}
            cy={50}
            r={radius}
            style={{ stroke: colour }}
            strokeDasharray={`${drawn} ${around - drawn}`}
            strokeDashoffset={-start}
          />
        );
      })}
    </svg>
  );
}

function slicesOfValues({ keys }: PieContent, { variables }: WidgetData): Slice[] {
  const taken = new Set<number>();
  return keys.flatMap((key) => {
    const variable = variables.get(key);
    const value = numberOf(variable?.value ?? null);
    let hue = variable?.hue ?? 1;
    while (taken.has(hue) && taken.size < 8) hue = (hue % 8) + 1;
    taken.add(hue);
    if (!variable || value === null || value <= 0) return [];
    const text = `${formatValue(value, variable.decimals)} ${variable.unit}`.trim();
    return [{ name: variable.label, size: value, text, colour: `var(--c-${hue})` }];
  });
}

function slicesOfTime({ keys: [key = ''], minutes, zones }: PieContent, { variables, histories }: WidgetData): Slice[] {
  const history = histories.get(minutes);
  if (!history) return [];
  const variable = variables.get(key);
  const isSwitch = variable !== undefined && variableKind(variable) === 'switch';
  const format = { zones, isSwitch, decimals: variable?.decimals ?? null };
  const times = timeByState(stateSpans(history, key, format));
  const colours = stateColours(
    times.map(({ state }) => state),
    format,
  );
  const visible = times.slice(0, times.length > maxSlices ? maxSlices - 1 : maxSlices);
  const otherMs = times.slice(visible.length).reduce((sum, { ms }) => sum + ms, 0);
  const slice = (name: string, ms: number, colour: string): Slice => ({
    name,
    size: ms,
    text: formatDuration(ms),
    colour,
  });
  return [
    ...visible.map(({ state, ms }) => slice(state, ms, colours.get(state) ?? 'var(--n-8)')),
    ...(otherMs > 0 ? [slice(t`Other`, otherMs, 'var(--n-7)')] : []),
  ];
}
