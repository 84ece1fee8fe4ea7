import type { Widget } from '@cyno/contract';
import { cellStyle, phoneCellStyle } from './dashboard-cell.ts';
import { phoneLayout } from './phone-layout.ts';
import { useIsPhone } from './use-is-phone.ts';
import type { DataOf } from './widget-data.ts';
import { WidgetTile } from './widget-tile.tsx';

type DashboardGridProps = { widgets: readonly Widget[]; dataOf: DataOf };

/** The widgets in their places; on a phone in those that are meant for phones. */
export function DashboardGrid({ widgets, dataOf }: DashboardGridProps) {
  const isPhone = useIsPhone();
  const cells = isPhone
    ? phoneLayout(widgets).flatMap(({ widget, place }) =>
        place.hidden ? [] : [{ widget, style: phoneCellStyle(place) }],
      )
    : widgets.map((widget) => ({ widget, style: cellStyle(widget) }));
  return (
    <div className={isPhone ? 'dashboard dashboard-phone' : 'dashboard'}>
      {cells.map(({ widget, style }) => (
        <div key={widget.id} className={`dashboard-cell dashboard-cell-${widget.content.type}`} style={style}>
          <WidgetTile widget={widget} data={dataOf(widget)} />
        </div>
      ))}
    </div>
  );
}
