import type { ControlState, Device, DeviceVariable, HistoryResponse, Widget } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { controlQuery } from '../../lib/control-query.ts';
import { ChartWidget } from './chart-widget.tsx';
import { ControlWidget } from './control-widget.tsx';
import { dashboardHistoryQuery, drawnKeys } from './dashboard-history.ts';
import { ScaleWidget } from './scale-widget.tsx';
import { ValueWidget } from './value-widget.tsx';

type DashboardGridProps = { device: Device; widgets: readonly Widget[] };

/** What widgets show: the variables with their newest values, the last day, and what can be switched. */
export type WidgetData = {
  device: Device;
  variables: ReadonlyMap<string, DeviceVariable>;
  history: HistoryResponse | undefined;
  /** Undefined while it is on the way. */
  control: ControlState | undefined;
};

/** The widgets in their places; below each other on a phone, in the order of the list. */
export function DashboardGrid({ device, widgets }: DashboardGridProps) {
  const operates = widgets.some(({ content }) => 'target' in content);
  const { data: control } = useQuery({ ...controlQuery(device.espid), enabled: operates });
  const { data: history } = useQuery(dashboardHistoryQuery(device.espid, drawnKeys(widgets)));
  const variables = new Map(device.variables.map((variable) => [variable.key, variable]));
  const data = { device, variables, history, control };
  return (
    <div className="dashboard">
      {widgets.map(({ id, x, y, width, height, content }) => (
        <div
          key={id}
          className={`dashboard-cell dashboard-cell-${content.type}`}
          style={{ '--x': x + 1, '--y': y + 1, '--w': width, '--h': height } as CSSProperties}
        >
          <Content content={content} data={data} />
        </div>
      ))}
    </div>
  );
}

function Content({ content, data }: { content: Widget['content']; data: WidgetData }) {
  switch (content.type) {
    case 'value':
      return <ValueWidget content={content} data={data} />;
    case 'gauge':
    case 'tank':
      return <ScaleWidget content={content} data={data} />;
    case 'chart':
      return <ChartWidget content={content} data={data} />;
    default:
      return <ControlWidget content={content} data={data} />;
  }
}
