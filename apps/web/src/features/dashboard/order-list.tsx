import type { Widget } from '@cyno/contract';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { WidgetActs } from './use-widget-acts.ts';
import { widgetKinds } from './widget-kinds.ts';
import { WidgetMenu } from './widget-menu.tsx';

type OrderListProps = { widgets: readonly Widget[]; acts: WidgetActs; hasMenus?: boolean };
type Drag = { pointer: number; from: number; start: readonly Widget[]; step: string };

/** The order in which phones show the widgets, changed by dragging or with buttons. */
export function OrderList({ widgets, acts, hasMenus = false }: OrderListProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressedRef = useRef<HTMLButtonElement | null>(null);
  // The button that was pressed goes with its row, and loses the focus on the way.
  useLayoutEffect(() => {
    const pressed = pressedRef.current;
    pressedRef.current = null;
    if (pressed?.disabled) pressed.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    else pressed?.focus();
  });
  const grip = (id: string) => ({
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const step = `order ${id} ${event.timeStamp}`;
      setDrag({ pointer: event.pointerId, from: event.clientY, start: widgets, step });
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.pointer !== event.pointerId) return;
      const height = event.currentTarget.closest('li')?.offsetHeight ?? 1;
      const from = drag.start.findIndex((widget) => widget.id === id);
      const to = from + Math.round((event.clientY - drag.from) / height);
      const within = Math.min(widgets.length - 1, Math.max(0, to));
      if (within !== widgets.findIndex((widget) => widget.id === id)) acts.order(id, within, drag.step);
    },
    onPointerUp: () => setDrag(null),
    onPointerCancel: () => setDrag(null),
  });
  const press = (id: string, index: number) => (event: { currentTarget: HTMLButtonElement }) => {
    pressedRef.current = event.currentTarget;
    acts.order(id, index);
  };
  // A row under a finger that is taken out of the page loses the finger: until it is lifted the style alone moves the rows.
  const rows = drag ? drag.start.map(({ id }) => widgets.find((one) => one.id === id)) : widgets;
  return (
    <ol className="editor-order" aria-label="Order on phones">
      {rows.map((widget) => {
        if (!widget) return null;
        const { id, content } = widget;
        const index = widgets.indexOf(widget);
        return (
          <li key={id} style={{ order: index }} data-dragged={drag?.step.startsWith(`order ${id} `) || undefined}>
            <span className="editor-order-grip" aria-hidden="true" {...grip(id)}>
              <Icon of={IconGripVertical} />
            </span>
            <Icon of={widgetKinds[content.type].icon} />
            <span className="editor-order-title">{content.title}</span>
            <IconButton
              label={`Move ${content.title} up`}
              icon={IconArrowUp}
              size="small"
              disabled={index === 0}
              onClick={press(id, index - 1)}
            />
            <IconButton
              label={`Move ${content.title} down`}
              icon={IconArrowDown}
              size="small"
              disabled={index === widgets.length - 1}
              onClick={press(id, index + 1)}
            />
            {hasMenus && <WidgetMenu widget={widget} acts={acts} />}
          </li>
        );
      })}
    </ol>
  );
}
