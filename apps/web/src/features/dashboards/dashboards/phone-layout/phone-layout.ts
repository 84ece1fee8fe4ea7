import type { PhonePlace, Widget, WidgetContent } from '@cyno/contract';
import { byReading } from '../layout.ts';

/** A widget as phones show it. */
export type PhoneWidget = { widget: Widget; place: PhonePlace };

const lowest = 2;
const tallest = 20;
const rowOfTable = 1.5;

/** Readable and operable in half the width of a phone. */
const small: ReadonlySet<string> = new Set([
  'value',
  'led',
  'switch',
  'button',
  'battery',
  'clock',
  'countdown',
  'uptime',
]);

/** Readable in half the width when they are higher; one stands beside another one only. */
const round: ReadonlySet<string> = new Set(['gauge', 'tank']);
const halfRound = 3;

/** What fits a kind of widget beside another one, if it can stand there, before anybody has arranged it. */
function usualPlace({ content, height }: Pick<Widget, 'content' | 'height'>): PhonePlace {
  if (small.has(content.type)) return { width: 'half', height: lowest, hidden: false };
  if (round.has(content.type)) return { width: 'half', height: halfRound, hidden: false };
  return { width: 'full', height: fullHeight(content, height), hidden: false };
}

function fullHeight(content: WidgetContent, wide: number): number {
  if (small.has(content.type)) return lowest;
  if (content.type === 'table') return Math.max(3, Math.ceil(1 + content.keys.length / rowOfTable));
  return Math.min(tallest, Math.max(lowest, wide));
}

/**
 * The widgets in the order in which phones show them. Whatever nobody has arranged is proposed: small ones side by side, gauges too, one
 * without a neighbour and all others over the full width.
 */
export function phoneLayout(widgets: readonly Widget[]): PhoneWidget[] {
  const places = widgets.map((widget) => ({ widget, place: widget.phone ?? usualPlace(widget) }));
  const visible = places.filter(({ place }) => !place.hidden);
  let isRight = false;
  for (const [index, one] of visible.entries()) {
    const { widget, place } = one;
    if (place.width === 'half' && !isRight && !widget.phone && !fitBeside(one, visible[index + 1])) {
      one.place = { ...place, width: 'full', height: fullHeight(widget.content, widget.height) };
    }
    isRight = one.place.width === 'half' && !isRight;
  }
  return places;
}

function fitBeside({ widget }: PhoneWidget, next: PhoneWidget | undefined): boolean {
  if (next?.place.width !== 'half') return false;
  return next.widget.phone !== undefined || round.has(widget.content.type) === round.has(next.widget.content.type);
}

/** True as long as nobody has arranged anything for phones. */
export const isProposed = (widgets: readonly Widget[]): boolean =>
  widgets.every(({ phone }, index) => {
    const before = widgets[index - 1];
    const widget = widgets[index];
    return !phone && (!before || !widget || byReading(before, widget) <= 0);
  });

/** Forgets what was arranged for phones: the order follows the grid again. */
export const proposePhone = (widgets: readonly Widget[]): Widget[] =>
  widgets.map(({ phone: _, ...widget }) => widget).sort(byReading);

/** Arranges some widgets for phones; the others stay as they are shown now. */
export function arrangeForPhone(
  widgets: readonly Widget[],
  ids: readonly string[],
  change: Partial<PhonePlace>,
): Widget[] {
  return phoneLayout(widgets).map(({ widget, place }) => {
    if (!ids.includes(widget.id)) return widget;
    // A height that was only proposed for half the width is none for all of it.
    const becomesFull = !widget.phone && change.width === 'full';
    const usual = becomesFull ? fullHeight(widget.content, widget.height) : place.height;
    const height = Math.min(tallest, Math.max(lowest, change.height ?? usual));
    return { ...widget, phone: { ...place, ...change, height } };
  });
}
