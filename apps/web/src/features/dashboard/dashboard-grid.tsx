import type { Device, Widget } from '@cyno/contract';
import type { CSSProperties } from 'react';
import { useWidgetData } from './widget-data.ts';
import { WidgetView } from './widget-view.tsx';

type DashboardGridProps = { device: Device; widgets: readonly Widget[] };

/** Where a widget stands on the wide grid, for `.dashboard-cell`. */
export const cellStyle = ({ x, y, width, height }: Pick<Widget, 'x' | 'y' | 'width' | 'height'>) =>
  ({ '--x': x + 1, '--y': y + 1, '--w': width, '--h': height }) as CSSProperties;

/** The widgets in their places; below each other on a phone, in the order of the list. */
export function DashboardGrid({ device, widgets }: DashboardGridProps) {
  const data = useWidgetData(
    device,
    widgets.map(({ content }) => content),
  );
  return (
    <div className="dashboard">
      {widgets.map((widget) => (
        <div
          key={widget.id}
          className={`dashboard-cell dashboard-cell-${widget.content.type}`}
          style={cellStyle(widget)}
        >
          <WidgetView content={widget.content} data={data} />
        </div>
      ))}
    </div>
  );
}
