import type { Widget } from '@cyno/contract';
import { memo } from 'react';
import { useCells } from '../use-cells.ts';
import type { DevicePart } from '../widgets/widget-data.ts';
import { WidgetTile } from '../widgets/widget-tile.tsx';
import type { Replay } from './replay.ts';
import { turns } from './replay-clock.ts';
import { useReplayData } from './use-replay-data.ts';

type ReplayGridProps = {
  replay: Replay;
  parts: readonly DevicePart[];
  widgets: readonly Widget[];
  hiddenCount: number;
};

/** The widgets of a dashboard at the moment of a replay. */
export function ReplayGrid({ replay, parts, widgets, hiddenCount }: ReplayGridProps) {
  const { gridClass, cells } = useCells(widgets);
  return (
    <div className={`${gridClass} replay-grid`}>
      {cells.map(({ widget, className, style }, index) => {
        const part = parts.find(({ contents }) => contents.includes(widget.content));
        return (
          <div key={widget.id} className={className} style={style}>
            {part ? (
              <ReplayTile
                replay={replay}
                widget={widget}
                hiddenCount={hiddenCount}
                espid={part.device.espid}
                turn={index % turns}
              />
            ) : (
              <WidgetTile widget={widget} data={null} />
            )}
          </div>
        );
      })}
    </div>
  );
}

type ReplayTileProps = {
  replay: Replay;
  widget: Widget;
  espid: string;
  hiddenCount: number;
  turn: number;
};

// A new point of the live board makes the page draw again, which is nothing to what was.
const ReplayTile = memo(function ReplayTile({ replay, widget, espid, hiddenCount, turn }: ReplayTileProps) {
  const data = useReplayData({ replay, espid, content: widget.content, hiddenCount, turn });
  return <WidgetTile widget={widget} data={data} />;
});
