import type { Widget } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { type Dispatch, type RefObject, useLayoutEffect, useRef } from 'react';
import { writeClipboard } from '../../../../ui/buttons/write-clipboard.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { widgetsFrom, widgetsText, withKnownDevice } from '../dashboard-file.ts';
import { addWidgets, boxOf, type NewWidget, reorder, type Size } from '../layout.ts';
import { phonePlaceText } from '../phone-layout/phone-place-text.ts';
import { useDashboardSource } from '../source/use-dashboard-source.ts';
import type { Bound } from '../widgets/widget-data.ts';
import type { Draft, Edit } from './edit-history.ts';
import type { Selection } from './use-selection.ts';

/** So many widgets the server takes. */
const maxWidgets = 60;

/** `step`: what follows with the same word is undone with it; `focus`: which widget keeps the keyboard. */
type Placing = { step?: string; focus?: string; text?: string };

/** What can be done with the widgets of the editor. */
export type WidgetActions = {
  open(id: string): void;
  copy(ids: readonly string[]): Promise<boolean>;
  cut(ids: readonly string[]): Promise<void>;
  duplicate(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  place(ids: readonly string[], widgets: readonly Widget[], how?: Placing): void;
  order(id: string, index: number, step?: string): void;
  /** Takes what was arranged for phones; `about`: the widgets that it is about. */
  phone(widgets: readonly Widget[], about?: { ids: readonly string[]; step: string }): void;
  change(id: string, bound: Bound): void;
  add(widget: Size & Bound): void;
  /** False: the text holds no widgets. */
  paste(text: string): Promise<boolean>;
};

type WidgetActionsDeps = {
  draft: Draft;
  edit: Dispatch<Edit>;
  rootRef: RefObject<HTMLElement | null>;
  selection: Selection;
  /** Announces the result of an action to screen readers. */
  announce: (text: string) => void;
  onOpen: (id: string) => void;
};

/** The actions of the editor. */
export function useWidgetActions({
  draft,
  edit,
  rootRef,
  selection,
  announce,
  onOpen,
}: WidgetActionsDeps): WidgetActions {
  const toasts = useToasts();
  const seen = useDashboardSource().devices;
  const focusOn = useLaterFocus(rootRef);
  // Pasted and cut is what is in the draft when the clipboard has been read or written.
  const draftRef = useRef(draft);
  useLayoutEffect(() => {
    draftRef.current = draft;
  });
  const { widgets } = draft;
  const find = (id: string) => widgets.find((widget) => widget.id === id);
  const among = (ids: readonly string[]) => widgets.filter(({ id }) => ids.includes(id));
  const set = (next: readonly Widget[], { focus, step, text = '' }: Placing) => {
    focusOn(focus ?? null);
    announce(text);
    edit({ type: 'change', to: { ...draftRef.current, widgets: next }, ...(step && { step }) });
  };
  const refuse = (title: string, detail: string) => toasts.add({ kind: 'error', title, detail, key: 'editor' });
  const add = (group: readonly NewWidget[]) => {
    const { widgets } = draftRef.current;
    if (widgets.length + group.length > maxWidgets) {
      refuse(t`A dashboard has at most ${maxWidgets} widgets`, t`Remove some first.`);
      return;
    }
    const next = addWidgets(widgets, group);
    const before = new Set(widgets.map(({ id }) => id));
    const added = next.filter(({ id }) => !before.has(id)).map(({ id }) => id);
    selection.set(added);
    set(next, { ...(added[0] !== undefined && { focus: added[0] }), text: t`Added: ${{ widgets: namesOf(group) }}` });
  };
  const copy = async (ids: readonly string[]) => {
    const isCopied = await writeClipboard(widgetsText(among(ids)));
    if (isCopied) announce(t`Copied: ${{ widgets: namesOf(among(ids)) }}`);
    else refuse(t`Nothing was copied`, t`Your browser does not allow it. Press Ctrl+C instead.`);
    return isCopied;
  };
  const remove = (ids: readonly string[]) => {
    const { widgets } = draftRef.current;
    const last = widgets.findLastIndex(({ id }) => ids.includes(id));
    const others = widgets.filter(({ id }) => !ids.includes(id));
    const neighbour = widgets.slice(last + 1)[0] ?? others.at(-1);
    set(others, { ...(neighbour && { focus: neighbour.id }), text: t`Removed: ${{ widgets: namesOf(among(ids)) }}` });
  };
  return {
    open: onOpen,
    copy,
    remove,
    add: (widget) => add([{ x: 0, y: 0, ...widget }]),
    async cut(ids) {
      if (await copy(ids)) remove(ids);
    },
    duplicate: (ids) => ids.length > 0 && add(among(ids)),
    place(ids, next, how = {}) {
      const placed = next.filter(({ id }) => ids.includes(id));
      if (placed.length === 0 || JSON.stringify(next) === JSON.stringify(widgets)) return;
      const { x, y, width, height } = boxOf(placed);
      const text = t`Column ${{ column: x + 1 }}, row ${{ row: y + 1 }}, ${width} wide, ${height} high`;
      set(next, { text: placed.length > 1 ? `${namesOf(placed)}: ${text}` : text, ...how });
    },
    order(id, index, step) {
      const text = t`${{ title: find(id)?.content.title ?? '' }}: position ${{ position: index + 1 }} of ${{ count: widgets.length }}`;
      set(reorder(widgets, id, index), { text, ...(step && { step }) });
    },
    phone: (next, about) => set(next, { text: phoneText(next, about?.ids), ...(about && { step: about.step }) }),
    change: (id, { device, content }) =>
      set(
        widgets.map((widget) => {
          if (widget.id !== id) return widget;
          const { device: _, ...others } = widget;
          return { ...others, ...(device !== undefined && { device }), content };
        }),
        { text: t`Changed: ${{ title: content.title }}` },
      ),
    async paste(text) {
      const pasted = await widgetsFrom(text);
      const known = new Set(seen.map(({ espid }) => espid));
      if (pasted.length > 0) add(pasted.map((widget) => withKnownDevice(widget, known)));
      return pasted.length > 0;
    },
  };
}

const namesOf = (widgets: readonly Pick<Widget, 'content'>[]) =>
  widgets.length === 1
    ? (widgets[0]?.content.title ?? '')
    : plural({ count: widgets.length }, { one: '# widget', other: '# widgets' });

function phoneText(widgets: readonly Widget[], ids: readonly string[] = []): string {
  const [first] = ids;
  const place = widgets.find(({ id }) => id === first)?.phone;
  if (!place) return t`Phone layout reset`;
  const text = place.hidden ? t`Hidden` : phonePlaceText(place);
  return ids.length > 1 ? `${namesOf(widgets.filter(({ id }) => ids.includes(id)))}: ${text}` : text;
}

/** An element that comes to another place of the page loses the focus on the way: it gets it back when the page is drawn. */
function useLaterFocus(rootRef: RefObject<HTMLElement | null>): (id: string | null) => void {
  const focusRef = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusRef.current === null) return;
    const wanted = `[data-widget="${CSS.escape(focusRef.current)}"]`;
    const focus = () => rootRef.current?.querySelector<HTMLElement>(wanted)?.focus();
    focusRef.current = null;
    focus();
    // A sheet that closes keeps the page out of reach until the next frame.
    if (!document.activeElement?.matches(wanted)) requestAnimationFrame(focus);
  });
  return (id) => {
    focusRef.current = id;
  };
}
