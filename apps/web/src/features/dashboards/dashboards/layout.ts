import type { Widget } from '@cyno/contract';

export const columns = 12;
const lastRow = 1000;
const tallest = 20;

/** A place or size on the grid, in columns and rows. */
export type Spot = { x: number; y: number };
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

/**
 * Lets some widgets stand where they are and moves the others down as far as they need; of those that stand the one that is read
 * first does, should they touch each other. The order of the list follows the grid as long as it did before.
 */
function makeWay(before: readonly Widget[], widgets: readonly Widget[], fixed: ReadonlySet<string>): Widget[] {
  const placed = new Map<string, Widget>();
  const stands = ({ id }: Widget) => Number(fixed.has(id));
  for (const widget of widgets.toSorted((a, b) => stands(b) - stands(a) || byReading(a, b))) {
    placed.set(widget.id, drop(widget, [...placed.values()]));
  }
  return keepOrder(
    before,
    widgets.map((widget) => placed.get(widget.id) ?? widget),
  );
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

/** Changes some widgets, which then stand where they are; what stood there makes way. */
export function changeSome(
  widgets: readonly Widget[],
  ids: readonly string[],
  to: (widget: Widget) => Widget,
): Widget[] {
  const changed = new Set(ids);
  return makeWay(
    widgets,
    widgets.map((widget) => (changed.has(widget.id) ? to(widget) : widget)),
    changed,
  );
}

/** What some widgets take up together. */
export function boxOf(widgets: readonly (Spot & Size)[]): Spot & Size {
  const x = Math.min(...widgets.map((one) => one.x));
  const y = Math.min(...widgets.map((one) => one.y));
  return {
    x,
    y,
    width: Math.max(...widgets.map((one) => one.x + one.width)) - x,
    height: Math.max(...widgets.map((one) => one.y + one.height)) - y,
  };
}

/** Moves widgets together by columns and rows, as far as all of them stay within the grid; what stood there makes way. */
export function moveBy(widgets: readonly Widget[], ids: readonly string[], by: Spot): Widget[] {
  const box = boxOf(widgets.filter(({ id }) => ids.includes(id)));
  const x = clamp(by.x, -box.x, columns - box.width - box.x);
  const y = clamp(by.y, -box.y, Math.max(0, lastRow - box.y));
  return changeSome(widgets, ids, (widget) => ({ ...widget, x: widget.x + x, y: widget.y + y }));
}

/** Makes widgets wider and higher by columns and rows, within the grid and not smaller than each can be read; others make way. */
export const resizeBy = (widgets: readonly Widget[], ids: readonly string[], by: Size): Widget[] =>
  changeSome(widgets, ids, (widget) => {
    const least = smallestOf(widget.content);
    const limit = columns - widget.x;
    return {
      ...widget,
      width: clamp(widget.width + by.width, Math.min(least.width, limit), limit),
      height: clamp(widget.height + by.height, least.height, tallest),
    };
  });

export type NewWidget = Spot & Size & Pick<Widget, 'device' | 'content'>;

/** Adds widgets, placed to each other as they are given, at the first place with room for all of them. */
export function addWidgets(widgets: readonly Widget[], group: readonly NewWidget[]): Widget[] {
  const inside = group.map((one) => ({ ...one, x: Math.min(one.x, columns - one.width) }));
  const box = boxOf(inside);
  let next = [...widgets];
  const atOrigin = inside.map(({ x, y, width, height, device, content }) => {
    const size = { x: x - box.x, y: y - box.y, width, height };
    const added = { id: freeId(next), ...size, ...(device !== undefined && { device }), content };
    next = [...next, added];
    return added;
  });
  for (let y = 0; ; y++) {
    for (let x = 0; x + box.width <= columns; x++) {
      const placed = atOrigin.map((widget) => ({ ...widget, x: widget.x + x, y: widget.y + y }));
      if (!placed.some((one) => widgets.some((widget) => overlaps(widget, one)))) {
        return makeWay(widgets, [...widgets, ...placed], new Set(placed.map(({ id }) => id)));
      }
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
export function compact(widgets: readonly Widget[]): Widget[] {
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
