import type { BoardPin, Output } from '@cyno/contract';
import type { BoardDrawing, Hole } from './board-drawings.ts';
import './pinout.css';

const rowHeight = 27;
/** On a phone, where the drawing is about 1.1 times as wide: a target of 40 pixels. */
const touchRowHeight = 36;
const targetWidth = 56;
const boardLeft = 44;
const boardWidth = 176;
const columnGap = 41;

type PinoutProps = {
  drawing: BoardDrawing;
  pins: readonly BoardPin[];
  outputs: readonly Output[];
  /** The pin whose row the pointer is on. */
  marked: string | null;
  /** Drawn for fingers. */
  forTouch: boolean;
  onChoose: (pin: string) => void;
};

/**
 * The board seen from above: pins that are on are filled, and a press leads to the pin's row, or sets up what is unused. For the eye and
 * the pointer only: the rows show and do the same.
 */
export function Pinout({ drawing, pins, outputs, marked, forTouch, onChoose }: PinoutProps) {
  const rows = drawing.left[0]?.length ?? 0;
  // Between two columns of holes on each side there is no room for the chip and the name.
  const isWide = drawing.left.length > 1;
  const top = isWide ? 104 : 56;
  const height = top + rows * (forTouch ? touchRowHeight : rowHeight) + (isWide ? 62 : 44);
  const right = boardLeft + boardWidth;
  const middle = boardLeft + boardWidth / 2;
  return (
    <svg className="pinout" viewBox={`0 0 264 ${height + 16}`} aria-hidden="true">
      <rect className="pinout-board" x={boardLeft} y={8} width={boardWidth} height={height - 8} rx={10} />
      <rect className="pinout-can" x={middle - 30} y={20} width={60} height={70} rx={3} />
      <text className="pinout-chip" x={middle} y={60}>
        {drawing.chip}
      </text>
      <text className="pinout-name" x={middle} y={height - 52}>
        {drawing.name}
      </text>
      <rect className="pinout-usb" x={middle - 20} y={height - 26} width={40} height={36} rx={4} />
      {drawing.left.map((holes, index) => (
        <Column
          key={`left ${holes[0]?.print}`}
          holes={holes}
          x={boardLeft + 6 + index * columnGap}
          side="left"
          top={top}
          pins={pins}
          outputs={outputs}
          marked={marked}
          forTouch={forTouch}
          targetWidth={isWide ? columnGap : targetWidth}
          onChoose={onChoose}
        />
      ))}
      {drawing.right.map((holes, index) => (
        <Column
          key={`right ${holes[0]?.print}`}
          holes={holes}
          x={right - 16 - index * columnGap}
          side="right"
          top={top}
          pins={pins}
          outputs={outputs}
          marked={marked}
          forTouch={forTouch}
          targetWidth={isWide ? columnGap : targetWidth}
          onChoose={onChoose}
        />
      ))}
    </svg>
  );
}

/** What a pin is marked with: `note` for one that the chip or the board uses too, `input` for one that can only be read. */
export function cautionOf(pin: BoardPin | undefined): 'note' | 'input' | null {
  if (!pin) return null;
  if (pin.modes.length === 0) return 'input';
  return pin.note === null ? null : 'note';
}

type ColumnProps = Omit<PinoutProps, 'drawing'> & {
  holes: readonly Hole[];
  x: number;
  top: number;
  side: 'left' | 'right';
  targetWidth: number;
};

function Column({ holes, x, top, side, targetWidth: width, pins, outputs, marked, forTouch, onChoose }: ColumnProps) {
  const height = forTouch ? touchRowHeight : rowHeight;
  return holes.map(({ print, pin }, index) => {
    const y = top + index * height;
    const output = outputs.find((one) => one.pin === pin);
    const caution = cautionOf(pins.find((one) => one.pin === pin));
    const state = [
      pin && caution !== 'input' && 'pinout-usable',
      caution && `pinout-${caution}`,
      output?.reported && 'pinout-on',
      pin !== null && pin === marked && 'pinout-marked',
    ];
    const shape = (
      <>
        <rect x={x} y={y} width={10} height={10} rx={2} />
        {caution === 'note' && <circle cx={x + 5} cy={y + 5} r={2.5} />}
        {caution === 'input' && <path d={`M${x + 2} ${y + 8}l6 -6`} />}
        <text x={side === 'left' ? x + 14 : x - 4} y={y + 8.5} textAnchor={side === 'left' ? 'start' : 'end'}>
          {print.replace(/^P/, '')}
        </text>
      </>
    );
    const className = ['pinout-hole', ...state].filter(Boolean).join(' ');
    if (!pin) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hole is nothing but its place
        <g key={`hole ${index}`} className={className}>
          {shape}
        </g>
      );
    }
    return (
      <a
        key={pin}
        className={className}
        data-pin={pin}
        href={`#pin-${pin}`}
        tabIndex={-1}
        onClick={(event) => {
          event.preventDefault();
          onChoose(pin);
        }}
      >
        {shape}
        {forTouch && (
          <rect
            className="pinout-target"
            x={side === 'left' ? x - 6 : x + 16 - width}
            y={y + 5 - height / 2}
            width={width}
            height={height}
          />
        )}
      </a>
    );
  });
}
