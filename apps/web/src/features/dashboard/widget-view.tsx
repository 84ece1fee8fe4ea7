import type { WidgetContent } from '@cyno/contract';
import { ChartWidget } from './chart-widget.tsx';
import { ClockWidget } from './clock-widget.tsx';
import { ControlWidget } from './control-widget.tsx';
import { LedWidget } from './led-widget.tsx';
import { ScaleWidget } from './scale-widget.tsx';
import { TableWidget } from './table-widget.tsx';
import { TimelineWidget } from './timeline-widget.tsx';
import { ValueWidget } from './value-widget.tsx';
import type { WidgetData } from './widget-data.ts';

/** A widget of any kind. */
export function WidgetView({ content, data }: { content: WidgetContent; data: WidgetData }) {
  switch (content.type) {
    case 'value':
      return <ValueWidget content={content} data={data} />;
    case 'gauge':
    case 'tank':
      return <ScaleWidget content={content} data={data} />;
    case 'chart':
      return <ChartWidget content={content} data={data} />;
    case 'led':
      return <LedWidget content={content} data={data} />;
    case 'timeline':
      return <TimelineWidget content={content} data={data} />;
    case 'table':
      return <TableWidget content={content} data={data} />;
    case 'clock':
      return <ClockWidget content={content} data={data} />;
    default:
      return <ControlWidget content={content} data={data} />;
  }
}
