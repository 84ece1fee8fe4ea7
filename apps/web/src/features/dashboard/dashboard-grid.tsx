import type { Device, Widget } from '@cyno/contract';
import { cellStyle, phoneCellStyle } from './dashboard-cell.ts';
import { phoneLayout } from './phone-layout.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useWidgetData } from './widget-data.ts';
import { WidgetView } from './widget-view.tsx';

type DashboardGridProps = { device: Device; widgets: readonly Widget[] };

/** The widgets in their places; on a phone in those that are meant for phones. */
export function DashboardGrid({ device, widgets }: DashboardGridProps) {
  const isPhone = useIsPhone();
  const data = useWidgetData(
    device,
    widgets.map(({ content }) => content),
  );
  const cells = isPhone
    ? phoneLayout(widgets).flatMap(({ widget, place }) =>
        place.hidden ? [] : [{ widget, style: phoneCellStyle(place) }],
      )
    : widgets.map((widget) => ({ widget, style: cellStyle(widget) }));
  return (
    <div className={isPhone ? 'dashboard dashboard-phone' : 'dashboard'}>
      {cells.map(({ widget, style }) => (
        <div key={widget.id} className={`dashboard-cell dashboard-cell-${widget.content.type}`} style={style}>
          <WidgetView content={widget.content} data={data} />
        </div>
      ))}
    </div>
  );
}
