import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { KeyboardHelp } from '../editor/keyboard-help.tsx';
import { PhoneCell, phoneHelpId } from './phone-cell.tsx';
import './phone-editor.css';
import type { Selection } from '../editor/use-selection.ts';
import type { WidgetActions } from '../editor/use-widget-actions.ts';
import type { DataOf } from '../widgets/widget-data.ts';
import { arrangeForPhone, isProposed, type PhoneWidget, phoneLayout, proposePhone } from './phone-layout.ts';
import { type PhoneAction, PhoneTools } from './phone-tools.tsx';
import { usePhoneDrag } from './use-phone-drag.ts';

type PhoneEditorProps = { dataOf: DataOf; widgets: readonly Widget[]; actions: WidgetActions; selection: Selection };

/** What a key means, with Shift and without. */
const keys: Record<string, PhoneAction | undefined> = {
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
export function PhoneEditor({ dataOf, widgets, actions, selection }: PhoneEditorProps) {
  const listRef = useRef<HTMLOListElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const drag = usePhoneDrag({ listRef, widgets, onOrder: actions.order });
  const layout = phoneLayout(widgets);
  const current = layout.find(({ widget }) => widget.id === last) ?? layout[0];
  const perform = ({ widget, place }: PhoneWidget, what: PhoneAction) => {
    const { id } = widget;
    setLast(id);
    const ids = selection.with(id);
    const arrange = (change: Parameters<typeof arrangeForPhone>[2]) =>
      actions.phone(arrangeForPhone(widgets, ids, change), { ids, step: `phone ${what} ${ids}` });
    const index = widgets.indexOf(widget);
    if (what === 'earlier' && index > 0) actions.order(id, index - 1);
    else if (what === 'later' && index < widgets.length - 1) actions.order(id, index + 1);
    else if (what === 'half' || what === 'full') arrange({ width: what });
    else if (what === 'higher' || what === 'lower') arrange({ height: place.height + (what === 'higher' ? 1 : -1) });
    else if (what === 'hide') arrange({ hidden: !place.hidden });
  };
  const hasTools = current && selection.ids.size < 2 && !selection.isPicking;
  return (
    <div className="phone-editor">
      <div className="phone-editor-head">
        <p className="editor-remark" id={phoneHelpId}>
          {t`Phones show the widgets like this. Drag a widget to change the order.`}
        </p>
        <KeyboardHelp layout="phone" />
        <Button size="small" disabled={isProposed(widgets)} onClick={() => actions.phone(proposePhone(widgets))}>
          {t`Reset phone layout`}
        </Button>
      </div>
      <div className="phone-frame">
        <PhoneList
          listRef={listRef}
          layout={layout}
          dataOf={dataOf}
          actions={actions}
          drag={drag}
          selection={selection}
          current={current?.widget.id}
          onCurrent={setLast}
          onAction={perform}
        />
        {hasTools && <PhoneTools phoneWidget={current} actions={actions} onAction={(what) => perform(current, what)} />}
      </div>
    </div>
  );
}

type PhoneListProps = {
  listRef: React.RefObject<HTMLOListElement | null>;
  layout: readonly PhoneWidget[];
  dataOf: DataOf;
  actions: WidgetActions;
  drag: ReturnType<typeof usePhoneDrag>;
  selection: Selection;
  current: string | undefined;
  onCurrent: (id: string) => void;
  onAction: (phoneWidget: PhoneWidget, what: PhoneAction) => void;
};

function PhoneList({ listRef, layout, dataOf, actions, drag, selection, ...props }: PhoneListProps) {
  const { current, onCurrent, onAction } = props;
  const focusRef = useRef<string | null>(null);
  // An element that comes to another place of the list loses the focus on the way.
  useLayoutEffect(() => {
    if (focusRef.current === null) return;
    listRef.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(focusRef.current)}"]`)?.focus();
    focusRef.current = null;
  });
  const onKey = (phoneWidget: PhoneWidget, { key, shiftKey }: KeyboardEvent): boolean => {
    const { id } = phoneWidget.widget;
    const what = keys[shiftKey ? `Shift+${key}` : key];
    if (key === ' ') selection.toggle(id);
    else if (what) {
      focusRef.current = id;
      onAction(phoneWidget, what);
    } else return false;
    return true;
  };
  return (
    <ol className="dashboard dashboard-phone" aria-label={t`Order on phones`} ref={listRef}>
      {drag.rows(layout).map((phoneWidget) => {
        const { id } = phoneWidget.widget;
        return (
          <PhoneCell
            key={id}
            phoneWidget={phoneWidget}
            drag={drag}
            index={layout.indexOf(phoneWidget)}
            count={layout.length}
            data={dataOf(phoneWidget.widget)}
            isCurrent={current === id}
            isSelected={selection.ids.has(id)}
            onFocus={() => onCurrent(id)}
            onOpen={() => !selection.isPicking && actions.open(id)}
            onPress={({ isKey, adds }) => {
              onCurrent(id);
              // Shift after a plain press means both.
              if (adds && selection.ids.size === 0 && current && current !== id) selection.set([current, id]);
              else if (selection.isPicking || adds) selection.toggle(id);
              else if (isKey) actions.open(id);
              else if (selection.ids.size > 0) selection.set([]);
            }}
            onKey={(event) => onKey(phoneWidget, event)}
          />
        );
      })}
    </ol>
  );
}
