import type { Widget } from '@cyno/contract';
import { boxOf, changeSome, columns, type Size, type Spot } from '../layout.ts';

/** The actions on several widgets at once. */
export type Arrangement =
  | `align-${'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'}`
  | `distribute-${'across' | 'down'}`
  | `same-${'width' | 'height'}`;

type Placed = Spot & Size;

/** Aligns widgets, spreads them evenly or gives them one size. They never overlap: one that would comes below, and others make way. */
export function arrange(widgets: readonly Widget[], ids: readonly string[], how: Arrangement): Widget[] {
  const chosen = widgets.filter(({ id }) => ids.includes(id));
  if (chosen.length < 2) return [...widgets];
  const places = placesFor(chosen, how);
  return changeSome(widgets, ids, (widget) => ({ ...widget, ...places(widget) }));
}

function placesFor(chosen: readonly Widget[], how: Arrangement): (widget: Widget) => Partial<Placed> {
  const box = boxOf(chosen);
  switch (how) {
    case 'align-left':
      return () => ({ x: box.x });
    case 'align-centre':
      return ({ width }) => ({ x: box.x + Math.floor((box.width - width) / 2) });
    case 'align-right':
      return ({ width }) => ({ x: box.x + box.width - width });
    case 'align-top':
      return () => ({ y: box.y });
    case 'align-middle':
      return ({ height }) => ({ y: box.y + Math.floor((box.height - height) / 2) });
    case 'align-bottom':
      return ({ height }) => ({ y: box.y + box.height - height });
    case 'distribute-across': {
      const starts = spread(chosen, 'x', 'width');
      return ({ id, x }) => ({ x: starts.get(id) ?? x });
    }
    case 'distribute-down': {
      const starts = spread(chosen, 'y', 'height');
      return ({ id, y }) => ({ y: starts.get(id) ?? y });
    }
    case 'same-width': {
      const width = Math.max(...chosen.map((one) => one.width));
      return ({ x }) => ({ width, x: Math.min(x, columns - width) });
    }
    case 'same-height': {
      const height = Math.max(...chosen.map((one) => one.height));
      return () => ({ height });
    }
  }
}

/** Where each begins when the gaps between them are as equal as whole columns or rows allow; the outer two stay. */
function spread(chosen: readonly Widget[], start: 'x' | 'y', size: 'width' | 'height'): Map<string, number> {
  const inOrder = chosen.toSorted((a, b) => a[start] - b[start] || a[size] - b[size]);
  const taken = inOrder.reduce((sum, one) => sum + one[size], 0);
  const gap = (boxOf(chosen)[size] - taken) / (inOrder.length - 1);
  let at = inOrder[0]?.[start] ?? 0;
  const starts = new Map<string, number>();
  for (const one of inOrder) {
    starts.set(one.id, Math.round(at));
    at += one[size] + gap;
  }
  return starts;
}
