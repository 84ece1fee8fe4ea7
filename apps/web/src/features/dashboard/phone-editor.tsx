import type { Widget } from '@cyno/contract';
import { IconGripVertical } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { phoneCellStyle } from './dashboard-cell.ts';
import './phone-editor.css';
import { arrangeForPhone, isProposed, type PhoneWidget, phoneLayout, proposePhone } from './phone-layout.ts';
import { PhoneTools, type PhoneWish } from './phone-tools.tsx';
import { usePhoneDrag } from './use-phone-drag.ts';
import type { WidgetActs } from './use-widget-acts.ts';
import type { DataOf } from './widget-data.ts';
import { widgetKinds } from './widget-kinds.ts';
import { WidgetTile } from './widget-tile.tsx';

type PhoneEditorProps = { dataOf: DataOf; widgets: readonly Widget[]; acts: WidgetActs };

const helpId = 'phone-editor-help';

/** What a key means, with Shift and without. */
const keys: Record<string, PhoneWish | undefined> = {
  ArrowUp: 'earlier',
  ArrowLeft: 'earlier',
  ArrowDown: 'later',
  ArrowRight: 'later',
  'Shift+ArrowUp': 'lower',
  'Shift+ArrowDown': 'higher',
  'Shift+ArrowLeft': 'half',
  'Shift+ArrowRight': 'full',
  Delete: 'hide',
  Backspace: 'hide',
};

/** The dashboard as phones show it, to be arranged by dragging, by keyboard and with buttons. */
export function PhoneEditor({ dataOf, widgets, acts }: PhoneEditorProps) {
  const listRef = useRef<HTMLOListElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const drag = usePhoneDrag({ listRef, widgets, onOrder: acts.order });
  const layout = phoneLayout(widgets);
  const current = layout.find(({ widget }) => widget.id === selected) ?? layout[0];
  const wish = ({ widget, place }: PhoneWidget, what: PhoneWish) => {
    const { id } = widget;
    setSelected(id);
    const arrange = (change: Parameters<typeof arrangeForPhone>[2]) =>
      acts.phone(arrangeForPhone(widgets, id, change), { id, step: `phone ${what} ${id}` });
    const index = widgets.indexOf(widget);
    if (what === 'earlier' && index > 0) acts.order(id, index - 1);
    else if (what === 'later' && index < widgets.length - 1) acts.order(id, index + 1);
    else if (what === 'half' || what === 'full') arrange({ width: what });
    else if (what === 'higher' || what === 'lower') arrange({ height: place.height + (what === 'higher' ? 1 : -1) });
    else if (what === 'hide') arrange({ hidden: !place.hidden });
  };
  return (
    <div className="phone-editor">
      <div className="phone-editor-head">
        <p className="editor-remark" id={helpId}>
          This is what phones show. Drag a widget to its place, on a touch screen by its dots. By keyboard: arrows move,
          Shift and arrows resize, Delete hides and shows, Enter changes.
        </p>
        <Button size="small" disabled={isProposed(widgets)} onClick={() => acts.phone(proposePhone(widgets))}>
          Back to what is proposed
        </Button>
      </div>
      <div className="phone-frame">
        <PhoneList
          {...{ listRef, layout, dataOf, acts, drag }}
          selected={current?.widget.id}
          onSelect={setSelected}
          onWish={wish}
        />
        {current && <PhoneTools shown={current} acts={acts} onWish={(what) => wish(current, what)} />}
      </div>
    </div>
  );
}

type PhoneListProps = {
  listRef: React.RefObject<HTMLOListElement | null>;
  layout: readonly PhoneWidget[];
  dataOf: DataOf;
  acts: WidgetActs;
  drag: ReturnType<typeof usePhoneDrag>;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onWish: (shown: PhoneWidget, what: PhoneWish) => void;
};

function PhoneList({ listRef, layout, dataOf, acts, drag, selected, onSelect, onWish }: PhoneListProps) {
  const focusRef = useRef<string | null>(null);
  // An element that comes to another place of the list loses the focus on the way.
  useLayoutEffect(() => {
    if (focusRef.current === null) return;
    listRef.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(focusRef.current)}"]`)?.focus();
    focusRef.current = null;
  });
  return (
    <ol className="dashboard dashboard-phone" aria-label="Order on phones" ref={listRef}>
      {drag.rows(layout).map((shown) => {
        const { widget, place } = shown;
        const { id, content } = widget;
        const index = layout.indexOf(shown);
        const handlers = drag.handlers(id);
        return (
          <li
            key={id}
            data-phone={id}
            className={`dashboard-cell dashboard-cell-${content.type} phone-cell`}
            style={{ ...phoneCellStyle(place), order: index }}
            data-dragged={drag.draggedId === id || undefined}
            data-selected={selected === id || undefined}
            data-hidden={place.hidden || undefined}
          >
            <div className="editor-look" inert>
              <WidgetTile widget={widget} data={dataOf(widget)} />
            </div>
            <button
              type="button"
              className="editor-mover"
              data-widget={id}
              aria-label={`${content.title}, ${widgetKinds[content.type].name.toLowerCase()}: ${describePlace(shown, index, layout.length)}`}
              aria-describedby={helpId}
              {...handlers}
              // A finger on a widget scrolls the page; it drags by the grip.
              onPointerDown={(event) => event.pointerType !== 'touch' && handlers.onPointerDown(event)}
              onClick={({ detail }) => (detail === 0 ? acts.open(id) : onSelect(id))}
              onFocus={() => onSelect(id)}
              onDoubleClick={() => acts.open(id)}
              onKeyDown={(event) => {
                const what = keys[event.shiftKey ? `Shift+${event.key}` : event.key];
                if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                focusRef.current = id;
                onWish(shown, what);
              }}
            />
            {place.hidden && <span className="phone-hidden">Hidden on phones</span>}
            <span className="editor-grip" aria-hidden="true" {...handlers}>
              <Icon of={IconGripVertical} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function describePlace({ place }: PhoneWidget, index: number, count: number): string {
  if (place.hidden) return `place ${index + 1} of ${count}, hidden on phones`;
  return `place ${index + 1} of ${count}, ${place.width} width, ${place.height} high`;
}
