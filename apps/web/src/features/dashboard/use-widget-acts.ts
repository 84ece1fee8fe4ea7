import type { Widget } from '@cyno/contract';
import { type Dispatch, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSeenDevices } from '../../lib/device-queries.ts';
import { useToasts } from '../../ui/toast.tsx';
import { writeClipboard } from '../../ui/write-clipboard.ts';
import { widgetFrom, widgetText, withKnownDevice } from './dashboard-file.ts';
import type { Draft, Edit } from './edit-history.ts';
import { addWidget, reorder, type Size } from './layout.ts';
import type { Bound } from './widget-data.ts';

/** So many widgets the server takes. */
const mostWidgets = 60;

/** What can be done with the widgets of the editor. `step`: what follows with the same word is undone with it. */
export type WidgetActs = {
  open(id: string): void;
  copy(id: string): void;
  duplicate(id: string): void;
  remove(id: string): void;
  place(id: string, widgets: readonly Widget[], step?: string): void;
  order(id: string, index: number, step?: string): void;
  /** Takes what was arranged for phones; `id`: the widget that it is about. */
  phone(widgets: readonly Widget[], about?: { id: string; step: string }): void;
  change(id: string, bound: Bound): void;
  add(widget: Size & Bound): void;
  paste(text: string): Promise<void>;
};

type ActsDeps = {
  draft: Draft;
  edit: Dispatch<Edit>;
  rootRef: RefObject<HTMLElement | null>;
  onOpen: (id: string) => void;
};

/** The acts of the editor; `said` tells screen readers what became of the last one. */
export function useWidgetActs({ draft, edit, rootRef, onOpen }: ActsDeps): { acts: WidgetActs; said: string } {
  const toasts = useToasts();
  const seen = useSeenDevices();
  const [said, setSaid] = useState('');
  const focusRef = useRef<string | null>(null);
  // An element that comes to another place of the page loses the focus on the way.
  useLayoutEffect(() => {
    if (focusRef.current === null) return;
    const wanted = `[data-widget="${CSS.escape(focusRef.current)}"]`;
    const focus = () => rootRef.current?.querySelector<HTMLElement>(wanted)?.focus();
    focusRef.current = null;
    focus();
    // A sheet that closes keeps the page out of reach until the next frame.
    if (!document.activeElement?.matches(wanted)) requestAnimationFrame(focus);
  });
  const { widgets } = draft;
  const find = (id: string) => widgets.find((widget) => widget.id === id);
  const set = (next: readonly Widget[], { focus, step, words }: { focus?: string; step?: string; words: string }) => {
    focusRef.current = focus ?? null;
    setSaid(words);
    edit({ type: 'change', to: { ...draft, widgets: next }, ...(step && { step }) });
  };
  const add = (widget: Size & Bound) => {
    if (widgets.length >= mostWidgets) {
      const detail = 'Remove one that is not needed to make room for another.';
      toasts.add({ kind: 'error', title: `A dashboard has at most ${mostWidgets} widgets`, detail, key: 'editor' });
      return;
    }
    const next = addWidget(widgets, widget);
    const added = next.find(({ id }) => !find(id));
    set(next, { ...(added && { focus: added.id }), words: `${widget.content.title} added.` });
  };
  const acts: WidgetActs = {
    open: onOpen,
    add,
    copy(id) {
      const widget = find(id);
      if (widget) void writeClipboard(widgetText(widget));
      setSaid(widget ? `${widget.content.title} copied.` : '');
    },
    duplicate(id) {
      const widget = find(id);
      if (widget) add(widget);
    },
    remove(id) {
      const index = widgets.findIndex((widget) => widget.id === id);
      const neighbour = widgets[index + 1] ?? widgets[index - 1];
      const words = `${find(id)?.content.title ?? ''} removed.`;
      set(
        widgets.filter((widget) => widget.id !== id),
        { ...(neighbour && { focus: neighbour.id }), words },
      );
    },
    place(id, next, step) {
      const placed = next.find((widget) => widget.id === id);
      const words = placed
        ? `Column ${placed.x + 1}, row ${placed.y + 1}, ${placed.width} wide, ${placed.height} high.`
        : '';
      if (JSON.stringify(next) !== JSON.stringify(widgets)) set(next, { focus: id, words, ...(step && { step }) });
    },
    order(id, index, step) {
      const words = `${find(id)?.content.title ?? ''}: place ${index + 1} of ${widgets.length}.`;
      set(reorder(widgets, id, index), { words, ...(step && { step }) });
    },
    phone(next, about) {
      const place = next.find(({ id }) => id === about?.id)?.phone;
      const words = !place
        ? 'Arranged as proposed.'
        : place.hidden
          ? 'Hidden.'
          : `${place.width} width, ${place.height} high.`;
      set(next, { words, ...(about && { step: about.step }) });
    },
    change: (id, { device, content }) =>
      set(
        widgets.map((widget) => {
          if (widget.id !== id) return widget;
          const { device: _, ...others } = widget;
          return { ...others, ...(device !== undefined && { device }), content };
        }),
        { words: `${content.title} changed.` },
      ),
    async paste(text) {
      const pasted = await widgetFrom(text);
      if (pasted) add(withKnownDevice(pasted, new Set(seen.map(({ espid }) => espid))));
    },
  };
  return { acts, said };
}
