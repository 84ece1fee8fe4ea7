import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo, useState } from 'react';
import { formatValue } from '../../../../../lib/format/format.ts';
import { currentLanguage } from '../../../../../lib/language/language.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { pointsOf } from './history-points.ts';
import { hourWeek } from './hour-week.ts';

type HeatmapWidgetProps = { content: Extract<WidgetContent, { type: 'heatmap' }>; data: WidgetData };

const ramp = 7;
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
/** 2023 began with a Sunday. */
const weekdayName = (weekday: number, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + weekday),
  );
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The mean of each hour of each weekday, as strong as it is high. */
export function HeatmapWidget({ content: { title, key, minutes }, data }: HeatmapWidgetProps) {
  const variable = data.variables.get(key);
  const history = data.histories.get(minutes);
  const age = useAge(variable, data);
  const [pointed, setPointed] = useState<string | null>(null);
  const cells = useMemo(() => history && hourWeek(pointsOf(history, key)), [history, key]);
  if (!cells) {
    return (
      <WidgetFrame title={title} className="widget-heatmap">
        <Skeleton height={120} width="auto" />
      </WidgetFrame>
    );
  }
  const names = weekdays.map((weekday) => weekdayName(weekday, 'long'));
  const known = cells.flat().filter((value) => value !== null);
  const low = Math.min(...known);
  const high = Math.max(...known);
  const figure = (value: number) => `${formatValue(value, variable?.decimals ?? 1)} ${variable?.unit ?? ''}`.trim();
  const step = (value: number) =>
    low === high ? 4 : Math.min(ramp, 1 + Math.floor(((value - low) / (high - low)) * ramp));
  const labelOf = (weekday: number, hour: number) => {
    const value = cells[weekday]?.[hour] ?? null;
    return `${names[weekday]} ${clock(hour)}: ${value === null ? t`no data` : figure(value)}`;
  };
  return (
    <WidgetFrame
      title={title}
      aside={pointed ? <span className="widget-figure">{pointed}</span> : <Age age={age} />}
      className="widget-heatmap"
    >
      {known.length === 0 ? (
        <p className="widget-nothing">{t`No data in this period`}</p>
      ) : (
        <div
          className="heatmap"
          style={{ '--c': `var(--c-${variable?.hue ?? 8})` } as CSSProperties}
          onPointerLeave={() => setPointed(null)}
        >
          <table>
            <caption className="sr-only">{t`${title}: average by weekday and hour, ${{ low: figure(low) }} to ${{ high: figure(high) }}`}</caption>
            {/* The first row lies outside of the table's layout, so the column sets its width itself. */}
            <colgroup>
              <col style={{ width: 28 }} />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <td />
                {hours.map((hour) => (
                  <th key={hour} scope="col">
                    {clock(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.map((row, weekday) => (
                <tr key={names[weekday]}>
                  <th scope="row" abbr={names[weekday]}>
                    {weekdayName(weekday, 'short')}
                  </th>
                  {row.map((value, hour) => (
                    <td
                      key={`${names[weekday]} ${hours[hour]}`}
                      className={value === null ? undefined : `heat-${step(value)}`}
                      onPointerEnter={() => setPointed(labelOf(weekday, hour))}
                    >
                      <span className="sr-only">{value === null ? t`no data` : figure(value)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="heatmap-hours" aria-hidden="true">
            <span>00</span>
            <span>06</span>
            <span>12</span>
            <span>18</span>
            <span>24</span>
          </p>
          <p className="heatmap-legend" aria-hidden="true">
            {figure(low)}
            {Array.from({ length: ramp }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of the ramp are nothing but their places
              <i key={index} className={`heat-${index + 1}`} />
            ))}
            {figure(high)}
          </p>
        </div>
      )}
    </WidgetFrame>
  );
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
