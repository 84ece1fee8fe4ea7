import type { Widget } from '@cyno/contract';

export const columns = 12;
const lastRow = 1000;
const tallest = 20;

/** A place or size on the grid, in columns and rows. */
type Spot = { x: number; y: number };
export type Size = { width: number; height: number };

/** The least room in which each kind of widget can be read and operated. */
function smallestOf({ type }: Widget['content']): Size {
  switch (type) {
    case 'gauge':
    case 'tank':
      return { width: 2, height: 3 };
    case 'chart':
      return { width: 3, height: 3 };
    case 'timeline':
      return { width: 3, height: 2 };
    default:
      return { width: 2, height: 2 };
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const overlaps = (a: Widget, b: Widget) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The order in which a grid is read. */
export const byReading = (a: Widget, b: Widget) => a.y - b.y || a.x - b.x;

/** Lets one widget stand where it is and moves others down as far as they need; the order of the list stays. */
function makeWay(widgets: readonly Widget[], fixed: Widget): Widget[] {
  const placed = new Map([[fixed.id, fixed]]);
  for (const widget of widgets.filter(({ id }) => id !== fixed.id).sort(byReading)) {
    placed.set(widget.id, drop(widget, [...placed.values()]));
  }
  return widgets.map((widget) => placed.get(widget.id) ?? widget);
}

/** The widget at its row, or at the next one below at which it touches no other. */
function drop(widget: Widget, others: readonly Widget[]): Widget {
  let dropped = widget;
  for (;;) {
    const hit = others.find((other) => overlaps(dropped, other));
    if (!hit) return dropped;
    dropped = { ...dropped, y: hit.y + hit.height };
  }
}

function change(widgets: readonly Widget[], id: string, to: (widget: Widget) => Widget): Widget[] {
  const widget = widgets.find((one) => one.id === id);
  if (!widget) return [...widgets];
  return keepOrder(
    widgets,
    makeWay(
      widgets.map((one) => (one.id === id ? to(one) : one)),
      to(widget),
    ),
  );
}

/** Moves a widget to a place, within the grid; what stood there makes way. */
export const moveTo = (widgets: readonly Widget[], id: string, { x, y }: Spot): Widget[] =>
  change(widgets, id, (widget) => ({
    ...widget,
    x: clamp(x, 0, columns - widget.width),
    y: clamp(y, 0, lastRow),
  }));

/** Gives a widget a size, within the grid and not smaller than it can be read; what stood there makes way. */
export const resizeTo = (widgets: readonly Widget[], id: string, { width, height }: Size): Widget[] =>
  change(widgets, id, (widget) => {
    const least = smallestOf(widget.content);
    return {
      ...widget,
      width: clamp(width, Math.min(least.width, columns - widget.x), columns - widget.x),
      height: clamp(height, least.height, tallest),
    };
  });

type NewWidget = Size & Pick<Widget, 'device' | 'content'>;

/** Adds a widget at the first place with room for it. */
export function addWidget(widgets: readonly Widget[], { width, height, device, content }: NewWidget): Widget[] {
  const size = { width, height };
  const added = { id: freeId(widgets), ...size, ...(device !== undefined && { device }), content };
  for (let y = 0; ; y++) {
    for (let x = 0; x + size.width <= columns; x++) {
      const placed = { ...added, x, y };
      if (!widgets.some((widget) => overlaps(widget, placed))) return keepOrder(widgets, [...widgets, placed]);
    }
  }
}

function freeId(widgets: readonly Widget[]): string {
  const taken = new Set(widgets.map(({ id }) => id));
  let number = widgets.length + 1;
  while (taken.has(`w${number}`)) number += 1;
  return `w${number}`;
}

/** Draws every widget up as far as there is room, so that no gaps are left above. */
export function tidy(widgets: readonly Widget[]): Widget[] {
  const placed: Widget[] = [];
  for (const widget of [...widgets].sort(byReading)) {
    let y = widget.y;
    while (y > 0 && !placed.some((other) => overlaps({ ...widget, y: y - 1 }, other))) y -= 1;
    placed.push({ ...widget, y });
  }
  return keepOrder(
    widgets,
    widgets.map((widget) => placed.find(({ id }) => id === widget.id) ?? widget),
  );
}

const isRead = (widgets: readonly Widget[]) =>
  widgets.every((widget, index) => index === 0 || byReading(widgets[index - 1] ?? widget, widget) <= 0);

/** The order on phones follows the grid as long as nobody has chosen another one. */
function keepOrder(before: readonly Widget[], after: Widget[]): Widget[] {
  return isRead(before) ? after.sort(byReading) : after;
}

/** Puts a widget at another place of the order in which phones show them. */
export function reorder(widgets: readonly Widget[], id: string, index: number): Widget[] {
  const widget = widgets.find((one) => one.id === id);
  if (!widget) return [...widgets];
  const others = widgets.filter((one) => one.id !== id);
  return others.toSpliced(clamp(index, 0, others.length), 0, widget);
}
