import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconGripVertical } from '@tabler/icons-react';
import type { MouseEvent, PointerEvent } from 'react';
import { latinKey } from '../../../../lib/browser/latin-key.ts';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { cellStyle } from '../dashboard-cell.ts';
import type { WidgetData } from '../widgets/widget-data.ts';
import { WidgetTile } from '../widgets/widget-tile.tsx';
import { kindName } from './kind-texts.ts';
import type { DragKind } from './use-grid-drag.ts';
import type { Selection } from './use-selection.ts';
import type { WidgetActions } from './use-widget-actions.ts';
import { WidgetMenu } from './widget-menu.tsx';

type PointerHandler = (event: PointerEvent) => void;
type DragHandlers = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerHandler>;

type EditorCellProps = {
  widget: Widget;
  data: WidgetData | null;
  actions: WidgetActions;
  selection: Selection;
  isSelected: boolean;
  isDragged: boolean;
  /** How far it is from its place while it is dragged, px. */
  offset: { x: number; y: number } | null;
  handlers: (id: string, kind: DragKind) => DragHandlers;
  /** True when the key meant something. */
  onKey: (key: string, shift: boolean) => boolean;
  onPress: (event: MouseEvent) => void;
};

/** The id of the sentence that explains how widgets are selected and moved. */
export const editorHelpId = 'dashboard-editor-help';

/** A widget on the editor's grid: what it shows, out of reach, under the button that moves it. */
export function EditorCell({ widget, data, actions, selection, offset, handlers, ...props }: EditorCellProps) {
  const { isSelected, isDragged, onKey, onPress } = props;
  const { id, content, x, y, width, height } = widget;
  const drag = handlers(id, 'move');
  const translate = offset && `${offset.x}px ${offset.y}px`;
  return (
    <div
      className={`dashboard-cell editor-cell dashboard-cell-${content.type}`}
      data-selected={isSelected || undefined}
      data-dragged={isDragged || undefined}
      style={{ ...cellStyle(widget), ...(translate && { translate }) }}
    >
      <div className="editor-widget" inert>
        <WidgetTile widget={widget} data={data} />
      </div>
      <button
        type="button"
        className="editor-mover"
        data-widget={id}
        aria-label={t`${{ title: content.title }}, ${{ kind: kindName(content.type).toLowerCase() }}: column ${{ column: x + 1 }}, row ${{ row: y + 1 }}, ${width} wide, ${height} high`}
        aria-pressed={isSelected}
        aria-describedby={editorHelpId}
        {...drag}
        // A finger on a widget scrolls the page; it drags by the grip.
        onPointerDown={(event) => event.pointerType !== 'touch' && drag.onPointerDown(event)}
        onDoubleClick={() => !selection.isPicking && actions.open(id)}
        onClick={onPress}
        onKeyDown={(event) => {
          const { shiftKey, ctrlKey, metaKey, altKey } = event;
          if (!ctrlKey && !metaKey && !altKey && onKey(latinKey(event), shiftKey)) event.preventDefault();
        }}
        // A browser that presses the button when Space comes up would open what Space selected.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      />
      <span className="editor-grip" aria-hidden="true" {...drag}>
        <Icon of={IconGripVertical} />
      </span>
      <WidgetMenu widget={widget} actions={actions} ids={selection.with(id)} />
      <span className="editor-corner" aria-hidden="true" {...handlers(id, 'resize')} />
    </div>
  );
}
