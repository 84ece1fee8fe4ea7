import type { Widget } from '@cyno/contract';
import { useRef } from 'react';
import { cellStyle } from './dashboard-cell.ts';
import { EditorCell } from './editor-cell.tsx';
import { moveTo, resizeTo } from './layout.ts';
import { useGridDrag } from './use-grid-drag.ts';
import type { WidgetActs } from './use-widget-acts.ts';
import type { DataOf } from './widget-data.ts';

type EditorCanvasProps = { widgets: readonly Widget[]; dataOf: DataOf; acts: WidgetActs };

const arrows: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The grid on which widgets are moved and resized, by pointer and by keyboard. */
export function EditorCanvas({ widgets, dataOf, acts }: EditorCanvasProps) {
  const gridRef = useRef<HTMLDivElement>(null);
  const { layout, draggedId, handlers, offsetOf } = useGridDrag({
    gridRef,
    widgets,
    onDrop: (id, kind, dropped) => {
      const widget = dropped.find((one) => one.id === id);
      if (!widget) return;
      // The order of the list follows the grid only when the drag is over.
      acts.place(id, kind === 'move' ? moveTo(widgets, id, widget) : resizeTo(widgets, id, widget));
    },
  });
  const press = (widget: Widget, key: string, shift: boolean): boolean => {
    const { id, x, y, width, height } = widget;
    const by = arrows[key];
    if (by && shift)
      acts.place(id, resizeTo(widgets, id, { width: width + by.x, height: height + by.y }), `size ${id}`);
    else if (by) acts.place(id, moveTo(widgets, id, { x: x + by.x, y: y + by.y }), `move ${id}`);
    else if (key === 'Delete' || key === 'Backspace') acts.remove(id);
    else return false;
    return true;
  };
  const shown = layout.find(({ id }) => id === draggedId);
  return (
    <div className="dashboard editor-grid" ref={gridRef}>
      {shown && <div className="dashboard-cell editor-target" style={cellStyle(shown)} aria-hidden="true" />}
      {layout.map((widget) => (
        <EditorCell
          key={widget.id}
          widget={widget}
          data={dataOf(widget)}
          acts={acts}
          isDragged={widget.id === draggedId}
          offset={offsetOf(widget)}
          handlers={handlers}
          onKey={(key, shift) => press(widget, key, shift)}
        />
      ))}
    </div>
  );
}
