import { type PointerEvent, useRef } from 'react';
import './limit-handle.css';
import type { PlotScale } from './plot/time-plot.ts';

type LimitHandleProps = {
  label: string;
  value: number;
  /** Where the values of the chart below it stand. */
  scale: PlotScale;
  tone: 'danger' | 'warning' | 'info' | 'neutral';
  /** How far to the left its handle stands, px, where there are several. */
  offset?: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
};

/** So many steps go into the height of the chart: a press of an arrow key is one. */
const steps = 100;

/** A value rounded to the steps of a scale, so that what is dragged is a number that somebody would type. */
function rounded(value: number, { low, high }: PlotScale): number {
  const power = 10 ** Math.floor(Math.log10((high - low) / steps));
  const step = power * ((high - low) / steps / power >= 5 ? 5 : 1);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** A line over a chart that a limit is dragged by, or moved with the arrow keys, Page Up and Page Down. Its parent is the chart's frame. */
export function LimitHandle({ label, value, scale, tone, offset = 0, format, onChange }: LimitHandleProps) {
  const isDragging = useRef(false);
  const { low, high, top, height, left, right } = scale;
  const share = Math.min(1, Math.max(0, (high - value) / (high - low)));
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!box || height === 0) return;
    const at = Math.min(1, Math.max(0, (event.clientY - box.top - top) / height));
    const next = rounded(high - at * (high - low), scale);
    if (next !== value) onChange(next);
  };
  const stepBy = (count: number) => {
    const next = rounded(value + (count * (high - low)) / steps, scale);
    if (next !== value) onChange(next);
  };
  return (
    <>
      <div
        className={`limit-line limit-${tone}`}
        style={{ top: top + share * height, left, right }}
        aria-hidden="true"
      />
      <div
        className={`limit-handle limit-${tone} num`}
        style={{ top: top + share * height, right: right + offset }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={low}
        aria-valuemax={high}
        aria-valuenow={value}
        aria-valuetext={format(value)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDragging.current = true;
        }}
        onPointerMove={(event) => isDragging.current && moveTo(event)}
        onPointerUp={() => {
          isDragging.current = false;
        }}
        onPointerCancel={() => {
          isDragging.current = false;
        }}
        onKeyDown={(event) => {
          const count = keySteps[event.key];
          if (count === undefined) return;
          event.preventDefault();
          stepBy(count);
        }}
      >
        {format(value)}
      </div>
    </>
  );
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};
