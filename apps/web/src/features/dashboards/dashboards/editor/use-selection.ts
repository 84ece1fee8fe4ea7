import type { Widget } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

/** The widgets that are selected in the editor. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** A press adds and takes away, as on a touch screen, where there is no Ctrl key. */
  isPicking: boolean;
  set(ids: readonly string[]): void;
  toggle(id: string): void;
  setPicking(isPicking: boolean): void;
  /** What an action on this widget affects: all that are selected when it is one of them. */
  with(id: string): readonly string[];
};

/** Keeps which widgets are selected; `announce` notifies screen readers. */
export function useSelection(widgets: readonly Widget[], announce: (text: string) => void): Selection {
  const [chosen, choose] = useState<readonly string[]>([]);
  const [isPicking, setPicking] = useState(false);
  // An undone action takes widgets away.
  const ids = new Set(chosen.filter((id) => widgets.some((widget) => widget.id === id)));
  const set = (next: readonly string[]) => {
    choose(next);
    announce(textFor(next, widgets));
  };
  return {
    ids,
    isPicking,
    set,
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    setPicking(next) {
      setPicking(next);
      if (!next) set([]);
      else announce(t`Press widgets to select them or to clear them.`);
    },
    with: (id) => (ids.has(id) ? widgets.filter((widget) => ids.has(widget.id)).map((widget) => widget.id) : [id]),
  };
}

function textFor(ids: readonly string[], widgets: readonly Widget[]): string {
  if (ids.length === 0) return t`Nothing selected`;
  const [only] = ids;
  const title = widgets.find(({ id }) => id === only)?.content.title;
  return ids.length === 1 && title !== undefined
    ? t`${title} selected`
    : plural({ count: ids.length }, { one: '# widget selected', other: '# widgets selected' });
}
