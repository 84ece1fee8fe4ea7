import type { WidgetContent } from '@cyno/contract';
import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { ChartWidget } from './charts/chart-widget.tsx';
import { ControlWidget } from './controls/control-widget.tsx';
import { withOwnFigures } from './own-figures.ts';
import { BatteryWidget } from './values/battery-widget.tsx';
import { ClockWidget } from './values/clock-widget.tsx';
import { CountdownWidget, UptimeWidget } from './values/countdown-widget.tsx';
import { LedWidget } from './values/led-widget.tsx';
import './places/place-kinds.css';
import { ScaleWidget } from './values/scale-widget.tsx';
import { TableWidget } from './values/table-widget.tsx';
import { TimelineWidget } from './values/timeline-widget.tsx';
import { ValueWidget } from './values/value-widget.tsx';
import type { WidgetData } from './widget-data.ts';
import { WidgetFrame } from './widget-frame.tsx';

const ChartKindView = lazy(async () => ({ default: (await import('./charts/chart-kinds.tsx')).ChartKindView }));
const PlaceKindView = lazy(async () => ({ default: (await import('./places/place-kinds.tsx')).PlaceKindView }));
const TextWidget = lazy(async () => ({ default: (await import('./values/text-widget.tsx')).TextWidget }));
const SceneWidget = lazy(async () => ({ default: (await import('./controls/scene-widget.tsx')).SceneWidget }));
const MapWidget = lazy(async () => ({ default: (await import('./places/map-widget.tsx')).MapWidget }));

type WidgetViewProps = { content: WidgetContent; data: WidgetData };

/** A widget of any kind; the code of heavy or rare ones is fetched when the first one is shown. */
export function WidgetView({ content, data }: WidgetViewProps) {
  return (
    <Suspense fallback={<Coming title={content.title} />}>
      <Kind content={content} data={withOwnFigures(content, data)} />
    </Suspense>
  );
}

function Coming({ title }: { title: string }) {
  return (
    <WidgetFrame title={title}>
      <Skeleton height={40} width="auto" />
    </WidgetFrame>
  );
}

function Kind({ content, data }: WidgetViewProps) {
  switch (content.type) {
    case 'value':
      return <ValueWidget content={content} data={data} />;
    case 'gauge':
    case 'bar':
    case 'tank':
      return <ScaleWidget content={content} data={data} />;
    case 'battery':
      return <BatteryWidget content={content} data={data} />;
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
    case 'countdown':
      return <CountdownWidget content={content} data={data} />;
    case 'uptime':
      return <UptimeWidget content={content} data={data} />;
    case 'bars':
    case 'heatmap':
    case 'histogram':
    case 'pie':
    case 'states':
    case 'compass':
      return <ChartKindView content={content} data={data} />;
    case 'image':
    case 'camera':
    case 'frame':
    case 'warnings':
    case 'alerts':
    case 'devices':
      return <PlaceKindView content={content} data={data} />;
    case 'text':
      return <TextWidget content={content} data={data} />;
    case 'scene':
      return <SceneWidget content={content} data={data} />;
    case 'map':
      return <MapWidget content={content} data={data} />;
    default:
      // For another device it is another control: what was typed, drawn or is being confirmed stays with its own.
      return <ControlWidget key={data.device.espid} content={content} data={data} />;
  }
}
