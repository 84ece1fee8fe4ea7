import './slider.css';
import { useDrawnValue } from './use-drawn-value.ts';

type SliderProps = {
  label: string;
  min: number;
  max: number;
  step?: number;
  /** The confirmed value; null: not known. */
  value: number | null;
  /** What was requested and is not confirmed yet. */
  wanted: number | null;
  /** Describes a value for screen readers. */
  format: (value: number) => string;
  /** Called when the hand has come to rest, or the slider goes away before. */
  onCommit: (value: number) => void;
  disabled?: boolean;
};

/** A hand that rests for so long has chosen. */
const restMs = 300;

/** A slider with two thumbs: the solid one is what is, the dashed one what was requested. */
export function Slider({ label, min, max, step = 1, value, wanted, format, onCommit, disabled }: SliderProps) {
  const [drawn, draw] = useDrawnValue(restMs, onCommit);
  const target = drawn ?? wanted;
  const displayed = target ?? value ?? min;
  const percent = (at: number) => `${((at - min) / (max - min)) * 100}%`;
  return (
    <span
      className="slider"
      style={{ '--at': percent(value ?? min), '--target': percent(displayed) } as React.CSSProperties}
      data-requested={target !== null && target !== value ? true : undefined}
      data-unknown={value === null ? true : undefined}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={format(displayed)}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        value={displayed}
        onChange={(event) => draw(Number(event.currentTarget.value))}
      />
      <span className="slider-fill" />
      <span className="slider-gap" />
      <span className="slider-is" />
    </span>
  );
}
