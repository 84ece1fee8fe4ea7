import type { WidgetContent } from '@cyno/contract';
import { ChartWidget } from './chart-widget.tsx';
import { ControlWidget } from './control-widget.tsx';
import { ScaleWidget } from './scale-widget.tsx';
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
    default:
      return <ControlWidget content={content} data={data} />;
  }
}
