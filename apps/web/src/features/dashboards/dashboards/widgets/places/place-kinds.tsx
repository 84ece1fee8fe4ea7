import type { WidgetContent } from '@cyno/contract';
import { CameraWidget } from '../media/camera-widget.tsx';
import { FrameWidget } from '../media/frame-widget.tsx';
import { ImageWidget } from '../media/image-widget.tsx';
import { AlertsWidget } from '../values/alerts-widget.tsx';
import { DevicesWidget } from '../values/devices-widget.tsx';
import { WarningsWidget } from '../values/warnings-widget.tsx';
import type { WidgetData } from '../widget-data.ts';

type PlaceKind = Extract<WidgetContent, { type: 'image' | 'camera' | 'frame' | 'warnings' | 'alerts' | 'devices' }>;

/** Pictures, pages and lists; their code is fetched when the first one is shown. */
export function PlaceKindView({ content, data }: { content: PlaceKind; data: WidgetData }) {
  switch (content.type) {
    case 'image':
      return <ImageWidget content={content} />;
    case 'camera':
      return <CameraWidget content={content} data={data} />;
    case 'frame':
      return <FrameWidget content={content} />;
    case 'warnings':
      return <WarningsWidget content={content} data={data} />;
    case 'alerts':
      return <AlertsWidget content={content} data={data} />;
    case 'devices':
      return <DevicesWidget content={content} data={data} />;
  }
}
