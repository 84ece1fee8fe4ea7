import type { WidgetContent } from '@cyno/contract';
import { BarsWidget } from './bars-widget.tsx';
import './chart-kinds.css';
import type { WidgetData } from '../widget-data.ts';
import { CompassWidget } from './compass-widget.tsx';
import { HeatmapWidget } from './heatmap-widget.tsx';
import { HistogramWidget } from './histogram-widget.tsx';
import { PieWidget } from './pie-widget.tsx';
import { StatesWidget } from './states-widget.tsx';

type ChartKind = Extract<WidgetContent, { type: 'bars' | 'heatmap' | 'histogram' | 'pie' | 'states' | 'compass' }>;

/** The kinds that sum up a history; their code is fetched when the first one is shown. */
export function ChartKindView({ content, data }: { content: ChartKind; data: WidgetData }) {
  switch (content.type) {
    case 'bars':
      return <BarsWidget content={content} data={data} />;
    case 'heatmap':
      return <HeatmapWidget content={content} data={data} />;
    case 'histogram':
      return <HistogramWidget content={content} data={data} />;
    case 'pie':
      return <PieWidget content={content} data={data} />;
    case 'states':
      return <StatesWidget content={content} data={data} />;
    case 'compass':
      return <CompassWidget content={content} data={data} />;
  }
}
