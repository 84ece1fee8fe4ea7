import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useCells } from './use-cells.ts';
import type { DataOf } from './widgets/widget-data.ts';
import { WidgetTile } from './widgets/widget-tile.tsx';

type DashboardGridProps = { widgets: readonly Widget[]; dataOf: DataOf };

/** The widgets in their places; on a phone in those that are meant for phones. */
export function DashboardGrid({ widgets, dataOf }: DashboardGridProps) {
  const { gridClass, cells } = useCells(widgets);
  return (
    <div className={gridClass}>
      <h2 className="sr-only">{t`Widgets`}</h2>
      {cells.map(({ widget, className, style }) => (
        <div key={widget.id} className={className} style={style}>
          <WidgetTile widget={widget} data={dataOf(widget)} />
        </div>
      ))}
    </div>
  );
}
