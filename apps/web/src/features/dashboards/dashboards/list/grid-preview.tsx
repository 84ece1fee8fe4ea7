import type { DashboardSummary } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { columns } from '../layout.ts';
import { type WidgetType, widgetKinds } from '../widgets/widget-kinds.ts';

/** A column is as wide as one and a half rows are high. */
const cell = { width: 12, height: 8 };
const gap = 2;
/** What stands further below is left out. */
const rows = 12;

/** A small picture of where the widgets of a dashboard stand; charts, values and controls differ in their colour. */
export function GridPreview({ places }: Pick<DashboardSummary, 'places'>) {
  if (places.length === 0) return <p className="grid-preview grid-preview-empty">{t`No widgets yet`}</p>;
  const top = Math.min(...places.map(({ y }) => y));
  return (
    <svg
      className="grid-preview"
      viewBox={`0 0 ${columns * cell.width} ${rows * cell.height}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {places
        .filter(({ y }) => y - top < rows)
        .map(({ x, y, width, height, type }) => (
          <rect
            key={`${x} ${y}`}
            className={`grid-preview-${widgetKinds[type as WidgetType]?.group ?? 'lists'}`}
            x={x * cell.width + gap / 2}
            y={(y - top) * cell.height + gap / 2}
            width={width * cell.width - gap}
            height={height * cell.height - gap}
            rx={2}
          />
        ))}
    </svg>
  );
}
