import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { formatValue, noValue } from '../../../../../lib/format/format.ts';
import { numberOf } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { compassPoint, type RoseSector, turned, windRose } from './wind-rose.ts';

type CompassWidgetProps = { content: Extract<WidgetContent, { type: 'compass' }>; data: WidgetData };

const letters = ['N', 'E', 'S', 'W'];
const center = 60;
const roseRadius = 40;
const sectorHalf = 9;

/** Where something points, such as the wind, over how often it pointed where. */
export function CompassWidget({ content: { title, keys, minutes }, data }: CompassWidgetProps) {
  const [direction = '', speedKey] = keys;
  const variable = data.variables.get(direction);
  const speed = speedKey === undefined ? undefined : data.variables.get(speedKey);
  const history = data.histories.get(minutes);
  const age = useAge(variable, data);
  const rose = useMemo(() => windRose(history, keys), [history, keys]);
  const degrees = numberOf(variable?.value ?? null);
  const figure = degrees === null ? noValue : `${Math.round(turned(degrees)) % 360}°`;
  const point = degrees === null ? '' : compassPoint(degrees);
  const speedFigure = speed ? `${formatValue(speed.value, speed.decimals)} ${speed.unit}`.trim() : '';
  const strongest = rose.reduce<RoseSector | undefined>((a, b) => (a && a.share >= b.share ? a : b), undefined);
  const usual =
    strongest &&
    t`mostly ${{ point: strongest.point }}, ${{ percent: Math.round(strongest.share * 100) }} % of the time`;
  const label = [degrees === null ? t`No value yet` : `${figure} ${point}`, speedFigure, usual]
    .filter(Boolean)
    .join(', ');
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className="widget-compass">
      <div className="compass">
        <svg viewBox="0 0 120 120" role="img" aria-label={label}>
          <circle className="compass-ring" cx={center} cy={center} r={46} />
          {rose.map((sector) => (
            <path key={sector.point} className="compass-sector" d={sectorPath(sector, strongest?.share ?? 1)} />
          ))}
          {letters.map((letter, index) => (
            <text key={letter} {...letterPlace(index)}>
              {letter}
            </text>
          ))}
          {degrees !== null && (
            <g transform={`rotate(${degrees} ${center} ${center})`}>
              <path className="compass-hand" d="M60 16L66 60L60 55L54 60Z" />
            </g>
          )}
          <circle className="compass-hub" cx={center} cy={center} r={3} />
        </svg>
        <p aria-hidden="true">
          <b>{figure}</b>
          <span>{point}</span>
          {speedFigure && <small>{speedFigure}</small>}
        </p>
      </div>
    </WidgetFrame>
  );
}

function sectorPath({ degrees, share }: RoseSector, max: number): string {
  const reach = roseRadius * Math.sqrt(share / max);
  const at = (angle: number) => {
    const radians = ((angle - 90) * Math.PI) / 180;
    return `${(center + reach * Math.cos(radians)).toFixed(2)} ${(center + reach * Math.sin(radians)).toFixed(2)}`;
  };
  return `M${center} ${center}L${at(degrees - sectorHalf)}A${reach} ${reach} 0 0 1 ${at(degrees + sectorHalf)}Z`;
}

function letterPlace(index: number) {
  const radians = (index * Math.PI) / 2 - Math.PI / 2;
  return { x: center + 53 * Math.cos(radians), y: center + 53 * Math.sin(radians) };
}
