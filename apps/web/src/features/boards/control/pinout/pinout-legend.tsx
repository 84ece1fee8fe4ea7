import type { BoardPin } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { BoardDrawing } from './board-drawings.ts';
import { cautionOf } from './pinout.tsx';

const texts = { note: () => t`Also used by the board`, input: () => t`Input only` };

/** What the marks on a drawn board mean; only those that it has. */
export function PinoutLegend({ drawing, pins }: { drawing: BoardDrawing; pins: readonly BoardPin[] }) {
  const drawn = new Set([...drawing.left, ...drawing.right].flat().map(({ pin }) => pin));
  const marks = (['note', 'input'] as const).filter((mark) =>
    pins.some((pin) => drawn.has(pin.pin) && cautionOf(pin) === mark),
  );
  if (marks.length === 0) return null;
  return (
    <p className="pinout-legend">
      {marks.map((mark) => (
        <LegendLine key={mark} mark={mark} />
      ))}
    </p>
  );
}

function LegendLine({ mark }: { mark: keyof typeof texts }) {
  return (
    <>
      <svg viewBox="0 0 10 10" aria-hidden="true" className={`pinout-hole pinout-${mark}`}>
        <rect x={0.5} y={0.5} width={9} height={9} rx={2} />
        {mark === 'note' ? <circle cx={5} cy={5} r={2.5} /> : <path d="M2 8l6 -6" />}
      </svg>
      <span>{texts[mark]()}</span>
    </>
  );
}
