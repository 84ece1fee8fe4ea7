import type { Widget } from '@cyno/contract';
import { type MouseEvent, useRef } from 'react';
import { cellStyle } from '../dashboard-cell.ts';
import { moveBy, resizeBy } from '../layout.ts';
import type { DataOf } from '../widgets/widget-data.ts';
import { EditorCell } from './editor-cell.tsx';
import { focusSelectionBar } from './selection-bar.tsx';
import { useGridDrag } from './use-grid-drag.ts';
import { useMarquee } from './use-marquee.ts';
import type { Selection } from './use-selection.ts';
import type { WidgetActions } from './use-widget-actions.ts';

type EditorCanvasProps = { widgets: readonly Widget[]; dataOf: DataOf; actions: WidgetActions; selection: Selection };

const arrows: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The grid on which widgets are selected, moved and resized, one or several together, by pointer and by keyboard. */
export function EditorCanvas({ widgets, dataOf, actions, selection }: EditorCanvasProps) {
  const gridRef = useRef<HTMLDivElement>(null);
  // The click that ends a drag selects nothing.
  const isAfterDrag = useRef(false);
  const { layout, draggedIds, handlers, offsetOf } = useGridDrag({
    gridRef,
    widgets,
    groupOf: selection.with,
    onDrop: (ids, dropped) => {
      isAfterDrag.current = true;
      if (!ids.some((id) => selection.ids.has(id))) selection.set(ids);
      actions.place(ids, dropped);
    },
  });
  const marquee = useMarquee({ gridRef, widgets, selection });
  const selected = marquee.ids ? new Set(marquee.ids) : selection.ids;
  const onKey = (id: string, key: string, shift: boolean): boolean => {
    const ids = selection.with(id);
    const by = arrows[key];
    if (by && shift)
      actions.place(ids, resizeBy(widgets, ids, { width: by.x, height: by.y }), { step: `size ${ids}`, focus: id });
    else if (by) actions.place(ids, moveBy(widgets, ids, by), { step: `move ${ids}`, focus: id });
    else if (key === 'Delete' || key === 'Backspace') actions.remove(ids);
    else if (key === ' ') selection.toggle(id);
    else if (key === 't') focusSelectionBar();
    else return false;
    return true;
  };
  const onPress = (id: string, event: MouseEvent) => {
    // Enter, and what screen readers do for it.
    const isKey = event.detail === 0;
    const adds = selection.isPicking || event.shiftKey || event.ctrlKey || event.metaKey;
    if (isKey && !adds) actions.open(id);
    else if (!isKey && isAfterDrag.current) return;
    else if (adds) selection.toggle(id);
    else selection.set([id]);
  };
  return (
    <div
      className="dashboard editor-grid"
      ref={gridRef}
      onPointerDownCapture={() => {
        isAfterDrag.current = false;
      }}
      {...marquee.handlers}
    >
      {layout
        .filter(({ id }) => draggedIds.has(id))
        .map((widget) => (
          <div
            key={`${widget.id} target`}
            className="dashboard-cell editor-target"
            style={cellStyle(widget)}
            aria-hidden="true"
          />
        ))}
      {layout.map((widget) => (
        <EditorCell
          key={widget.id}
          widget={widget}
          actions={actions}
          selection={selection}
          data={dataOf(widget)}
          isSelected={selected.has(widget.id)}
          isDragged={draggedIds.has(widget.id)}
          offset={offsetOf(widget)}
          handlers={handlers}
          onKey={(key, shift) => onKey(widget.id, key, shift)}
          onPress={(event) => onPress(widget.id, event)}
        />
      ))}
      {marquee.area && <div className="editor-marquee" style={marquee.area} aria-hidden="true" />}
    </div>
  );
}
